import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { openBufferRoom } from './buffer-room.ts';
import { giveBack } from './give-back.ts';
import { GOOD_FOR } from './good-for.ts';

/** Most bytes of a block: so much is one call to write it. A body has four of them. */
const BLOCK_BYTES = 512 * 1024;
/** A block that fills no faster is passed on as it is: whoever watches a slow connection sees it move. */
const LATE_MS = 250;

/**
 * The body of a request, or of an answer, in large blocks, which lie in buffers in turn: while some are written another one is
 * filled. A block is good until `GOOD_FOR` more are asked for.
 *
 * What the connection brings, 64 KiB at a time, is copied and its memory given back. Left to the garbage collector it is 64 MiB
 * of memory outside of its heap every 50 ms, for each of which it walks all of the heap: more than half of the processor time of
 * an upload.
 *
 * @param enough ends the blocks behind what has arrived; the rest of the body is left unread
 * @throws the fault of a body that is cut off, behind what has arrived
 */
export async function* bodyBlocks(body: IncomingMessage, enough?: AbortSignal): AsyncGenerator<Uint8Array> {
  const room = openBufferRoom();
  const most = room.bytes(GOOD_FOR + 1, BLOCK_BYTES);
  const size = Math.min(most, Number(body.headers['content-length'] ?? most));
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
      if (!hasEnded || rest) block = given.length > GOOD_FOR ? given.shift()! : Buffer.allocUnsafeSlow(size);
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
