import type { ServerResponse } from 'node:http';
import type { MemoryClaim, MemoryShare } from '../memory/index.ts';
import type { Answering } from './answers.ts';

/** Draws the pictures of answers within the memory for pictures. */
export interface PictureMemory {
  /**
   * Takes memory and draws a picture. What is left of the memory, the encoded picture, is held until it is sent: clients that
   * read slowly fill the share, and not the machine.
   *
   * @param bytes that drawing and encoding take at most
   * @throws MemoryError
   */
  draw(
    bytes: number,
    call: Pick<Answering, 'reply'> & { readonly signal: AbortSignal },
    work: () => Promise<Uint8Array>,
  ): Promise<Uint8Array>;
}

/** A picture on its way to a client. */
interface Unsent {
  readonly raw: ServerResponse;
  readonly since: number;
}

/**
 * Time that a client gets to take its picture while others wait for memory: 12 MB, the largest usual picture, at 10 Mbit/s.
 * Otherwise a few clients that read nothing would keep all others from drawing.
 */
const PATIENCE_MS = 10_000;

/** @param patienceMs time of a slow client; `PATIENCE_MS` by default */
export function createPictureMemory(memory: MemoryShare, patienceMs = PATIENCE_MS): PictureMemory {
  /** In the order in which they were drawn. */
  const unsent = new Set<Unsent>();

  /** Cuts off the slowest clients while there is no room for another picture. */
  function makeRoom(bytes: number): void {
    const { maxBytes, reservedBytes } = memory.load();
    if (reservedBytes + bytes <= maxBytes) return;
    for (const { raw, since } of unsent) if (performance.now() - since >= patienceMs) raw.destroy();
  }

  function holdUntilSent(raw: ServerResponse, claim: MemoryClaim): void {
    const answer = { raw, since: performance.now() };
    unsent.add(answer);
    const end = (): void => {
      unsent.delete(answer);
      claim.release();
    };
    // Nothing is told any more when the client went away before.
    if (raw.destroyed) end();
    else raw.once('close', end);
  }

  return {
    async draw(bytes, { reply, signal }, work) {
      makeRoom(bytes);
      const claim = await memory.take(bytes, signal);
      try {
        const picture = await work();
        claim.shrink(picture.length);
        holdUntilSent(reply.raw, claim);
        return picture;
      } catch (cause) {
        claim.release();
        throw cause;
      }
    },
  };
}
