import type { Settings } from '../../settings/index.ts';
import { RETRY_LIMITS, type RetryLimits } from '../outbound/index.ts';
import { Anything, NODE_STATES, NodeInfo, NodeLines, NodeOptions, NodeTaskInfo, type NodeState } from './answers.ts';
import { plainText } from '../plain-text.ts';
import { createNodeCaller, type NodeCaller, type NodeFile } from './caller.ts';
import { submitNodeTask, type NodeSubmission } from './submit.ts';

/** Machines that make maps of photos, by the protocol of NodeODM. */
export interface ProcessingNodes {
  /** In the order of the settings. */
  readonly list: readonly ProcessingNode[];
  /** By its id; the first one where none is named. */
  find(id: string | null): ProcessingNode | undefined;
}

/** A node. What it throws are OutboundErrors, which name neither its address nor its token. */
export interface ProcessingNode {
  readonly id: string;
  readonly title: string;
  info(signal: AbortSignal): Promise<NodeInfo>;
  options(signal: AbortSignal): Promise<NodeOptions>;
  readonly tasks: NodeTasks;
}

/** Tasks at a node. */
export interface NodeTasks {
  /** Begins one. @returns its id at the node */
  submit(submission: NodeSubmission, signal: AbortSignal): Promise<string>;
  info(id: string, signal: AbortSignal): Promise<NodeProgress>;
  /** Lines of its log from one on, the first being 0. */
  lines(id: string, from: number, signal: AbortSignal): Promise<readonly string[]>;
  /** Brings its result, a ZIP archive. @returns its bytes */
  fetch(id: string, file: NodeFile, signal: AbortSignal): Promise<number>;
  /** Ends it, where it runs still, and takes it away with all it made. */
  remove(id: string, signal: AbortSignal): Promise<void>;
}

export interface NodeProgress {
  readonly state: NodeState;
  /** 0 to 100. */
  readonly percent: number | null;
  readonly errorMessage: string | null;
}

type NodeSettings = Pick<Settings['processingPlatform'], 'nodeOdm' | 'remoteNodeRequestTimeoutSeconds'>;

/** The nodes of the settings. Without an id the first is `default`, others `node-2` and so on. */
export function createProcessingNodes(
  { nodeOdm, remoteNodeRequestTimeoutSeconds }: NodeSettings,
  retry: RetryLimits = RETRY_LIMITS,
): ProcessingNodes {
  const list = nodeOdm.map(({ id: given, url, token, title }, index): ProcessingNode => {
    const id = given ?? (index === 0 ? 'default' : `node-${index + 1}`);
    const silenceMs = remoteNodeRequestTimeoutSeconds * 1000;
    const caller = createNodeCaller({ title: title ?? id, url, token, silenceMs, retry });
    return {
      id,
      title: title ?? id,
      info: (signal) => caller.ask('info', NodeInfo, { what: 'what it is', signal }),
      options: (signal) => caller.ask('options', NodeOptions, { what: 'its options', signal, maxBytes: 2 ** 22 }),
      tasks: tasksOf(caller, retry),
    };
  });
  return { list, find: (id) => (id === null ? list[0] : list.find((node) => node.id === id)) };
}

/** Bytes of lines that are taken at once: hours of a talkative engine. */
const MAX_LINES_BYTES = 2 ** 25;

const tasksOf = (caller: NodeCaller, retry: RetryLimits): NodeTasks => ({
  submit: (submission, signal) => submitNodeTask(caller, retry, submission, signal),

  async info(id, signal) {
    const { status, progress } = await caller.ask(`task/${id}/info`, NodeTaskInfo, { what: 'its state', signal });
    return {
      state: NODE_STATES[status.code],
      percent: progress ?? null,
      errorMessage: status.errorMessage ? plainText(caller.clean(status.errorMessage)) : null,
    };
  },

  async lines(id, from, signal) {
    const question = { what: 'its log', query: { line: String(from) }, maxBytes: MAX_LINES_BYTES, signal };
    return (await caller.ask(`task/${id}/output`, NodeLines, question)).map(caller.clean);
  },

  fetch: (id, file, signal) => caller.fetch(`task/${id}/download/all.zip`, file, signal),

  async remove(uuid, signal) {
    const body = JSON.stringify({ uuid });
    const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    const question = { method: 'POST', body, headers, signal } as const;
    await caller.ask('task/cancel', Anything, { ...question, what: 'the end of the task' });
    await caller.ask('task/remove', Anything, { ...question, what: 'the removal of the task' });
  },
});
