import { sql } from 'kysely';
import type { Database } from '../database/index.ts';
import { ACTIVE_STATES, isFinal, stateColumns, type JobStateName } from './job-state.ts';

/** A job as its row tells it. */
export interface OperationRow {
  readonly id: string;
  readonly toolId: string;
  readonly state: JobStateName;
  readonly userId: string | null;
  readonly input: object | null;
  /** What the operation answered; null until it succeeded. */
  readonly result: object | null;
  /** Why it failed, for people. */
  readonly error: string | null;
  /** 0 to 100; null while it cannot be known. */
  readonly progress: number | null;
  readonly phase: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

const rows = (db: Database) =>
  db
    .selectFrom('jobs')
    .select([
      'id',
      'tool_id as toolId',
      sql<JobStateName>`state`.as('state'),
      'user_id as userId',
      'input',
      'result',
      'error',
      'progress',
      'phase',
      'created_at as createdAt',
      'processing_at as startedAt',
      sql<Date | null>`coalesce(succeeded_at, failed_at, deleted_at)`.as('finishedAt'),
    ]);

export function findOperation(db: Database, id: string): Promise<OperationRow | undefined> {
  return rows(db).where('id', '=', id).executeTakeFirst();
}

/** Operations of these tools that have not ended, oldest first. */
export function activeOperations(db: Database, toolIds: readonly string[], limit: number): Promise<OperationRow[]> {
  if (toolIds.length === 0) return Promise.resolve([]);
  return rows(db)
    .where('tool_id', 'in', toolIds)
    .where('state', 'in', ACTIVE_STATES)
    .orderBy('created_at')
    .limit(limit)
    .execute();
}

/** Holds, until the transaction ends, all others that would start an operation of this tool as the only one. */
export async function lockStart(transaction: Database, toolId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`start ${toolId}`}, 0))`.execute(transaction);
}

export interface NewOperation {
  readonly id: string;
  readonly toolId: string;
  readonly input: object;
  readonly userId: string | null;
  readonly datasetId: string | null;
}

export async function insertOperation(db: Database, operation: NewOperation): Promise<void> {
  await db
    .insertInto('jobs')
    .values({
      id: operation.id,
      tool_id: operation.toolId,
      dataset_id: operation.datasetId,
      user_id: operation.userId,
      input: JSON.stringify(operation.input),
      state: 'Enqueued',
    })
    .execute();
}

/** What a change of state tells; times are set by the state. */
export type OperationChange =
  | { readonly state: 'Processing' }
  | { readonly state: 'Enqueued' }
  | { readonly state: 'Succeeded'; readonly result: object }
  | { readonly state: 'Failed'; readonly error: string };

/** Moves an active operation to a state; one that has ended stays as it is. */
export async function changeOperation(db: Database, id: string, change: OperationChange): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ ...stateColumns(change.state), ...facts(change) })
    .where('id', '=', id)
    .where('state', 'in', ACTIVE_STATES)
    .execute();
}

/** The member `secret` of an input (sealed by who wrote it) is kept no longer than the operation needs it. */
const withoutSecret = sql<string | null>`input - 'secret'`;

function facts(change: OperationChange) {
  if (change.state === 'Failed') return { error: change.error, input: withoutSecret };
  if (change.state === 'Succeeded') return { result: JSON.stringify(change.result), input: withoutSecret };
  return {};
}

/** Says how far a job is that is running. */
export async function setJobProgress(db: Database, id: string, progress: number | null, phase: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ progress, phase })
    .where('id', '=', id)
    .where('state', '=', 'Processing')
    .execute();
}

export const hasEnded = ({ state }: OperationRow): boolean => isFinal(state);
