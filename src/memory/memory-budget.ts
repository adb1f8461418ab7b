import { GATHERED_BYTES } from '../bytes/index.ts';
import { createMemoryShare, type MemoryLoad, type MemoryShare } from './memory-share.ts';

/** Work that takes memory from a share of its own. */
export type MemoryUse = 'pictures' | 'uploads' | 'downloads';

/**
 * The memory of one process: a limit for all of it, and how it is divided. Nothing here stops an allocation. Work takes its
 * bytes from a share before it starts, and pools and caches are sized by the budget.
 *
 * The process itself, its database and its code come first. What is left of the limit is divided in eighths: three for
 * threads, two for pictures, one each for uploads, downloads and caches.
 */
export interface MemoryBudget {
  /** Bytes that all of the process should stay below. */
  readonly limitBytes: number;
  /** Pictures while they are drawn, and until they are sent. */
  readonly pictures: MemoryShare;
  /** Buffers of files that arrive, without those that only few files have (`bytes`). */
  readonly uploads: MemoryShare;
  /** Buffers of files and archives that are sent. */
  readonly downloads: MemoryShare;
  /** Threads of each pool that draws or searches. */
  readonly threads: number;
  /** Decoded blocks of rasters that each map thread keeps. */
  readonly blockCacheBytes: number;
  /** Most that the cache of map tiles may take, whatever its setting. */
  readonly tileCacheBytes: number;
  load(): Readonly<Record<MemoryUse, MemoryLoad>>;
}

export interface MemoryBudgetOptions {
  readonly limitBytes: number;
  /** Whether the database runs inside the process. */
  readonly embedded: boolean;
  readonly processors: number;
}

const MIB = 2 ** 20;
/** The smallest limit: below it a process with the embedded database has nothing left for work. */
export const MIN_LIMIT_MB = 512;
/** Resident memory without work: 370 to 480 MB with the embedded database, of which its WebAssembly is 200. */
const EMBEDDED_BASE_BYTES = 512 * MIB;
const SERVER_BASE_BYTES = 256 * MIB;
/** Least memory for work, whatever the limit: a map of 2,048 x 2,048 pixels fits into its quarter. */
const LEAST_WORK_BYTES = 256 * MIB;
/** A thread at work without its caches and pictures: 45 MB of heap, and garbage that it has not collected yet. */
const THREAD_BYTES = 64 * MIB;
/** Raster maps, vector maps, searches of features. */
const THREAD_POOLS = 3;
/** A pool of one thread would let one slow map block all others. */
const LEAST_THREADS = 2;
/** Decoded blocks of a thread: 128 blocks of 256 pixels are three maps of a whole screen. */
const MOST_BLOCK_CACHE_BYTES = 32 * MIB;

/** Pictures that wait. One person has a quarter: two views of 40 tiles. A drawn picture takes 5 to 150 ms of a thread. */
const WAITING_PICTURES = 400;
/** Uploads that wait hold no bytes, only their connection. Clients send up to 4 files at once. */
const WAITING_UPLOADS = 300;
const WAITING_DOWNLOADS = 400;
/** Clients and proxies give up after 60 s without a byte; the answer has to come before. */
const WAIT_MS = 30_000;
/** A picture has 12 MB at most: 250 kbit/s, below which a map is of no use. */
const PICTURE_PROGRESS = { bytes: 256 * 1024, ms: 10_000 };
/** Files may take hours: any progress will do. A write to a connection is done when all of it is taken, 64 kB of a file. */
const TRANSFER_PROGRESS = { bytes: 1, ms: 30_000 };

export function createMemoryBudget({ limitBytes, embedded, processors }: MemoryBudgetOptions): MemoryBudget {
  const base = embedded ? EMBEDDED_BASE_BYTES : SERVER_BASE_BYTES;
  const eighth = Math.floor(Math.max(LEAST_WORK_BYTES, limitBytes - base) / 8);
  const affordable = Math.floor((3 * eighth) / THREAD_POOLS / THREAD_BYTES);
  const threads = Math.max(1, Math.min(processors, Math.max(LEAST_THREADS, affordable)));
  const pictures = createMemoryShare({
    maxBytes: 2 * eighth,
    waiting: WAITING_PICTURES,
    waitMs: WAIT_MS,
    progress: PICTURE_PROGRESS,
    texts: {
      busy: 'Too many pictures are being drawn at this moment. Ask again in some seconds.',
      tooLarge: (needed, most) =>
        `The picture needs ${needed} of memory, and pictures have ${most} here. Ask for fewer pixels or fewer layers.`,
    },
  });
  const uploads = createMemoryShare({
    maxBytes: eighth - GATHERED_BYTES,
    waiting: WAITING_UPLOADS,
    waitMs: WAIT_MS,
    progress: TRANSFER_PROGRESS,
    texts: transferTexts('uploads'),
  });
  const downloads = createMemoryShare({
    maxBytes: eighth,
    waiting: WAITING_DOWNLOADS,
    waitMs: WAIT_MS,
    progress: TRANSFER_PROGRESS,
    texts: transferTexts('downloads'),
  });
  const blockCacheBytes = Math.min(MOST_BLOCK_CACHE_BYTES, Math.floor(eighth / 2 / threads));
  return {
    limitBytes,
    pictures,
    uploads,
    downloads,
    threads,
    blockCacheBytes,
    tileCacheBytes: eighth - threads * blockCacheBytes,
    load: () => ({ pictures: pictures.load(), uploads: uploads.load(), downloads: downloads.load() }),
  };
}

const transferTexts = (name: string) => ({
  busy: `Too many ${name} are open at this moment. Try again in some seconds.`,
  tooLarge: (needed: string, most: string) =>
    `This needs ${needed} of memory, and ${name} have ${most} here. Ask the administrator to raise Memory.MaxMB.`,
});

/** The limit where none is set: half of the machine. The other half is for child processes and the system's page cache. */
export const defaultLimitBytes = (machineBytes: number): number =>
  Math.max(MIN_LIMIT_MB * MIB, Math.floor(machineBytes / 2));
