import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import { isActiveBuild as isActive } from './job-store.ts';
import type { BuildClass } from '../outputs/build-class.ts';

/**
 * Gives new builds of a dataset their turns, in a transaction that holds the dataset. Builds of a class start in the order of
 * their turns. The builds of a dataset have turns one after the other, and the first one of a dataset that had none is due at
 * once: start-time fair queuing (Goyal, Vin, Cheng, 1996). So one dataset with 10,000 files delays another by one build.
 *
 * @param classes of the new builds. @returns their turns, in the same order
 */
export async function takeTurns(
  transaction: Database,
  datasetId: string,
  classes: readonly BuildClass[],
): Promise<number[]> {
  const { rows } = await sql<{ buildClass: BuildClass; next: number }>`
    select asked.build_class as "buildClass", greatest(
      coalesce(
        (select max(turn) from jobs where ${isActive} and build_class = asked.build_class and state = 'Processing'),
        (select min(turn) from jobs where ${isActive} and build_class = asked.build_class and state = 'Enqueued'),
        0),
      coalesce((select max(turn) + 1 from jobs where ${isActive} and build_class = asked.build_class
        and dataset_id = ${datasetId}::uuid), 0)) as next
    from unnest(${[...new Set(classes)]}::text[]) asked(build_class)`.execute(transaction);
  const next = new Map(rows.map((row) => [row.buildClass, row.next]));
  return classes.map((buildClass) => {
    const turn = next.get(buildClass)!;
    next.set(buildClass, turn + 1);
    return turn;
  });
}
