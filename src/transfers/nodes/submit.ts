import { createRetries, OutboundError, type Retries, type RetryLimits } from '../outbound/index.ts';
import { Anything, NodeTaskId, NodeTaskInfo } from './answers.ts';
import type { NodeCaller } from './caller.ts';
import { formBody, type FormFile } from './form.ts';

/** What a node is to do. */
export interface NodeSubmission {
  /** UUID (version 4) that it is to have at the node. */
  readonly id: string;
  readonly name: string;
  readonly options: readonly object[];
  readonly photos: readonly FormFile[];
  /** Told how many bytes of photos were sent. */
  readonly onBytes: (bytes: number) => void;
}

/**
 * Begins a task at a node: it is announced, photos are sent one by one, and it is committed. A photo whose upload is cut is
 * sent again. Nodes that know no announcement get everything in one form.
 *
 * @returns its id at the node: that which was asked for, unless the node gives its own
 * @throws OutboundError; the signal's reason
 */
export async function submitNodeTask(
  caller: NodeCaller,
  retry: RetryLimits,
  submission: NodeSubmission,
  signal: AbortSignal,
): Promise<string> {
  const { name, options, photos, onBytes } = submission;
  const fields = { name, options: JSON.stringify(options) };
  const uuid = await announce(caller, retry, { ...submission, fields }, signal);
  if (uuid === undefined) return sendAtOnce(caller, { ...submission, fields }, signal);
  let sent = 0;
  for (const photo of photos) {
    const retries = createRetries(retry);
    await untilDone(retries, signal, () => sendPhoto(caller, uuid, photo, signal));
    sent += photo.size;
    onBytes(sent);
  }
  await commit(caller, retry, uuid, signal);
  return uuid;
}

interface Announcement extends NodeSubmission {
  readonly fields: Readonly<Record<string, string>>;
}

/** @returns undefined where the node knows nothing of announcements */
async function announce(
  caller: NodeCaller,
  retry: RetryLimits,
  { id, fields }: Announcement,
  signal: AbortSignal,
): Promise<string | undefined> {
  const retries = createRetries(retry);
  const ask = async (): Promise<string> => {
    const form = formBody(fields);
    const headers = { ...form.headers, 'set-uuid': id };
    const question = { method: 'POST', what: 'the new task', ...form, headers, signal } as const;
    return (await caller.ask('task/new/init', NodeTaskId, question)).uuid;
  };
  try {
    return await untilDone(retries, signal, ask);
  } catch (cause) {
    if (!(cause instanceof OutboundError) || cause.fault !== 'lasting') throw cause;
    if (/ answered (404|405)\b/.test(cause.message)) return undefined;
    // What an upload that was cut off left under this id is cleared away by the refusal; a second refusal is about something else.
    return untilDone(retries, signal, ask);
  }
}

async function sendPhoto(caller: NodeCaller, uuid: string, photo: FormFile, signal: AbortSignal): Promise<void> {
  const form = formBody({}, [photo]);
  const what = `the upload of ${photo.name}`;
  await caller.ask(`task/new/upload/${uuid}`, Anything, { method: 'POST', what, ...form, signal });
}

async function sendAtOnce(
  caller: NodeCaller,
  { id, fields, photos, onBytes }: Announcement,
  signal: AbortSignal,
): Promise<string> {
  const form = formBody(fields, photos);
  const headers = { ...form.headers, 'set-uuid': id };
  let sent = 0;
  const body = (async function* () {
    for await (const chunk of form.body) {
      yield chunk;
      onBytes((sent += chunk.byteLength));
    }
  })();
  const question = { method: 'POST', what: 'the new task', body, headers, signal } as const;
  return (await caller.ask('task/new', NodeTaskId, question)).uuid;
}

/** Nodes move all photos before they answer this, and may not be heard of until then: whether the task is there tells. */
async function commit(caller: NodeCaller, retry: RetryLimits, uuid: string, signal: AbortSignal): Promise<void> {
  const isThere = () =>
    caller.ask(`task/${uuid}/info`, NodeTaskInfo, { what: 'the task', signal }).then(
      () => true,
      () => false,
    );
  const retries = createRetries(retry);
  const question = { method: 'POST', what: 'the end of the upload', signal } as const;
  const ask = async (): Promise<void> => {
    try {
      await caller.ask(`task/new/commit/${uuid}`, NodeTaskId, question);
    } catch (cause) {
      if (!(await isThere())) throw waited(cause, retries);
    }
  };
  await untilDone(retries, signal, ask);
}

/** After a commit that was not answered another one is refused while the node is at it still. */
const waited = (cause: unknown, { count }: Retries): unknown =>
  cause instanceof OutboundError && cause.fault === 'lasting' && count > 0
    ? new OutboundError('passing', cause.message)
    : cause;

/** Does something again as long as it is worth it. @throws what it threw last */
async function untilDone<T>(retries: Retries, signal: AbortSignal, attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (cause) {
      await retries.pause(cause, signal);
    }
  }
}
