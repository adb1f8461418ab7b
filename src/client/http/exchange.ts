import { once } from 'node:events';
import { request as requestPlain, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import { bodyBlocks, discard } from '../../bytes/index.ts';

/** A body in pieces. What a piece is made of may be used again once the next piece is asked for. */
type Pieces = AsyncIterable<Uint8Array>;

/** A request as it goes out. */
export interface Outgoing {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A body of known length says so in a header; another one is sent in chunks. */
  readonly body?: Pieces | Uint8Array | undefined;
  readonly signal: AbortSignal;
  /** Longest time between two pieces of the answer. */
  readonly answerIdleMs?: number;
}

/** A connection on which nothing moves for so long is lost: longer than any step of the service takes. */
const IDLE_MS = 300_000;
/** An answer that has begun and of which nothing comes for so long comes no more. */
const ANSWER_IDLE_MS = 60_000;
/** Statuses that have no body (RFC 9110). */
const BODILESS = new Set([204, 205, 304]);

/**
 * One request whose bytes go as they are, in both directions: nothing is compressed or copied, and of a body no more is in
 * memory than what is sent at this moment. For files, where `fetch` takes several times the processor and holds what it has
 * sent. A piece of the answer's body is good until the next one is asked for.
 *
 * @throws errors of the connection; the signal's reason
 */
export async function exchangeBytes(
  address: URL,
  { body, signal, answerIdleMs = ANSWER_IDLE_MS, ...rest }: Outgoing,
): Promise<Response> {
  const begin = address.protocol === 'https:' ? requestSecure : requestPlain;
  const request = begin(address, { ...rest, signal });
  request.setTimeout(IDLE_MS, () => request.destroy(new Error('it does not answer in time')));
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => undefined); // Seen below, unless the body failed first.
  // A fault behind the answer is one of its body, which tells of it.
  request.on('error', () => undefined);
  try {
    await send(request, body, answered);
  } catch (cause) {
    request.destroy();
    throw cause;
  }
  const [message] = await answered;
  // A connection whose body was not wanted is still half full.
  if (!request.writableEnded) message.once('close', () => request.destroy());
  return responseOf(message, answerIdleMs);
}

/** Sends the body, up to the answer: a server that has answered reads no more. */
async function send(request: ClientRequest, body: Outgoing['body'], answered: Promise<unknown>): Promise<void> {
  if (body === undefined || body instanceof Uint8Array) return void request.end(body);
  let isAnswered = false;
  const answer = answered.then(() => void (isAnswered = true));
  answer.catch(() => undefined); // Seen with the next piece, or by anyone who waits for the answer.
  for await (const piece of body) {
    await Promise.race([written(request, piece), answer]);
    if (isAnswered) return;
  }
  request.end();
}

function written(request: ClientRequest, piece: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    request.write(piece, (fault) => (fault ? reject(fault) : resolve()));
  });
}

function responseOf(message: IncomingMessage, idleMs: number): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  const status = message.statusCode!;
  if (BODILESS.has(status)) {
    discard(message);
    return new Response(null, { status, headers });
  }
  message.setTimeout(idleMs, () => message.destroy(new Error('it stopped sending')));
  return new Response(ReadableStream.from(blocksOf(message)), { status, headers });
}

function blocksOf(message: IncomingMessage): AsyncIterable<Uint8Array> {
  const blocks = bodyBlocks(message);
  // Nothing else can use a connection with a body that nobody reads; a generator is not told when it has not begun.
  const leave = async (): Promise<IteratorReturnResult<undefined>> => {
    await blocks.return(undefined);
    if (!message.readableEnded) message.destroy();
    return { done: true, value: undefined };
  };
  return { [Symbol.asyncIterator]: () => ({ next: () => blocks.next(), return: leave }) };
}
