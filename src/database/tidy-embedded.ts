import { sql } from 'kysely';
import type { Database } from './open-database.ts';

interface ChangedTable {
  /** Quoted, with its schema. */
  readonly name: string;
  /** Whether rows that are gone still take their place, or the planner alone has to know more. */
  readonly isToBeSwept: boolean;
}

/**
 * Does what a PostgreSQL server does by itself (autovacuum) and the embedded database, which has no process of its own for it,
 * does not: gives the place of rows that are gone to others, and counts what the tables hold, without which the planner
 * takes tables of thousands of rows for small ones and reads all of them. The thresholds are those of the server; tables that
 * rows only came to are not swept, as nobody is served meanwhile.
 *
 * @param db of an embedded database. @returns how many tables. @throws AggregateError of all faults, at the end: one table keeps no other
 */
export async function tidyEmbedded(db: Database): Promise<number> {
  const tables = await changedTables(db);
  const faults: unknown[] = [];
  for (const { name, isToBeSwept } of tables) {
    const statement = isToBeSwept ? `vacuum (analyze) ${name}` : `analyze ${name}`;
    await sql
      .raw(statement)
      .execute(db)
      .catch((fault: unknown) => faults.push(fault));
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} tables could not be tidied.`);
  return tables.length;
}

async function changedTables(db: Database): Promise<readonly ChangedTable[]> {
  const { rows } = await sql<ChangedTable>`
    select name, "isToBeSwept" from (
      select format('%I.%I', schemaname, changes.relname) as name,
        n_dead_tup > 50 + 0.2 * size as "isToBeSwept",
        n_mod_since_analyze > 50 + 0.1 * size or reltuples < 0 and pg_relation_size(relid) > 0 as "isToBeCounted"
      from pg_stat_user_tables changes join pg_class on pg_class.oid = relid
      cross join lateral (select greatest(reltuples, 0) as size) sized
      where relkind = 'r' and relpersistence = 'p') tables
    where "isToBeSwept" or "isToBeCounted" order by name`.execute(db);
  return rows;
}
