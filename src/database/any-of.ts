import { sql, type RawBuilder } from 'kysely';

/**
 * The right side of `where('hash', '=', anyOf(hashes))`: one parameter, however many hashes there are. A list of them
 * (`in`) would be one parameter each, and a statement takes 65,535.
 */
export function anyOf(hashes: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${[...hashes]}::char(64)[])`;
}
