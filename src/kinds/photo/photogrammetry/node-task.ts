import type { EntryRow } from '../../../datasets/index.ts';
import { fail, ServiceError } from '../../../errors/index.ts';
import type { ParkedWork, RunningTask } from '../../../tasks/index.ts';
import { OutboundError, type NodeProgress, type ProcessingNode } from '../../../transfers/index.ts';
import { AT_NODE, patienceIsOver, readAtNode, toldProgress, type AtNode, type NodeLimits } from './at-node.ts';

type Task = Pick<RunningTask<unknown>, 'id' | 'parked' | 'signal' | 'log' | 'report' | 'wasCancelled'>;

/** Whatever is to end shall end within seconds. */
const END_MS = 5000;

/** A task of ours that a node has done. */
export interface NodeTask {
  /** Its id at the node. */
  readonly id: string;
  readonly node: ProcessingNode;
  /** Photos that the node got. */
  readonly photos: number;
}

/** What is to be done at a node. */
export interface NodeWork<T> {
  /** The photos that are meant. */
  photos(): Promise<readonly EntryRow[]>;
  /** Begins it, where the node does not know it yet. @returns its id there */
  submit(photos: readonly EntryRow[]): Promise<string>;
  /** Uses what came of it. */
  use(nodeTask: NodeTask): Promise<T>;
}

/**
 * Has a node do something, parks the task meanwhile, and uses what it did. The task has our id at the node, so that an attempt
 * after one that was cut off finds it and goes on with it. It is removed there when it is cancelled and when it came to nothing;
 * what is only in the way here (a quota, a full disk, a connection) lets it be there for another try. After a success the
 * next look at parked tasks removes it.
 *
 * @throws ServiceError for what the node refused or failed at
 */
export async function withNodeTask<T>(
  task: Task,
  node: ProcessingNode,
  limits: NodeLimits,
  work: NodeWork<T>,
): Promise<T | ParkedWork> {
  const parked = task.parked === null ? undefined : readAtNode(task.parked);
  let at: AtNode = parked ?? { ...AT_NODE, nodeId: node.id, id: task.id };
  const park = (seconds: number): ParkedWork => ({ parked: { ...at }, seconds });
  try {
    const progress = await find(task, node, at);
    if (progress === 'silent') return park(limits.remoteNodePollIntervalSeconds);
    if (progress === undefined || at.photos === 0) {
      const photos = await work.photos();
      task.report(0, 'submitting');
      if (progress === undefined) at = { ...at, id: await work.submit(photos), lines: 0 };
      else task.log(`The task is at ${node.title} already; it goes on.`);
      at = { ...at, photos: photos.length, silentSince: null };
      return park(0);
    }
    if (toldProgress(progress) !== undefined) return park(0);
    requireDone(progress, node);
    const result = await work.use({ id: at.id, node, photos: at.photos });
    task.signal.throwIfAborted();
    return result;
  } catch (cause) {
    if (await isOver(task, at, cause)) await remove(task, at, node);
    throw cause instanceof OutboundError ? fail('invalid-input', `${node.title}: ${cause.message}`, cause) : cause;
  }
}

/** What a node knows of a task; undefined where it knows none, `silent` where it is worth to wait for its answer. */
async function find(
  { log, signal }: Task,
  node: ProcessingNode,
  at: AtNode,
): Promise<NodeProgress | 'silent' | undefined> {
  try {
    return await node.tasks.info(at.id, signal);
  } catch (cause) {
    if (!(cause instanceof OutboundError)) throw cause;
    if (cause.fault === 'lasting' && at.photos === 0) return undefined;
    if (cause.fault !== 'passing' || patienceIsOver(at)) throw cause;
    log(`${cause.message} It is asked again.`);
    return 'silent';
  }
}

/** @throws `invalid-input` when it came to nothing */
function requireDone({ state, errorMessage }: NodeProgress, { title }: ProcessingNode): void {
  if (state === 'done') return;
  const reason = errorMessage ?? 'it does not say why; see the log';
  if (state === 'failed') throw fail('invalid-input', `${title} could not process the photos: ${reason}.`);
  throw fail('invalid-input', `The task was cancelled at ${title}.`);
}

/** Whether nobody will come back to what the node has. A cancelled task that was parked is ended by the next look at parked tasks. */
async function isOver({ signal, wasCancelled }: Task, { photos }: AtNode, cause: unknown): Promise<boolean> {
  if (signal.aborted && (signal.reason as Error | undefined)?.name === 'TimeoutError') return true;
  if (signal.aborted) return photos === 0 && (await wasCancelled());
  if (cause instanceof OutboundError) return cause.fault === 'lasting';
  return cause instanceof ServiceError && cause.code === 'invalid-input';
}

async function remove({ log }: Task, { id }: AtNode, node: ProcessingNode): Promise<void> {
  try {
    await node.tasks.remove(id, AbortSignal.timeout(END_MS));
  } catch (cause) {
    // Nodes remove old tasks by themselves; what was done counts all the same.
    log(`The task could not be removed from ${node.title}: ${cause instanceof Error ? cause.message : 'no answer'}`);
  }
}
