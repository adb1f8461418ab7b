import { subjectOf } from '../accounts/index.ts';
import { giveBack } from '../bytes/index.ts';
import { holdUntilSent, memoryClient } from '../http/index.ts';
import type { MemoryShare } from '../memory/index.ts';
import type { OgcCall } from './service.ts';

/** Draws the pictures of answers within the memory for pictures. */
export interface PictureMemory {
  /**
   * Takes memory and draws a picture. What is left of the memory, the encoded picture, is held until it is sent: clients that
   * read slowly fill the share, and not the machine.
   *
   * @param bytes that drawing and encoding take at most
   * @param work draws a picture that nothing else uses: its memory is freed when it is sent
   * @throws MemoryError
   */
  draw(bytes: number, call: PictureCall, work: () => Promise<Uint8Array>): Promise<Uint8Array>;
}

export type PictureCall = Pick<OgcCall, 'request' | 'reply' | 'caller' | 'signal'>;

export function createPictureMemory(memory: MemoryShare): PictureMemory {
  return {
    async draw(bytes, { request, reply, caller, signal }, work) {
      const client = memoryClient(reply, subjectOf(caller, request.ip));
      const claim = await memory.take(bytes, { signal, client, working: true });
      try {
        const picture = await work();
        claim.handOver(picture.length);
        const release = (): void => {
          // Left to the garbage collector, pictures that are sent already take half a gigabyte.
          giveBack(picture);
          claim.release();
        };
        holdUntilSent(reply, { release });
        return picture;
      } catch (cause) {
        claim.release();
        throw cause;
      }
    },
  };
}
