import { ServiceError } from '../../errors/index.ts';
import { ClaimLost, EXPIRE_SECONDS, type Attempt, type JobQueue } from '../../jobs/index.ts';
import { EngineError } from '../../engine/index.ts';
import { TASK_QUEUE } from '../dispatch/dispatch.ts';
import { failureOf, type TaskFailure } from '../error-type.ts';
import { attemptTask, type AttemptDependencies } from './attempt.ts';
import { failTask, holdTask, releaseTask, writeNotes, type HeldTask } from './attempt-store.ts';
import { createNoteTaker, type NoteTaker } from './notes.ts';

export interface WorkerDependencies extends AttemptDependencies {
  readonly queue: Pick<JobQueue, 'work'>;
  /** Told of faults that are no verdict about a task. */
  readonly onError: (error: unknown) => void;
}

/** Attempts at a task that ends by a fault which is no verdict: the database away, a disk that fails. */
const MAX_FAULTS = 3;
/** Seconds before the queue takes an attempt away, in which it ends with a verdict instead. */
const TO_END_SECONDS = 300;

/** Starts taking tasks from the queue; they stop when it is closed. */
export async function startTaskWorker(dependencies: WorkerDependencies): Promise<void> {
  const { queue, settings } = dependencies;
  await queue.work(TASK_QUEUE, settings.workers, (attempt) => runAttempt(attempt, dependencies));
}

async function runAttempt({ id: queueId, signal }: Attempt, dependencies: WorkerDependencies): Promise<void> {
  const { storing, settings } = dependencies;
  const task = await holdTask(storing.db, queueId);
  if (task === undefined) return;
  const limits = {
    maxLines: settings.logTailMaxLines,
    maxBytes: settings.logTailMaxBytes,
    everyMs: settings.progressUpdateThrottleSeconds * 1000,
  };
  const notes = createNoteTaker(task, limits, (now) => writeNotes(storing.db, task, now));
  const seconds = EXPIRE_SECONDS - TO_END_SECONDS;
  const over = AbortSignal.timeout(seconds * 1000);
  try {
    await attemptTask({ task, notes, signal: AbortSignal.any([signal, over]) }, dependencies);
  } catch (cause) {
    await notes.end();
    const isLate = over.aborted && !signal.aborted;
    const late = { type: 'Timeout', message: `The task took longer than ${seconds} seconds and was ended.` } as const;
    await settle(cause, { task, notes, signal, late: isLate ? late : undefined }, dependencies);
  }
}

interface Ended {
  readonly task: HeldTask;
  readonly notes: NoteTaker;
  readonly signal: AbortSignal;
  /** Set when the time was over. */
  readonly late: TaskFailure | undefined;
}

/** Writes down what becomes of a task whose attempt ended without success. @throws what is to be tried again */
async function settle(cause: unknown, ended: Ended, dependencies: WorkerDependencies): Promise<void> {
  const { task, notes, signal, late } = ended;
  const { storing, onError } = dependencies;
  // The task is another worker's, or nobody's.
  if (signal.reason instanceof ClaimLost || cause instanceof ClaimLost) return;
  if (signal.aborted) {
    await releaseTask(storing.db, task, notes.now(), false);
    throw cause;
  }
  const failure = late ?? failureOf(cause);
  if (failure !== undefined) return fail(failure, ended, dependencies);
  const isBusy = isOf(cause, EngineError, 'busy') || isOf(cause, ServiceError, 'busy');
  // Ended from outside, or by a disk that fails: nothing to be told of, and no verdict until it happens again and again.
  if (!isBusy && !isOf(cause, EngineError, 'ended')) onError(cause);
  if ((await releaseTask(storing.db, task, notes.now(), !isBusy)) < MAX_FAULTS) throw cause;
  const again = await holdTask(storing.db, task.queueId);
  if (again === undefined) return; // It was cancelled meanwhile.
  const verdict = { type: 'ServiceFault', message: 'The service failed; see its log.' } as const;
  await fail(verdict, { ...ended, task: again }, dependencies);
}

async function fail(failure: TaskFailure, { task, notes }: Ended, dependencies: WorkerDependencies): Promise<void> {
  const { storing, dispatch } = dependencies;
  notes.log(failure.message);
  await storing.db.transaction().execute(async (transaction) => {
    await dispatch.lock(transaction);
    if (await failTask(transaction, task, failure, notes.now())) await dispatch.next(transaction);
  });
}

const isOf = <E extends Error & { readonly code: string }>(
  cause: unknown,
  kind: abstract new (...args: never[]) => E,
  code: E['code'],
): boolean => cause instanceof kind && cause.code === code;
