import { randomInt } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';

/** How the files of a batch come: each for itself, as the difference of two stamps, or made by a task. */
export type BatchKind = 'share' | 'push' | 'task';
const KINDS: readonly BatchKind[] = ['share', 'push', 'task'];

/** States of a batch; the last two are final. */
export const RUNNING = 0;
export const COMMITTED = 1;
export const ROLLED_BACK = 2;

/** A batch that files are staged in. */
export interface BatchRef {
  readonly id: string;
  readonly datasetId: string;
}

export interface BatchRow {
  readonly id: string;
  /** Null once the dataset is gone. */
  readonly datasetId: string | null;
  /** What names it in addresses. */
  readonly token: string;
  readonly kind: BatchKind;
  readonly userId: string | null;
  readonly userName: string;
  readonly state: number;
  /** Whether the dataset came into being with it. */
  readonly createdDataset: boolean;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

const KIND = sql<BatchKind>`(array['share', 'push', 'task'])[upload_batches.kind + 1]`;

const batches = (db: Database) =>
  db
    .selectFrom('upload_batches')
    .select([
      'upload_batches.id',
      'upload_batches.dataset_id as datasetId',
      'upload_batches.token',
      KIND.as('kind'),
      'upload_batches.user_id as userId',
      'upload_batches.user_name as userName',
      'upload_batches.state',
      'upload_batches.created_dataset as createdDataset',
      'upload_batches.started_at as startedAt',
      'upload_batches.ended_at as endedAt',
    ]);

const TOKEN_LENGTH = 32;
const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** What names a new batch: 32 letters and digits, as nobody can guess them. */
export function newBatchToken(): string {
  return Array.from({ length: TOKEN_LENGTH }, () => ALPHANUMERIC[randomInt(ALPHANUMERIC.length)]).join('');
}

export interface NewBatch extends BatchRef {
  readonly kind: BatchKind;
  readonly token: string;
  readonly user: { readonly id: string; readonly name: string };
  readonly createdDataset: boolean;
}

export async function insertBatch(transaction: Database, batch: NewBatch): Promise<void> {
  await transaction
    .insertInto('upload_batches')
    .values({
      id: batch.id,
      dataset_id: batch.datasetId,
      token: batch.token,
      kind: KINDS.indexOf(batch.kind),
      user_id: batch.user.id,
      user_name: batch.user.name,
      created_dataset: batch.createdDataset,
    })
    .execute();
}

/** The batch with a token, in any state. @param kind undefined: of any kind */
export async function findBatch(
  db: Database,
  kind: BatchKind | undefined,
  token: string,
): Promise<BatchRow | undefined> {
  const row = await batches(db).where('token', '=', token).executeTakeFirst();
  return kind === undefined || row?.kind === kind ? row : undefined;
}

/**
 * Takes a batch for this transaction, so that staging and its end happen one after another. Who takes its dataset as well
 * does that first. Rows that refer to it can be added meanwhile: who begins an upload into it has the owner of the
 * organization, whom staging waits for. @throws `not-found` when it or its dataset is gone
 */
export async function lockBatch(transaction: Database, { id, datasetId }: BatchRef): Promise<BatchRow> {
  const row = await batches(transaction).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (row?.datasetId !== datasetId) throw fail('not-found', 'The batch or its dataset was deleted meanwhile.');
  return row;
}

/** The same, of a running batch. @throws `invalid-input` for another one */
export async function lockRunningBatch(transaction: Database, batch: BatchRef): Promise<void> {
  requireRunning(await lockBatch(transaction, batch));
}

export const isRunning = ({ state }: Pick<BatchRow, 'state'>): boolean => state === RUNNING;
export const isCommitted = ({ state }: Pick<BatchRow, 'state'>): boolean => state === COMMITTED;

/** @throws `invalid-input` for a batch that has ended */
export function requireRunning(batch: Pick<BatchRow, 'state'>): void {
  if (batch.state !== RUNNING) throw batchEnded(batch);
}

/** What is answered where a running batch is needed. */
export function batchEnded({ state }: Pick<BatchRow, 'state'>): Error {
  const end = state === COMMITTED ? 'committed' : 'rolled back, or has expired';
  return fail('invalid-input', `The batch is ${end}; nothing can be done with it any more. Begin another one.`);
}

/** Running batches of a user in a dataset, taken for this transaction. */
export function lockRunningBatchesOf(
  transaction: Database,
  kind: BatchKind,
  datasetId: string,
  userId: string,
): Promise<BatchRow[]> {
  return batches(transaction)
    .where('dataset_id', '=', datasetId)
    .where('user_id', '=', userId)
    .where('kind', '=', KINDS.indexOf(kind))
    .where('state', '=', RUNNING)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export async function countRunningBatches(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('upload_batches')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('state', '=', RUNNING)
    .executeTakeFirstOrThrow();
  return count;
}

/** What the files and chunks of a batch take: as much may be replaced by what comes next. */
export async function batchBytes(db: Database, id: string): Promise<number> {
  const row = await db.selectFrom('upload_batches').select('bytes').where('id', '=', id).executeTakeFirst();
  return row?.bytes ?? 0;
}

/** Says that a batch is in use: it expires some time after that. */
export async function touchBatch(db: Database, id: string): Promise<void> {
  await db
    .updateTable('upload_batches')
    .set({ touched_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/**
 * Says that nobody goes on with the batches of a user: the next clean-up takes them back. Those of tasks end with their tasks.
 *
 * @returns how many ran
 */
export async function giveUpBatches(transaction: Database, userId: string): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable('upload_batches')
    .set({ touched_at: sql<Date>`to_timestamp(0)` })
    .where('user_id', '=', userId)
    .where('state', '=', RUNNING)
    .where('kind', '<>', KINDS.indexOf('task'))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Adds to what a batch takes; what is taken away is negative. */
export async function chargeBatch(transaction: Database, id: string, bytes: number): Promise<void> {
  await transaction
    .updateTable('upload_batches')
    .set((eb) => ({ bytes: eb('bytes', '+', bytes), touched_at: sql<Date>`now()` }))
    .where('id', '=', id)
    .execute();
}

/** Ends a batch. Its bytes are charged to nobody as such from then on. */
export async function setBatchState(transaction: Database, id: string, state: number): Promise<void> {
  await transaction
    .updateTable('upload_batches')
    .set({ state, bytes: 0, ended_at: sql<Date>`now()`, touched_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/**
 * Takes away what is on its way into a batch; the files that hold it are swept, as nobody names them.
 *
 * @returns hashes of what had arrived
 */
export async function deleteArriving(transaction: Database, id: string): Promise<string[]> {
  await transaction.deleteFrom('upload_chunks').where('batch_id', '=', id).execute();
  const uploads = await transaction
    .deleteFrom('resumable_uploads')
    .where('batch_id', '=', id)
    .where('finished_at', 'is', null)
    .returning('hash')
    .execute();
  return uploads.flatMap(({ hash }) => hash ?? []);
}

/** Which batches are over. */
export interface Overdue {
  /** Those that were not used for so long, running or not. */
  readonly idleSeconds: number;
  /** And all that are committed. */
  readonly committed?: boolean;
}

/** A batch with the name of its dataset; null once that is gone. */
export interface NamedBatch extends BatchRow {
  readonly organization: string | null;
  readonly dataset: string | null;
}

/**
 * Has a running batch go into a dataset that its transaction makes, instead of the one it was begun for.
 *
 * @throws `not-found` when the batch has ended, or the dataset it was begun for is gone
 */
export async function moveBatch(transaction: Database, { id, datasetId }: BatchRef, to: string): Promise<BatchRef> {
  const row = await transaction
    .updateTable('upload_batches')
    .set({ dataset_id: to, created_dataset: true })
    .where('id', '=', id)
    .where('dataset_id', '=', datasetId)
    .where('state', '=', RUNNING)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw fail('not-found', 'The batch or its dataset was deleted meanwhile.');
  return { id, datasetId: to };
}

const isOverdue = ({ idleSeconds, committed = false }: Overdue): RawBuilder<boolean> =>
  sql<boolean>`(upload_batches.touched_at < now() - make_interval(secs => ${idleSeconds})
    or (${committed}::boolean and upload_batches.state = ${COMMITTED}))`;

/** The next batch that is over, behind one of them. */
export function nextOverdueBatch(
  db: Database,
  overdue: Overdue,
  after: string | undefined,
): Promise<NamedBatch | undefined> {
  return (
    batches(db)
      .leftJoin('datasets', 'datasets.id', 'upload_batches.dataset_id')
      .leftJoin('organizations', 'organizations.id', 'datasets.organization_id')
      .select(['organizations.slug as organization', 'datasets.slug as dataset'])
      .where(isOverdue(overdue))
      // Those of tasks end with their tasks.
      .where('upload_batches.kind', '<>', KINDS.indexOf('task'))
      .$if(after !== undefined, (query) => query.where('upload_batches.id', '>', after!))
      .orderBy('upload_batches.id')
      .limit(1)
      .executeTakeFirst()
  );
}

/** Whether a batch, which the transaction holds, is over still. */
export async function isStillOverdue(transaction: Database, id: string, overdue: Overdue): Promise<boolean> {
  const query = transaction.selectFrom('upload_batches').select('id').where('id', '=', id).where(isOverdue(overdue));
  return (await query.executeTakeFirst()) !== undefined;
}

/** Removes what is told of a batch that has ended and whose files are taken out; one that runs keeps all it has. */
export async function deleteBatch(db: Database, id: string): Promise<void> {
  await db.deleteFrom('upload_batches').where('id', '=', id).where('state', '<>', RUNNING).execute();
}
