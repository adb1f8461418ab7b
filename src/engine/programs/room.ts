import { freeBytes } from '../disk-full.ts';

/** Looks how much room is left on a disk, again and again. */
export interface RoomWatch {
  /** Whether less is left than there has to be. @throws when the disk cannot be asked */
  isGone(): Promise<boolean>;
}

/** @param folder none: nothing is looked at; so it is when 0 bytes have to be left */
export function watchRoom(folder: string | undefined, leastBytes: number): RoomWatch {
  let looking = false;
  return {
    async isGone() {
      // A disk that hangs is asked once: each question holds one of the few threads that all files are read with.
      if (folder === undefined || leastBytes === 0 || looking) return false;
      looking = true;
      try {
        return (await freeBytes(folder)) < leastBytes;
      } finally {
        looking = false;
      }
    },
  };
}
