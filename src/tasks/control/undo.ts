import { sql } from 'kysely';
import type { DatasetGrant } from '../../access/index.ts';
import { recordAudit, type Actor } from '../../audit/index.ts';
import { UUID, type Changes, type Database } from '../../database/index.ts';
import {
  datasetLocks,
  type BatchEnding,
  type Datasets,
  type PathRemoval,
  type RemovedPaths,
} from '../../datasets/index.ts';
import { fail } from '../../errors/index.ts';
import type { TaskCaller } from '../service.ts';
import { holdForControl, markUndone } from './control-store.ts';

export interface UndoDependencies {
  readonly storing: { readonly db: Database };
  readonly removal: PathRemoval;
  readonly ending: Pick<BatchEnding, 'removeMade' | 'forget'>;
  readonly datasets: Pick<Datasets, 'grantById'>;
  readonly changes: Pick<Changes, 'announce'>;
}

/** Who undoes. */
interface Undoing {
  readonly caller: TaskCaller;
  readonly actor: Actor;
}

/**
 * Removes the files that a task wrote, where they are still what it wrote, and the dataset that it made, where nothing else is in
 * it. What it removed does not come back. @returns how many files
 */
export async function undoTask(
  dependencies: UndoDependencies,
  dataset: DatasetGrant,
  id: string,
  { caller, actor }: Undoing,
): Promise<number> {
  const { storing, changes } = dependencies;
  if (!dataset.permissions.canWrite) throw fail('forbidden', 'You may not write in this dataset.');
  await caller.readmit();
  const place = await placeOf(dependencies, dataset, id, caller);
  const removed = await storing.db.transaction().execute(async (transaction) => {
    await datasetLocks.require(transaction, place);
    const task = UUID.test(id) ? await holdForControl(transaction, id, dataset.id) : undefined;
    if (task === undefined) throw fail('not-found', 'There is no task of that id in the dataset.');
    if (task.state !== 'Succeeded' || task.batchId === null)
      throw fail('conflict', 'Only what a task that succeeded wrote into the dataset can be taken back.');
    await markUndone(transaction, id);
    const went = await takeBack(dependencies, transaction, { dataset: place, batchId: task.batchId, actor });
    const subject = `${place.organization.slug}/${place.slug}`;
    const details = { task: id, tool: task.toolId, files: went.existing.length };
    await recordAudit(transaction, { actor, action: 'task.undo', subject, details });
    return went;
  });
  changes.announce('files', place.id);
  // The answer does not depend on it, and it goes on when the caller goes away.
  await removed.finish(new AbortController().signal);
  return removed.existing.length;
}

/** The dataset that a task wrote into: its own, or one that it made. @throws `forbidden`, `not-found` for that */
async function placeOf(
  { storing, datasets }: UndoDependencies,
  dataset: DatasetGrant,
  id: string,
  { user }: TaskCaller,
): Promise<DatasetGrant> {
  const made = UUID.test(id) ? await findMadeDataset(storing.db, id, dataset.id) : undefined;
  if (made === undefined) return dataset;
  const place =
    made === null || user?.scope?.datasetId !== undefined ? undefined : await datasets.grantById(made, user);
  if (place === undefined) throw fail('not-found', 'The dataset that the task made is gone, or you may not read it.');
  if (!place.permissions.canWrite) throw fail('forbidden', `You may not write in ${place.slug}, which the task made.`);
  return place;
}

/** The dataset that a task made; null when it is gone, undefined when it made none. */
async function findMadeDataset(db: Database, taskId: string, datasetId: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('tasks')
    .innerJoin('jobs', 'jobs.id', 'tasks.job_id')
    .innerJoin('upload_batches', 'upload_batches.id', 'tasks.batch_id')
    .select('upload_batches.dataset_id as made')
    .where('jobs.id', '=', taskId)
    .where('jobs.dataset_id', '=', datasetId)
    .where('upload_batches.created_dataset', '=', true)
    .executeTakeFirst();
  return row?.made;
}

interface Taken {
  readonly dataset: DatasetGrant;
  readonly batchId: string;
  readonly actor: Actor;
}

async function takeBack(
  { removal, ending }: UndoDependencies,
  transaction: Database,
  { dataset, batchId, actor }: Taken,
): Promise<RemovedPaths> {
  const paths = await pathsStillWritten(transaction, dataset.id, batchId);
  const isGone = await ending.removeMade(transaction, { id: batchId, datasetId: dataset.id }, actor);
  if (!isGone) return removal.remove(transaction, dataset, paths);
  // They go with it, and nothing is left that could depend on them.
  return { existing: paths, finish: () => Promise.resolve() };
}

async function pathsStillWritten(transaction: Database, datasetId: string, batchId: string): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select staged.path from upload_batch_entries staged
    join upload_batches batch on batch.id = staged.batch_id and batch.state = 1
    join entries on entries.dataset_id = ${datasetId}::uuid and entries.path = staged.path and entries.hash = staged.hash
    where staged.batch_id = ${batchId}::uuid order by staged.path`.execute(transaction);
  return rows.map(({ path }) => path);
}
