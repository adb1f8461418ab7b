import type { Database } from '../../database/index.ts';
import type { BatchEnding, Staging } from '../../datasets/index.ts';
import type { JobQueue } from '../../jobs/index.ts';
import { KEPT_FOLDER, type Artifacts, type TaskFolder } from '../attempts/artifacts.ts';
import { takeBatchBack } from '../attempts/batches.ts';
import { tellEnded } from '../control/ended.ts';
import { changeTurns, TASK_QUEUE, type Dispatch } from '../dispatch/dispatch.ts';
import { forgetMadeBytes } from '../store/made-bytes.ts';
import {
  artifactsOf,
  endArtifacts,
  failLost,
  forgetTurns,
  leftBatches,
  sendAnew,
  sentTasks,
  type FilesOfTask,
  type SentTask,
} from './upkeep-store.ts';

export interface UpkeepDependencies {
  readonly db: Database;
  readonly queue: Pick<JobQueue, 'cancel' | 'states'>;
  readonly dispatch: Dispatch;
  readonly artifacts: Artifacts;
  readonly staging: Pick<Staging, 'rollBack'>;
  readonly ending: Pick<BatchEnding, 'forget'>;
}

/** What is done again and again, in every process. */
export interface Upkeep {
  /** Gives those their turn who wait though there are places: a process came or went. */
  dispatch(): Promise<void>;
  /** Settles tasks that the queue has lost or given up, and tells those who work on ended ones. */
  settle(): Promise<void>;
  /** Removes artifacts whose time is over, and what attempts left that were cut off. */
  sweep(): Promise<void>;
}

/** A task that changed within this time may still be on its way into the queue. */
const SETTLED_SECONDS = 60;
const GIVEN_UP = 'Every attempt ended with the process that made it. Try again.';
/** A file is in its place for a moment before a row names it; a flush of a large one takes its time. */
const UNNAMED_MS = 3_600_000;
/** Folders of tasks that one statement asks about. */
const FOLDERS = 500;

export function createUpkeep({ db, queue, dispatch, artifacts, staging, ending }: UpkeepDependencies): Upkeep {
  const settleOne = async (task: SentTask, state: string): Promise<void> => {
    if (state === 'waiting' || state === 'active') return;
    if (state === 'unknown')
      await changeTurns(db, dispatch, (transaction) => sendAnew(transaction, task), task.datasetId);
    else await changeTurns(db, dispatch, (transaction) => failLost(transaction, task, GIVEN_UP));
  };

  const sweepFolders = async (folders: readonly TaskFolder[]): Promise<void> => {
    const named = await artifactsOf(
      db,
      folders.map(({ taskId }) => taskId),
    );
    for (const { taskId, changedMs } of folders) {
      const files = named.get(taskId);
      if (files === undefined) await artifacts.remove(taskId);
      else if (!files.isUnderWay) await removeUnnamed(artifacts, taskId, files, Date.now() - changedMs);
    }
  };

  return {
    dispatch: () => changeTurns(db, dispatch, () => Promise.resolve()),

    async settle() {
      await tellEnded(db, queue);
      const sent = await sentTasks(db, SETTLED_SECONDS);
      const states = await queue.states(
        TASK_QUEUE,
        sent.map(({ queueId }) => queueId),
      );
      for (const task of sent) await settleOne(task, states.get(task.queueId) ?? 'unknown');
    },

    async sweep() {
      await endArtifacts(db);
      await changeTurns(db, dispatch, forgetTurns);
      await forgetMadeBytes(db);
      for await (const folders of inPieces(artifacts.tasks(), FOLDERS)) await sweepFolders(folders);
      for (const { id, isRunning } of await leftBatches(db)) {
        if (isRunning) await takeBatchBack(db, staging, id);
        else await ending.forget(id);
      }
    },
  };
}

async function removeUnnamed(
  artifacts: Artifacts,
  taskId: string,
  { file: named, goesOn }: FilesOfTask,
  ageMs: number,
): Promise<void> {
  if (ageMs < UNNAMED_MS) return;
  for (const file of await artifacts.filesOf(taskId))
    if (file !== named && !(goesOn && file === KEPT_FOLDER)) await artifacts.remove(taskId, file);
}

/** What comes one by one, so many at a time. */
async function* inPieces<T>(all: AsyncIterable<T>, size: number): AsyncGenerator<readonly T[]> {
  let piece: T[] = [];
  for await (const one of all) {
    piece.push(one);
    if (piece.length < size) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}
