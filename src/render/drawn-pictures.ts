import { LRUCache } from 'lru-cache';
import { createSharedWork } from '../concurrency/index.ts';
import type { EncodedImage } from './encode.ts';

/** Drawn pictures, the latest of which stay in memory. A key holds the file's version, so a rebuilt file never meets its old pictures. */
export interface DrawnPictures {
  get(key: string): EncodedImage | undefined;
  set(key: string, picture: EncodedImage): void;
  /** The kept picture, or the one that `draw` makes: once, however many ask for it meanwhile. Its signal is the one of all who wait. */
  getOrDraw(
    key: string,
    signal: AbortSignal | undefined,
    draw: (signal: AbortSignal) => Promise<EncodedImage>,
  ): Promise<EncodedImage>;
  /** Forgets the pictures whose keys begin with this. */
  forget(start: string): void;
}

/** @param maxBytes of pictures and keys; 0 keeps none */
export function createDrawnPictures(maxBytes: number): DrawnPictures {
  const shared = createSharedWork<EncodedImage>();
  // `LRUCache` takes 0 for no limit.
  const kept =
    maxBytes > 0
      ? new LRUCache<string, EncodedImage>({
          maxSize: maxBytes,
          // Two bytes a character, at most.
          sizeCalculation: ({ bytes }, key) => bytes.length + 2 * key.length,
        })
      : undefined;

  return {
    get: (key) => kept?.get(key),
    set: (key, picture) => void kept?.set(key, picture),
    async getOrDraw(key, signal, draw) {
      return (
        kept?.get(key) ??
        shared.run(key, signal, async (joined) => {
          const picture = await draw(joined);
          kept?.set(key, picture);
          return picture;
        })
      );
    },
    forget(start) {
      for (const key of Array.from(kept?.keys() ?? [])) if (key.startsWith(start)) kept?.delete(key);
    },
  };
}
