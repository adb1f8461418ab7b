import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { UUID, type Database } from '../database/index.ts';
import {
  activeOperations,
  changeOperation,
  findOperation,
  hasEnded,
  insertOperation,
  lockStart,
  setJobProgress,
  type OperationRow,
} from './operation-store.ts';
import { throttleProgress, type ReportProgress } from './progress.ts';
import type { JobQueue } from './queue.ts';
import type { Attempt } from './workers.ts';

/** Queue of what works on this service alone: clean-ups, checks. */
export const SYSTEM_QUEUE = 'system';
/** Queue of what waits for other services, for a day perhaps: it must not hold up the others. */
const TRANSFER_QUEUE = 'transfers';
/** All queues of operations. */
export const OPERATION_QUEUES = [SYSTEM_QUEUE, TRANSFER_QUEUE] as const;

/** Tools whose ids begin like this are transfers. */
const TRANSFER = 'import-';
const queueOf = (toolId: string): string => (toolId.startsWith(TRANSFER) ? TRANSFER_QUEUE : SYSTEM_QUEUE);

/** Long work of the whole service: imports, clean-ups, checks. */
export interface Operations {
  /**
   * Starts an operation; it exists when `transaction` commits, and not otherwise.
   *
   * @param toolId which operation, as the worker was given it
   * @param input JSON; kept in the job's row, its member `secret`, which must be sealed, until the job ends
   * @param datasetId the dataset it is about, for the list of tasks; it goes with the dataset
   * @returns id of the job
   */
  start(
    transaction: Database,
    toolId: string,
    input: object,
    userId: string | null,
    datasetId?: string,
  ): Promise<string>;
  /** Starts an operation of which there is to be one at a time. @returns id of the job; of that which has not ended, if any */
  startOnce(transaction: Database, toolId: string, input: object, userId: string | null): Promise<string>;
  /** Any job of the service, by id; `undefined` for what is no id as well. */
  find(id: string): Promise<OperationRow | undefined>;
  /** Waits until a job has ended. A signal that fires ends the waiting, not the job. @throws the signal's reason */
  wait(id: string, signal: AbortSignal): Promise<OperationRow>;
}

/** Milliseconds between looks at a job somebody waits for: short ones answer at once, long ones cost little. */
const LOOKS_MS = { first: 20, longest: 1000 } as const;

export function createOperations(db: Database, queue: Pick<JobQueue, 'send'>): Operations {
  const find = async (id: string): Promise<OperationRow | undefined> =>
    UUID.test(id) ? findOperation(db, id) : undefined;
  const start: Operations['start'] = async (transaction, toolId, input, userId, datasetId) => {
    const id = randomUUID();
    await insertOperation(transaction, { id, toolId, input, userId, datasetId: datasetId ?? null });
    await queue.send(queueOf(toolId), id, transaction);
    return id;
  };
  return {
    find,
    start,

    async startOnce(transaction, toolId, input, userId) {
      await lockStart(transaction, toolId);
      const [active] = await activeOperations(transaction, [toolId], 1);
      return active?.id ?? start(transaction, toolId, input, userId);
    },

    async wait(id, signal) {
      for (let pause: number = LOOKS_MS.first; ; pause = Math.min(pause * 2, LOOKS_MS.longest)) {
        signal.throwIfAborted();
        const row = await find(id);
        if (row === undefined) throw new Error('A job that somebody waited for was removed');
        if (hasEnded(row)) return row;
        await sleep(pause, undefined, { signal });
      }
    },
  };
}

/** What one attempt at an operation is given. */
export interface OperationContext {
  readonly id: string;
  /** As it was given to `start`, after a way through JSON. */
  readonly input: unknown;
  readonly userId: string | null;
  /** Fires when the service stops (another attempt follows), or when the job is cancelled. */
  readonly signal: AbortSignal;
  readonly report: ReportProgress;
}

/**
 * An operation. A `ServiceError` it throws is its end, with that text; anything else is tried again. So it must be able to
 * begin anew after an attempt that was cut off anywhere. @returns JSON for `jobs.result`
 */
export type Operation = (context: OperationContext) => Promise<object>;

export interface OperationWorkerOptions {
  readonly db: Database;
  readonly queue: JobQueue;
  /** By tool id. */
  readonly operations: Readonly<Record<string, Operation>>;
  /** Told of faults that are no refusal. */
  readonly onError: (error: unknown) => void;
}

/** Operations of one queue that one process runs at the same time: a long one must not hold up a short one. */
const AT_ONCE = 2;
/** Attempts at an operation that ends by a fault: the database away, a disk that fails. */
const MAX_FAULTS = 3;
/** More than run at the same time anywhere. */
const MAX_ACTIVE = 10_000;

/**
 * Starts taking operations from their queues; they stop when it is closed.
 *
 * @returns what settles operations that the queue has given up, because all processes that tried them died
 */
export async function startOperationWorker(options: OperationWorkerOptions): Promise<{ settleLost(): Promise<void> }> {
  const { db, queue, operations } = options;
  for (const each of OPERATION_QUEUES) await queue.work(each, AT_ONCE, (attempt) => runAttempt(attempt, options));
  return {
    async settleLost() {
      for (const { id, toolId } of await activeOperations(db, Object.keys(operations), MAX_ACTIVE)) {
        const state = await queue.state(queueOf(toolId), id);
        if (state === 'waiting' || state === 'active') continue;
        const error = 'Every attempt ended with the process that made it. Start it again.';
        await changeOperation(db, id, { state: 'Failed', error });
      }
    },
  };
}

async function runAttempt(attempt: Attempt, { db, operations, onError }: OperationWorkerOptions): Promise<void> {
  const { id, number, signal } = attempt;
  const row = await findOperation(db, id);
  if (row === undefined || hasEnded(row)) return;
  await changeOperation(db, id, { state: 'Processing' });
  try {
    const operation = operations[row.toolId];
    if (operation === undefined) throw new Error(`This version knows no operation ${row.toolId}`);
    const report = throttleProgress((percent, phase) => setJobProgress(db, id, percent, phase));
    const result = await operation({ id, input: row.input, userId: row.userId, signal, report });
    await changeOperation(db, id, { state: 'Succeeded', result });
  } catch (cause) {
    const refusal = refusalOf(cause);
    const isFault = refusal === undefined && !signal.aborted;
    if (isFault) onError(cause);
    if (signal.aborted || (isFault && number < MAX_FAULTS)) {
      await changeOperation(db, id, { state: 'Enqueued' });
      throw cause;
    }
    await changeOperation(db, id, { state: 'Failed', error: refusal ?? 'The service failed; see its log.' });
  }
}

/** Text of an error that may be shown to people. Its class stands in the layer above this one. */
function refusalOf(cause: unknown): string | undefined {
  return cause instanceof Error && cause.name === 'ServiceError' ? cause.message : undefined;
}
