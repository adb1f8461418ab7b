import { type FileHandle, open } from 'node:fs/promises';

/** A piece of the scratch file. */
export interface Extent {
  readonly offset: number;
  readonly bytes: number;
}

/** Bytes by group, which come in small pieces in any order and are read together: a file beside memory. */
export interface Spill {
  readonly path: string;
  /** Adds bytes to a group; they are copied. */
  add(group: number, bytes: Uint8Array): Promise<void>;
  /** Writes what is left. @returns where the bytes of each group are, in the order in which they came */
  finish(): Promise<ReadonlyMap<number, readonly Extent[]>>;
  close(): Promise<void>;
}

/** Size of all write buffers together. 1,024 groups get 128 KiB each, which is large enough for a hard disk. */
const BUFFERED_BYTES = 128 * 1024 * 1024;
const LARGEST_BUFFER = 1024 * 1024;

/** Nobody needs to know how many groups there will be: the more there are, the less of each waits in memory. */
export async function openSpill(path: string, bufferedBytes = BUFFERED_BYTES): Promise<Spill> {
  const handle = await open(path, 'wx');
  let capacity = Math.min(LARGEST_BUFFER, bufferedBytes);
  const buffers = new Map<number, { readonly bytes: Buffer; used: number }>();
  const extents = new Map<number, Extent[]>();
  let end = 0;
  const write = async (group: number, bytes: Uint8Array): Promise<void> => {
    if (bytes.length === 0) return;
    const offset = end;
    end += bytes.length;
    const list = extents.get(group) ?? [];
    list.push({ offset, bytes: bytes.length });
    extents.set(group, list);
    await writeAll(handle, bytes, offset);
  };
  const writeBuffers = async (): Promise<void> => {
    for (const [group, { bytes, used }] of buffers) await write(group, bytes.subarray(0, used));
    buffers.clear();
  };
  const add = async (group: number, bytes: Uint8Array): Promise<void> => {
    const buffer = buffers.get(group);
    if (buffer !== undefined && buffer.used + bytes.length > capacity) {
      await write(group, buffer.bytes.subarray(0, buffer.used));
      buffer.used = 0;
    }
    if (bytes.length > capacity) return write(group, bytes);
    if (buffer !== undefined) {
      buffer.bytes.set(bytes, buffer.used);
      buffer.used += bytes.length;
    } else if ((buffers.size + 1) * capacity <= bufferedBytes) {
      buffers.set(group, { bytes: Buffer.allocUnsafe(capacity), used: bytes.length });
      buffers.get(group)!.bytes.set(bytes);
    } else {
      await writeBuffers();
      capacity = Math.ceil(capacity / 2);
      await add(group, bytes);
    }
  };
  return {
    path,
    add,
    async finish() {
      await writeBuffers();
      return extents;
    },
    close: () => handle.close(),
  };
}

/** Writes all of the bytes: a write may stop early. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, offset: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await handle.write(bytes, done, bytes.length - done, offset + done)).bytesWritten;
}
