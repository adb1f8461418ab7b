import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import type { Elsewhere, ParkedState, ParkedTask } from '../../../tasks/index.ts';
import {
  OutboundError,
  type NodeProgress,
  type ProcessingNode,
  type ProcessingNodes,
} from '../../../transfers/index.ts';

/** How nodes are asked. */
export interface NodeLimits {
  readonly remoteNodePollIntervalSeconds: number;
  /** Pauses grow to this while a node does not answer, or has nothing new to tell. */
  readonly remoteNodePollMaxBackoffSeconds: number;
}

/** What is kept of a task while it is at a node. */
const AtNode = Type.Object({
  nodeId: Type.String(),
  /** Its id there. */
  id: Type.String(),
  /** Photos it got; 0 before it is known to have them. */
  photos: Type.Integer(),
  /** Lines of its log that were shown; null when they cannot be read. */
  lines: Type.Union([Type.Integer(), Type.Null()]),
  /** What was seen last. */
  seen: Type.String(),
  /** Seconds from the look before the last one to the last one; 0 before there were two. */
  pause: Type.Number(),
  /** Milliseconds since 1970; null while it answers. */
  silentSince: Type.Union([Type.Number(), Type.Null()]),
});
export type AtNode = Static<typeof AtNode>;

/** State of a task that no node has looked at yet. */
export const AT_NODE = { photos: 0, lines: 0, seen: '', pause: 0, silentSince: null } as const;

/** @throws for what this version of the service has not written */
export const readAtNode = (parked: ParkedState): AtNode => Value.Parse(AtNode, parked);

/** A node is waited for that long while it does not answer: it is begun anew with its machine, and goes on with its tasks. */
const PATIENCE_MS = 600_000;
/** A node that is well answers at once, whatever it works on. */
const LOOK_MS = 10_000;
const END_MS = 5000;
/** Lines of one answer that are shown: no log keeps more by default. */
const MOST_LINES = 200;

/** Whether a node has been silent for too long. */
export const patienceIsOver = ({ silentSince }: AtNode): boolean =>
  silentSince !== null && Date.now() - silentSince > PATIENCE_MS;

/** What is told of a task that a node has not ended; undefined of one that it has. */
export function toldProgress({
  state,
  percent,
}: NodeProgress): { readonly percent: number | null; readonly phase: string } | undefined {
  if (state === 'queued') return { percent: 20, phase: 'queued' };
  if (state !== 'running') return undefined;
  return { percent: percent === null ? null : 20 + Math.min(100, Math.max(0, percent)) * 0.6, phase: 'processing' };
}

/** How tasks go on while a node has them: its state and its log are those of the task, and it is told of their end. */
export const atNodes = (nodes: ProcessingNodes, limits: NodeLimits): Elsewhere => ({
  async look(task) {
    const at = readAtNode(task.parked);
    const node = nodes.find(at.nodeId);
    // The settings name it no more: the next attempt says so.
    if (node === undefined) return { parked: at, seconds: null };
    const within = AbortSignal.any([task.signal, AbortSignal.timeout(LOOK_MS)]);
    try {
      return await lookAt({ ...task, signal: within }, at, node, limits);
    } catch (cause) {
      task.signal.throwIfAborted();
      if (!within.aborted && !isPassing(cause)) {
        if (!(cause instanceof OutboundError)) throw cause;
        return { parked: at, seconds: null }; // So does the next attempt of what the node says.
      }
      const silent = { ...at, silentSince: at.silentSince ?? Date.now() };
      if (patienceIsOver(silent)) return { parked: silent, seconds: null };
      const why = within.aborted
        ? `${node.title} did not answer within ${LOOK_MS / 1000} s.`
        : (cause as Error).message;
      task.log(`${why} It is asked again.`);
      return later(silent, at.pause * 2, limits);
    }
  },

  async leave(parked, signal) {
    const { nodeId, id } = readAtNode(parked);
    try {
      await nodes.find(nodeId)?.tasks.remove(id, AbortSignal.any([signal, AbortSignal.timeout(END_MS)]));
    } catch (cause) {
      // It knows the task no more, or lets nobody remove it.
      if (!(cause instanceof OutboundError) || cause.fault === 'passing') throw cause;
    }
  },
});

const isPassing = (cause: unknown): boolean => cause instanceof OutboundError && cause.fault === 'passing';

async function lookAt(task: ParkedTask, at: AtNode, node: ProcessingNode, limits: NodeLimits) {
  const progress = await node.tasks.info(at.id, task.signal);
  const lines = await showLines(task, at, node);
  const told = toldProgress(progress);
  const seen = JSON.stringify([progress.state, progress.percent, lines]);
  const now: AtNode = { ...at, lines, seen, silentSince: null };
  if (told === undefined) return { parked: now, seconds: null };
  task.report(told.percent, told.phase);
  return later(now, seen === at.seen ? at.pause * 2 : 0, limits);
}

function later(at: AtNode, seconds: number, limits: NodeLimits) {
  const { remoteNodePollIntervalSeconds: least, remoteNodePollMaxBackoffSeconds: most } = limits;
  const pause = Math.max(least, Math.min(seconds, most));
  return { parked: { ...at, pause }, seconds: pause };
}

/** Shows lines of a node's log that were not shown yet; what cannot be read is said once, and is no reason to fail. */
async function showLines({ log, signal }: ParkedTask, { id, lines: from }: AtNode, node: ProcessingNode) {
  if (from === null) return null;
  try {
    const lines = await node.tasks.lines(id, from, signal);
    for (const line of lines.slice(-MOST_LINES)) log(line);
    return from + lines.length;
  } catch (cause) {
    if (!(cause instanceof OutboundError) || cause.fault === 'passing') throw cause;
    log(`The log of ${node.title} cannot be read: ${cause.message}`);
    return null;
  }
}
