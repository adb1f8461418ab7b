import { setTimeout as sleep } from 'node:timers/promises';
import type { Static } from 'typebox';
import Value from 'typebox/value';
import { ClientError } from '../client-error.ts';
import { parsedJson } from './answers.ts';
import { inDataset, type DatasetRef } from './addresses.ts';
import type { Connection } from './connection.ts';
import { ServerError, UnreachableError } from './server-error.ts';
import { TaskSummary } from './tasks.ts';

/** A task as it is after a change. */
export type TaskChange = Readonly<Static<typeof TaskSummary>>;

/** Between the end of a stream and the question for the next: as browsers do it. */
const AGAIN_MS = 3000;
/** Longest event: a task is told in a kilobyte, its path in eight. */
const MAX_EVENT_CHARS = 256 * 1024;

/**
 * Tells the tasks of a dataset, builds among them, whenever one changes, at first those that are active. A stream that ends is
 * asked for again, with what was missed.
 *
 * @throws ServerError 404 of a server that is too old, and every other refusal; the signal's reason
 */
export async function* followTasks(
  connection: Connection,
  dataset: DatasetRef,
  signal: AbortSignal,
): AsyncGenerator<TaskChange> {
  let last: string | undefined;
  for (;;) {
    try {
      for await (const { id, data } of eventsOf(connection, dataset, last, signal)) {
        last = id ?? last;
        const change = parsedJson(data, connection.server);
        if (Value.Check(TaskSummary, change)) yield change;
      }
    } catch (cause) {
      signal.throwIfAborted();
      if (!mayComeBack(cause)) throw cause;
    }
    await sleep(AGAIN_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** A service that restarts breaks its streams. */
function mayComeBack(cause: unknown): boolean {
  if (cause instanceof ServerError) return cause.status >= 500 || cause.status === 429;
  return cause instanceof UnreachableError || !(cause instanceof ClientError);
}

interface StreamedEvent {
  readonly id: string | undefined;
  readonly data: string;
}

async function* eventsOf(
  connection: Connection,
  dataset: DatasetRef,
  last: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<StreamedEvent> {
  const headers = { accept: 'text/event-stream', ...(last === undefined ? {} : { 'last-event-id': last }) };
  const answer = await connection.send({
    route: 'GET /orgs/{orgSlug}/ds/{dsSlug}/tasks/events',
    path: inDataset(dataset),
    headers,
    signal,
  });
  if (answer.body !== null) yield* readEvents(answer.body);
}

/** Reads a stream of events, as `EventSource` of browsers does: lines of fields, an empty line ends an event. */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<StreamedEvent> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of body) {
    text += decoder.decode(piece, { stream: true });
    const blocks = text.split(/\r?\n\r?\n/);
    text = blocks.pop() ?? '';
    if (text.length > MAX_EVENT_CHARS)
      throw new ClientError('The server sent an event that is longer than any it has.');
    for (const block of blocks) {
      const lines = block.split(/\r?\n/);
      const valuesOf = (field: string): string[] =>
        lines.flatMap((line) => (line.startsWith(`${field}:`) ? [line.slice(field.length + 1).replace(/^ /, '')] : []));
      const data = valuesOf('data');
      if (data.length > 0) yield { id: valuesOf('id').at(-1), data: data.join('\n') };
    }
  }
}
