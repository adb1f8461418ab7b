import type { FileHandle } from 'node:fs/promises';
import { openBufferRoom } from './buffer-room.ts';
import { GOOD_FOR } from './good-for.ts';

/** Most bytes gathered before one write call: the cost of a call does not count. */
const WRITE_BYTES = 1024 * 1024;
/**
 * Bytes after which what was written is sent to the disk while more arrive: the flush at the end of a large upload has
 * little left to do, and no more is lost by a crash.
 */
const FLUSH_BYTES = 64 * 1024 * 1024;

/** Who is told of what is written. */
export interface WriteWatch {
  /** Sees all bytes in their order, while they are written. What it throws ends the writing. */
  readonly see: (bytes: Uint8Array) => void;
  /**
   * Told how far the bytes are on the disk for good, now and then and at the end, which the fault of a source is as well.
   * Absent: what came before a fault is of no use.
   */
  readonly flushed?: (end: number) => Promise<void>;
}

/**
 * Writes a stream through to the disk. Writing, looking at the bytes and flushing overlap.
 *
 * @param groups large pieces, or groups of small ones that are written by one call (`gathered`); each good until `GOOD_FOR` more
 *   are asked for
 * @param position where the first one goes
 * @returns where the last one ends; all is on the disk
 */
export async function writeThrough(
  file: FileHandle,
  position: number,
  groups: AsyncIterable<Uint8Array | readonly Uint8Array[]>,
  { see, flushed }: WriteWatch,
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
    for await (const pieces of groups) {
      const group = pieces instanceof Uint8Array ? [pieces] : pieces;
      writes.push(quiet(writeAll(file, group, next)));
      for (const bytes of group) {
        see(bytes);
        next += bytes.byteLength;
      }
      await written(GOOD_FOR - 1);
      if (end - begun < FLUSH_BYTES) continue;
      await flushing;
      begun = end;
      flushing = quiet(flush(end));
    }
    await written(0);
  } catch (cause) {
    // Of no use is only what stands behind a write that failed; nothing may be under way when the file is closed.
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

/** Pieces of a stream in groups for one write call each. */
export async function* gathered(source: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Uint8Array[]> {
  const room = openBufferRoom();
  let group: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const bytes of source) {
      group.push(bytes);
      size += bytes.byteLength;
      // Some are written while this one is gathered.
      if (size < room.bytes(GOOD_FOR + 1, WRITE_BYTES)) continue;
      yield group;
      group = [];
      size = 0;
    }
    if (size > 0) yield group;
  } finally {
    room.close();
  }
}

/** Writes all pieces; the system may take fewer bytes than offered, so it goes on until all are taken. */
async function writeAll(file: FileHandle, pieces: readonly Uint8Array[], position: number): Promise<number> {
  let rest = pieces;
  let done = 0;
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest, position + done);
    done += bytesWritten;
    rest = afterBytes(rest, bytesWritten);
  }
  return done;
}

function afterBytes(pieces: readonly Uint8Array[], count: number): Uint8Array[] {
  const rest: Uint8Array[] = [];
  for (const piece of pieces) {
    if (count >= piece.byteLength) count -= piece.byteLength;
    else {
      rest.push(piece.subarray(count));
      count = 0;
    }
  }
  return rest;
}
