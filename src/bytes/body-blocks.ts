import type { IncomingMessage } from 'node:http';
import { finished, type Readable } from 'node:stream';
import { openBufferRoom } from './buffer-room.ts';
import { giveBack } from './give-back.ts';
import { BLOCK_BYTES, GOOD_FOR } from './good-for.ts';

/** A block that fills no faster is passed on as it is: anyone who watches a slow connection sees it move. */
const LATE_MS = 250;

export interface BlockOptions {
  /** Ends the blocks behind what has arrived; the rest of the body is left unread. */
  readonly enough?: AbortSignal;
  /** Bytes that the body has at most; one with headers tells its length itself. */
  readonly mostBytes?: number;
  /** Blocks that may be asked for until one that was given is filled anew. */
  readonly goodFor?: number;
}

/**
 * The body of a request, of an answer or of a part of a form in large blocks, which lie in buffers in turn: while some are written
 * another one is filled. A block is good until `goodFor` more are asked for.
 *
 * What the connection brings, 64 KiB at a time, is copied and its memory given back. Left to the garbage collector it is 64 MiB
 * of memory outside of its heap every 50 ms, for each of which it walks all of the heap: more than half of the processor time of
 * an upload.
 *
 * @throws the fault of a body that is cut off, behind what has arrived
 */
export async function* bodyBlocks(
  body: Readable,
  { enough, mostBytes = declaredBytes(body), goodFor = GOOD_FOR }: BlockOptions = {},
): AsyncGenerator<Uint8Array> {
  const room = openBufferRoom();
  const size = Math.min(mostBytes, room.bytes(goodFor + 1, BLOCK_BYTES));
  let block: Uint8Array = Buffer.allocUnsafeSlow(size);
  const given: Uint8Array[] = [];
  let filled = 0;
  let rest: Uint8Array | undefined;
  let hasEnded = enough?.aborted === true;
  let fault: Error | null | undefined;
  let wake = (): void => undefined;

  const take = (bytes: Uint8Array): void => {
    const room = size - filled;
    block.set(bytes.subarray(0, room), filled);
    filled += Math.min(room, bytes.length);
    if (bytes.length > room) rest = bytes.subarray(room);
    else giveBack(bytes);
    if (filled < size) return;
    body.pause();
    wake();
  };
  const end = (cause?: Error | null): void => {
    body.off('data', take);
    hasEnded = true;
    fault = cause;
    wake();
  };
  const arrival = async (): Promise<void> => {
    let late: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      wake = resolve;
      late = setInterval(() => filled > 0 && resolve(), LATE_MS);
    });
    clearInterval(late);
  };
  const forget = finished(body, { writable: false }, end);
  const leave = (): void => end();
  enough?.addEventListener('abort', leave);
  try {
    if (!hasEnded) body.on('data', take);
    for (;;) {
      if (filled < size && !hasEnded) await arrival();
      if (filled === 0) break;
      const full = block.subarray(0, filled);
      given.push(block);
      if (!hasEnded || rest) block = given.length > goodFor ? given.shift()! : Buffer.allocUnsafeSlow(size);
      filled = 0;
      const bytes = rest;
      rest = undefined;
      if (bytes) take(bytes);
      if (filled < size && !hasEnded) body.resume();
      yield full;
    }
    if (fault) throw fault;
  } finally {
    room.close();
    body.off('data', take);
    body.pause();
    forget();
    enough?.removeEventListener('abort', leave);
  }
}

const declaredBytes = (body: Readable): number => {
  const { headers }: Partial<IncomingMessage> = body as Partial<IncomingMessage>;
  return Number(headers?.['content-length'] ?? Infinity);
};
