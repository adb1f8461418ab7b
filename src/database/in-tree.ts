import { sql, type RawBuilder } from 'kysely';

/**
 * The condition on the column `path` of a path and of all below it, which an index answers: what is below a folder sorts
 * between `folder/` and `folder0`, 0 being the character behind the slash.
 */
export function inTree(path: string): RawBuilder<boolean> {
  return sql<boolean>`(path = ${path} or (path > ${`${path}/`} and path < ${`${path}0`}))`;
}
