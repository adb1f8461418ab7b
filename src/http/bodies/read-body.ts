import type { IncomingMessage } from 'node:http';
import { fail } from '../errors.ts';
import { whileBodyArrives } from './body-watch.ts';

/** Time for a body that is held in memory: 16 MiB at one Mbit/s take 134 s. */
export const BODY_LIMIT_MS = 300_000;

/**
 * Reads a body into memory as text, piece by piece.
 *
 * @param limit bytes it may have
 * @param check sees each piece as it arrives; what it throws ends the reading
 * @throws `too-large`, before the first byte where the request declares its length; `too-slow`; `invalid-input` for a body
 *   that is cut off or is not UTF-8; what `check` throws
 */
export async function readText(
  request: IncomingMessage,
  limit: number,
  check: (piece: Buffer) => void = () => undefined,
): Promise<string> {
  return whileBodyArrives(request, (signal) => gather(request, limit, check, signal), { limitMs: BODY_LIMIT_MS });
}

async function gather(
  request: IncomingMessage,
  limit: number,
  check: (piece: Buffer) => void,
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted();
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const take = (piece: Buffer): void => {
    try {
      bytes += piece.length;
      if (bytes > limit) throw tooLarge(limit);
      check(piece);
      text += decode(decoder, piece);
    } catch (cause) {
      reject(cause as Error);
      request.off('data', take);
    }
  };
  const abort = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', abort);
  request.on('error', reject);
  request.once('end', resolve);
  request.on('data', take);
  try {
    await promise;
    return text + decode(decoder);
  } finally {
    request.off('data', take);
    request.off('end', resolve);
    request.off('error', reject);
    signal.removeEventListener('abort', abort);
  }
}

function decode(decoder: InstanceType<typeof TextDecoder>, piece?: Buffer): string {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
  } catch (cause) {
    throw fail('invalid-input', 'The request body is not valid UTF-8.', cause);
  }
}

const tooLarge = (limit: number): Error =>
  fail('too-large', `The request body is larger than the ${limit} bytes this operation takes.`);
