import { type FileHandle, open } from 'node:fs/promises';

/** A file read in small pieces at absolute offsets, in the byte order the file declares. */
export interface ByteWindow {
  readonly size: number;
  /** Exactly `length` bytes from `offset`; null when the file does not have them. */
  bytes(offset: number, length: number): Promise<Buffer | null>;
  close(): Promise<void>;
}

export async function openWindow(path: string): Promise<ByteWindow> {
  const handle: FileHandle = await open(path, 'r');
  const { size } = await handle.stat();
  return {
    size,
    async bytes(offset, length) {
      if (offset < 0 || length < 0 || offset + length > size) return null;
      const buffer = Buffer.alloc(length);
      const { bytesRead } = await handle.read(buffer, 0, length, offset);
      return bytesRead === length ? buffer : null;
    },
    close: () => handle.close(),
  };
}
