import { createBatches, createThreads } from '../concurrency/index.ts';
import type { Blob } from './blob-store.ts';
import type * as thread from './small-files-thread.ts';

/**
 * Files up to this size are written by a thread, many at a time: the calls of each, some fifteen, took the main thread a
 * millisecond. Larger ones are written while they arrive.
 */
export const SMALL_BYTES = 256 * 1024;
/** Files written together: few enough that the first does not wait long for the last. */
const MOST_TOGETHER = 32;
/** Batches wait for each other, so that hardly any thread's work waits. */
const MOST_WAITING = 10_000;
/** Longer than any disk takes for 8 MiB that still works. */
const LONGEST_MS = 600_000;

export interface SmallFiles {
  /** Stores bytes for good, under the hash they have. They are handed over. @param temporary path for them while they are written */
  store(bytes: Uint8Array<ArrayBuffer>, temporary: string): Promise<Blob>;
  close(): Promise<void>;
}

/** Writes small files of a blob store: those that arrive while others are written share their flushes. @param folder of the store */
export function openSmallFiles(folder: string): SmallFiles {
  const threads = createThreads<typeof thread>({
    module: new URL('./small-files-thread.ts', import.meta.url),
    threads: 1,
    waiting: MOST_WAITING,
    timeoutMs: LONGEST_MS,
  });
  const store = createBatches<thread.SmallFile, Blob | thread.Fault>(
    (_, files) =>
      threads.run('storeSmallFiles', { folder, files }, { transfer: files.map(({ bytes }) => bytes.buffer) }),
    MOST_TOGETHER,
    ({ temporary }) => temporary,
  );
  return {
    async store(bytes, temporary) {
      const outcome = await store('', { bytes, temporary });
      if ('hash' in outcome) return outcome;
      throw Object.assign(new Error(outcome.message), { code: outcome.code });
    },
    close: threads.close,
  };
}
