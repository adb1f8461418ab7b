import { sql, type RawBuilder } from 'kysely';

/**
 * The right side of `where('hash', '=', anyOf(hashes, 'char(64)'))`: one parameter, however many values there are. A list
 * of them (`in`) would be one parameter each, and a statement takes 65,535.
 */
export function anyOf(values: readonly string[], type: 'char(64)' | 'text' | 'uuid'): RawBuilder<string> {
  return sql<string>`any(${[...values]}::${sql.raw(type)}[])`;
}
