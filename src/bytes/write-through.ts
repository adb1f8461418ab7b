import type { FileHandle } from 'node:fs/promises';
import { GOOD_FOR } from './good-for.ts';

/**
 * Bytes after which what was written is sent to the disk while more arrive: the flush at the end of a large upload has
 * little left to do, and no more is lost by a crash.
 */
const FLUSH_BYTES = 64 * 1024 * 1024;

/** Who is told of what is written. */
export interface WriteWatch {
  /** Sees all bytes in their order, while they are written. What it throws ends the writing. */
  readonly see: (bytes: Uint8Array) => void;
  /** Writes bytes in another way, and may hand their memory over. @returns the bytes written, all */
  readonly write?: (bytes: Uint8Array, position: number) => Promise<number>;
  /**
   * Told how far the bytes are on the disk for good, now and then and at the end, which the fault of a source is as well.
   * Absent: what came before a fault is of no use.
   */
  readonly flushed?: (end: number) => Promise<void>;
}

/**
 * Writes a stream through to the disk. Writing, looking at the bytes and flushing overlap.
 *
 * @param blocks large pieces (`inBlocks`), each written by one call; good until `GOOD_FOR` more are asked for
 * @param position where the first one goes
 * @returns where the last one ends; all is on the disk
 */
export async function writeThrough(
  file: FileHandle,
  position: number,
  blocks: AsyncIterable<Uint8Array>,
  { see, flushed, write = (bytes, at) => writeAll(file, bytes, at) }: WriteWatch,
): Promise<number> {
  let [end, begun, next] = [position, position, position];
  const writes: Promise<number>[] = [];
  let flushing = Promise.resolve();
  const flush = async (to: number): Promise<void> => {
    await file.datasync();
    await flushed?.(to);
  };
  /** Waits for the oldest writes, until no more than `most` are under way. */
  const written = async (most: number): Promise<void> => {
    while (writes.length > most) {
      end += await writes[0]!;
      void writes.shift();
    }
  };
  const settle = async (): Promise<void> => {
    await flushing;
    if (end > begun) await flush(end);
  };
  try {
    for await (const bytes of blocks) {
      const { length } = bytes;
      writes.push(quiet(write(bytes, next)));
      see(bytes);
      next += length;
      await written(GOOD_FOR - 1);
      if (end - begun < FLUSH_BYTES) continue;
      await flushing;
      begun = end;
      flushing = quiet(flush(end));
    }
    await written(0);
  } catch (cause) {
    // Only what stands behind a write that failed is of no use; nothing may be under way when the file is closed.
    await written(0).catch(() => Promise.allSettled(writes));
    if (flushed) await settle();
    else await Promise.allSettled([flushing]);
    throw cause;
  }
  await settle();
  return end;
}

/** A promise whose fault is seen when it is waited for, and not before. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** Writes all bytes; the system may take fewer than offered, so it goes on until all are taken. */
async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<number> {
  let done = 0;
  while (done < bytes.length)
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
  return done;
}
