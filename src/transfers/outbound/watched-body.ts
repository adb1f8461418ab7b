import type { IncomingMessage } from 'node:http';
import { asOutboundError, OutboundError } from './outbound-error.ts';

export interface BodyLimits {
  /** Who sends it, for messages. */
  readonly host: string;
  /** Most bytes the body may have. */
  readonly maxBytes: number;
  /** Longest time without `MIN_PROGRESS_BYTES` more; time this side does not read does not count. */
  readonly idleMs: number;
  readonly signal: AbortSignal;
}

/** A service that sends fewer bytes than this within the idle time holds up the import on purpose, or is as good as dead. */
const MIN_PROGRESS_BYTES = 16 * 1024;

/**
 * The bytes of an answer, as they come, within limits.
 *
 * @throws OutboundError `lasting` for a body that is too long, `passing` for one that stalls or breaks
 */
export async function* watchedBody(message: IncomingMessage, limits: BodyLimits): AsyncGenerator<Uint8Array> {
  const { host, maxBytes, idleMs, signal } = limits;
  const announced = Number(message.headers['content-length'] ?? 0);
  let total = 0;
  let waitedMs = 0;
  let progress = 0;
  try {
    if (announced > maxBytes) throw tooLong(host, maxBytes);
    const chunks = message[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
    for (;;) {
      const begin = performance.now();
      const timer = setTimeout(() => message.destroy(stalled(host, idleMs)), Math.max(1, idleMs - waitedMs));
      const { done, value } = await chunks.next().finally(() => clearTimeout(timer));
      signal.throwIfAborted();
      if (done) return;
      waitedMs += performance.now() - begin;
      progress += value.byteLength;
      if (progress >= MIN_PROGRESS_BYTES) [waitedMs, progress] = [0, 0];
      total += value.byteLength;
      if (total > maxBytes) throw tooLong(host, maxBytes);
      yield value;
    }
  } catch (cause) {
    throw asOutboundError(cause, host, signal);
  } finally {
    if (!message.readableEnded) message.destroy();
  }
}

/** All of a short answer. */
export async function wholeBody(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

const tooLong = (host: string, maxBytes: number): OutboundError =>
  new OutboundError('lasting', `${host} sends more than the ${maxBytes} bytes that were expected.`);

const stalled = (host: string, idleMs: number): OutboundError =>
  new OutboundError('passing', `${host} sent next to nothing for ${Math.ceil(idleMs / 1000)} s.`);
