import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import { ACTIVE_STATES } from '../../jobs/index.ts';
import type { BuildKey } from '../build-key.ts';
import type { BuildClass } from '../outputs/build-class.ts';
import { BUILD_TOOL } from './job-store.ts';

export interface NewBuildJob extends BuildKey {
  readonly id: string;
  readonly path: string;
  readonly userId: string | null;
  readonly forced?: boolean;
  readonly buildClass: BuildClass;
  readonly turn: number;
}

/** @returns ids of those that were written: no two active builds are of the same key */
export async function insertBuildJobs(db: Database, rows: readonly NewBuildJob[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const values = rows.map(({ id, datasetId, path, hash, companions, userId, forced = false, buildClass, turn }) => ({
    id,
    dataset_id: datasetId,
    tool_id: BUILD_TOOL,
    path,
    hash,
    companions,
    forced,
    user_id: userId,
    build_class: buildClass,
    turn,
    state: 'Enqueued',
  }));
  const inserted = await db
    .insertInto('jobs')
    .values(values)
    // The partial unique index that allows one active build of a key.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  const ids = inserted.map(({ id }) => id);
  const written = new Set(ids);
  for (const row of rows) if (row.forced === true && !written.has(row.id)) await forceActiveBuild(db, row);
  return ids;
}

/** What waits is built as if it had been asked for so; what runs may have looked already, and is built once more. */
async function forceActiveBuild(db: Database, { datasetId, hash, companions }: BuildKey): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ forced: true, asked_again: sql<boolean>`state = 'Processing'` })
    .where('tool_id', '=', BUILD_TOOL)
    .where('dataset_id', '=', datasetId)
    .where('hash', '=', hash)
    .where('companions', '=', companions)
    .where('state', 'in', ACTIVE_STATES)
    .execute();
}

/** Whether a build was asked for once more while it ran. */
export async function wasAskedAgain(db: Database, id: string): Promise<boolean> {
  const row = await db.selectFrom('jobs').select('asked_again').where('id', '=', id).executeTakeFirst();
  return row?.asked_again === true;
}
