import type { IncomingMessage } from 'node:http';
import { fail } from '../../errors/index.ts';
import { textDecoder } from '../../forms/index.ts';
import type { BodyClaim } from './body-budget.ts';
import { whileBodyArrives } from './body-watch.ts';

/** Time for a body that is held in memory: 16 MiB at one Mbit/s take 134 s. */
export const BODY_LIMIT_MS = 300_000;

/** What a body may take. */
export interface BodyRoom {
  /** Bytes it may have. */
  readonly limit: number;
  readonly claim: BodyClaim;
}

/**
 * Reads a body into memory, piece by piece.
 *
 * @param take sees each piece as it arrives; what it throws ends the reading
 * @throws `too-large`, before the first byte where the request declares its length; `busy`; `too-slow`; `invalid-input` for a
 *   body that is cut off; what `take` throws
 */
export async function readPieces(
  request: IncomingMessage,
  room: BodyRoom,
  take: (piece: Buffer) => void,
): Promise<void> {
  await whileBodyArrives(request, (signal) => gather(request, room, take, signal), { limitMs: BODY_LIMIT_MS });
}

/** Reads a body as text. @param check sees each piece before it is decoded. Throws like `readPieces`, and FormError for bytes that are not UTF-8 */
export async function readText(
  request: IncomingMessage,
  room: BodyRoom,
  check: (piece: Buffer) => void,
): Promise<string> {
  const decode = textDecoder();
  let text = '';
  await readPieces(request, room, (piece) => {
    check(piece);
    text += decode(piece);
  });
  text += decode();
  // Some editors begin every file with a byte order mark.
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** Throws `too-large` for a request that declares more. */
export function refuseLength({ headers }: IncomingMessage, limit: number): void {
  if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
}

/** Counts the bytes of a body. The returned function throws `too-large` or `busy` */
export function bodyCounter({ limit, claim }: BodyRoom): (piece: Buffer) => void {
  let bytes = 0;
  return (piece) => {
    bytes += piece.length;
    if (bytes > limit) throw tooLarge(limit);
    claim.add(piece.length);
  };
}

async function gather(
  request: IncomingMessage,
  room: BodyRoom,
  take: (piece: Buffer) => void,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  refuseLength(request, room.limit);
  const count = bodyCounter(room);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const receive = (piece: Buffer): void => {
    try {
      count(piece);
      take(piece);
    } catch (cause) {
      reject(cause as Error);
      request.off('data', receive);
    }
  };
  const abort = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', abort);
  request.on('error', reject);
  request.once('end', resolve);
  request.on('data', receive);
  try {
    await promise;
  } finally {
    request.off('data', receive);
    request.off('end', resolve);
    request.off('error', reject);
    signal.removeEventListener('abort', abort);
  }
}

const tooLarge = (limit: number): Error =>
  fail('too-large', `The request body is larger than the ${limit} bytes this operation takes.`);
