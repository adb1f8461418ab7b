import { closeSync, openSync, writeSync } from 'node:fs';

/** A file that is written from its beginning to its end. For programs only: it waits for the disk. */
export interface OutputFile {
  text(text: string): void;
  /** Room for so many bytes, at most `PIECE`, which are written as they are when the next call comes. */
  room(bytes: number): { readonly view: DataView; readonly at: number };
  close(): void;
}

/** 1 MiB: few calls, little memory. */
const PIECE = 2 ** 20;

/** @throws where the file is there already, or the disk is full */
export function createOutputFile(path: string): OutputFile {
  const descriptor = openSync(path, 'wx');
  const buffer = Buffer.allocUnsafe(PIECE);
  const view = new DataView(buffer.buffer, buffer.byteOffset, PIECE);
  let filled = 0;
  const flush = (): void => {
    for (let done = 0; done < filled;) done += writeSync(descriptor, buffer, done, filled - done);
    filled = 0;
  };
  return {
    text(text) {
      // A character takes at most three bytes; a longer text is cut.
      const most = Math.floor(PIECE / 3);
      for (let from = 0; from < text.length; from += most) {
        const part = text.slice(from, from + most);
        if (filled + 3 * part.length > PIECE) flush();
        filled += buffer.write(part, filled);
      }
    },
    room(bytes) {
      if (filled + bytes > PIECE) flush();
      const at = filled;
      filled += bytes;
      return { view, at };
    },
    close() {
      try {
        flush();
      } finally {
        closeSync(descriptor);
      }
    },
  };
}

/** Runs work that writes a file, which is closed in any case. */
export function writeFileWith<T>(path: string, work: (file: OutputFile) => T): T {
  const file = createOutputFile(path);
  try {
    return work(file);
  } finally {
    file.close();
  }
}
