import { createThreads, ThreadError } from '../../../concurrency/index.ts';
import { fail } from '../../../errors/index.ts';
import type { ArchivedTile } from './archive.ts';
import type * as work from './enlarge-thread.ts';
import type { TileAddress } from './grid.ts';

/** Makes tiles below the deepest zoom of an archive. */
export interface EnlargedTiles {
  /**
   * @param from the tile of the archive that lies above
   * @returns undefined where nothing is
   * @throws `busy` when too much is asked for at once
   */
  find(from: ArchivedTile, above: TileAddress, address: TileAddress): Promise<ArchivedTile | undefined>;
  close(): Promise<void>;
}

/** A tile of a hundred thousand features takes half a second to be taken apart, so that another one beside it is worth its memory. */
const THREADS = 2;
/** Most parts take a few milliseconds: the last one waits some seconds. */
const WAITING = 500;
const TIMEOUT_MS = 30_000;

/** Creates the maker of tiles. No thread is started before the first tile. */
export function createEnlargedTiles(): EnlargedTiles {
  const threads = createThreads<typeof work>({
    module: new URL('./enlarge-thread.ts', import.meta.url),
    threads: THREADS,
    waiting: WAITING,
    timeoutMs: TIMEOUT_MS,
  });
  return {
    async find({ digest, bytes }, above, address) {
      const made = await threads.run('enlarge', { bytes: bytes(), digest, above, address }).catch(explain);
      return made && { digest: made.digest, bytes: () => made.packed };
    },
    close: threads.close,
  };
}

/** What callers can do something about, in their words. */
function explain(error: unknown): never {
  if (error instanceof ThreadError && (error.code === 'busy' || error.code === 'timeout'))
    throw fail('busy', 'Too many tiles are made at once. Try again in a moment.', error);
  throw error;
}

/** The tile of a zoom above in which a tile lies. */
export function ancestorOf({ z, x, y }: TileAddress, zoom: number): TileAddress {
  const factor = 2 ** (z - zoom);
  return { z: zoom, x: Math.floor(x / factor), y: Math.floor(y / factor) };
}
