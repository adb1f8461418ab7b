import { createThreads, type Threads } from '../concurrency/index.ts';
import type * as thread from './small-files-thread.ts';
import type { PackedFiles } from './small-files-thread.ts';
import type { ZipEntry, ZipFileEntry } from './zip-entry.ts';

/** Files up to this size are packed whole, so that their checksum and sizes stand before them; and so much of them at once. */
const SMALL_BYTES = 512 * 1024;
/** Files packed at once, however small. */
const MOST_TOGETHER = 64;
/** As many archives are packed at the same time; the clients of others wait for 512 KiB each. */
const THREADS = 2;
/** Longer than any disk takes for it that still works. */
const LONGEST_MS = 120_000;

/** What comes next in an archive: an entry by itself, or small files that stand one behind the other. */
export type Turn =
  | { readonly entry: ZipEntry; readonly files?: undefined }
  | { readonly files: readonly ZipFileEntry[]; readonly packed: Promise<PackedFiles> };

/** Entries in their order; the small files behind those that are sent are packed meanwhile. */
export async function* packAhead(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Turn> {
  let group: ZipFileEntry[] = [];
  let bytes = 0;
  let ahead: Turn | undefined;
  const pack = (): Turn[] => {
    const before = ahead ? [ahead] : [];
    ahead = group.length === 0 ? undefined : packed(group);
    group = [];
    bytes = 0;
    return before;
  };
  try {
    for await (const entry of entries) {
      const isSmall = isFile(entry) && entry.size <= SMALL_BYTES;
      if (!isSmall || bytes + entry.size > SMALL_BYTES || group.length === MOST_TOGETHER) yield* pack();
      if (isSmall) {
        group.push(entry);
        bytes += entry.size;
        continue;
      }
      yield* pack();
      yield { entry };
    }
    yield* pack();
    yield* pack();
  } finally {
    // Nothing is left open behind the archive.
    if (ahead?.files) await ahead.packed.catch(() => undefined);
  }
}

const isFile = (entry: ZipEntry): entry is ZipFileEntry => entry.file !== undefined;

let threads: Threads<typeof thread> | undefined;

function packed(files: readonly ZipFileEntry[]): Turn {
  threads ??= createThreads<typeof thread>({
    module: new URL('./small-files-thread.ts', import.meta.url),
    threads: THREADS,
    waiting: Infinity,
    timeoutMs: LONGEST_MS,
  });
  const packing = threads.run('packFiles', files);
  packing.catch(() => undefined); // Seen when its turn comes, which may be much later.
  return { files, packed: packing };
}
