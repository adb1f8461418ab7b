import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** One thing that happened; without data only a sign of life, which keeps proxies from closing the connection. */
export interface StreamEvent {
  /** Name that programs listen for. */
  readonly name: string;
  /** What a client that comes back sends as `Last-Event-ID`. */
  readonly id: string;
  /** Sent as JSON. */
  readonly data: unknown;
}

/** Milliseconds after which browsers come back when a stream has ended. */
const RETRY_MS = 3000;
/** Written ahead of a slow reader at most; events wait where they come from. */
const AHEAD_BYTES = 16 * 1024;

/**
 * Answers with events as they come, until their source ends. They are asked for as fast as the client reads.
 *
 * @param events `undefined` is a sign of life
 */
export function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  events: () => AsyncIterable<StreamEvent | undefined>,
): FastifyReply {
  void reply.type('text/event-stream; charset=utf-8').headers({
    'cache-control': 'no-store',
    // nginx would keep the events until it has a page of them.
    'x-accel-buffering': 'no',
    // Nothing else is asked over this connection, and the end of the service need not wait for it.
    connection: 'close',
  });
  if (request.method === 'HEAD') return reply.send();
  return reply.send(Readable.from(written(events()), { objectMode: false, highWaterMark: AHEAD_BYTES }));
}

async function* written(events: AsyncIterable<StreamEvent | undefined>): AsyncGenerator<Buffer> {
  yield Buffer.from(`retry: ${RETRY_MS}\n\n`);
  for await (const event of events) {
    if (event === undefined) yield Buffer.from(':\n\n');
    // JSON has no line break, which would end the data.
    else yield Buffer.from(`event: ${event.name}\nid: ${event.id}\ndata: ${JSON.stringify(event.data)}\n\n`);
  }
}
