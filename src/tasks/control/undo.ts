import { sql } from 'kysely';
import { recordAudit, type Actor } from '../../audit/index.ts';
import { UUID, type Changes, type Database } from '../../database/index.ts';
import { refreshAfterRemoval, removePathsIn, requireDataset, type ObjectDependencies } from '../../datasets/index.ts';
import { fail, type DatasetGrant } from '../../http/index.ts';
import type { TaskCaller } from '../service.ts';
import { holdForControl } from './control-store.ts';

export interface UndoDependencies {
  readonly storing: ObjectDependencies;
  readonly changes: Pick<Changes, 'announce'>;
}

/** Removes the files that a task wrote, where they are still what it wrote. What it removed does not come back. @returns how many */
export async function undoTask(
  { storing, changes }: UndoDependencies,
  dataset: DatasetGrant,
  id: string,
  { caller, actor }: { readonly caller: TaskCaller; readonly actor: Actor },
): Promise<number> {
  if (!dataset.permissions.canWrite) throw fail('forbidden', 'You may not write in this dataset.');
  await caller.readmit();
  const removed = await storing.db.transaction().execute(async (transaction) => {
    await requireDataset(transaction, dataset);
    const task = UUID.test(id) ? await holdForControl(transaction, id, dataset.id) : undefined;
    if (task === undefined) throw fail('not-found', 'There is no task of that id in the dataset.');
    if (task.state !== 'Succeeded' || task.batchId === null)
      throw fail('conflict', 'Only what a task that succeeded wrote into the dataset can be taken back.');
    const paths = await pathsStillWritten(transaction, dataset.id, task.batchId);
    const went = await removePathsIn(storing, transaction, dataset, paths);
    const subject = `${dataset.organization.slug}/${dataset.slug}`;
    const details = { task: id, tool: task.toolId, files: went.existing.length };
    await recordAudit(transaction, { actor, action: 'task.undo', subject, details });
    return went;
  });
  changes.announce('files', dataset.id);
  // The answer does not depend on it, and it goes on when the caller goes away.
  await refreshAfterRemoval(storing, dataset, removed, new AbortController().signal);
  return removed.existing.length;
}

async function pathsStillWritten(transaction: Database, datasetId: string, batchId: string): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select staged.path from upload_batch_entries staged
    join upload_batches batch on batch.id = staged.batch_id and batch.state = 1
    join entries on entries.dataset_id = ${datasetId}::uuid and entries.path = staged.path and entries.hash = staged.hash
    where staged.batch_id = ${batchId}::uuid order by staged.path`.execute(transaction);
  return rows.map(({ path }) => path);
}
