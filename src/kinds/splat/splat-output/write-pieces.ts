import { closeSync, openSync, writeSync } from 'node:fs';
import { PIECE } from './formats.ts';

export interface Pieces {
  readonly path: string;
  /** Bytes before the first splat. */
  readonly head: Uint8Array;
  readonly count: number;
  /** Bytes of a splat. */
  readonly bytes: number;
  /** Memory for a piece, which `fill` writes to. */
  readonly piece: Uint8Array;
  /** Puts splats together from the beginning of the piece, from the first one to before the end. */
  fill(first: number, end: number): void;
  progress(share: number): void;
}

/** Writes records of splats one behind the other. @throws where the file is there already, or the disk is full */
export function writePieces({ path, head, count, bytes, piece, fill, progress }: Pieces): void {
  const file = openSync(path, 'wx');
  try {
    writeWhole(file, head, head.length);
    for (let first = 0; first < count; first += PIECE) {
      const end = Math.min(count, first + PIECE);
      fill(first, end);
      writeWhole(file, piece, (end - first) * bytes);
      progress(end / count);
    }
  } finally {
    closeSync(file);
  }
}

function writeWhole(file: number, bytes: Uint8Array, length: number): void {
  for (let done = 0; done < length;) done += writeSync(file, bytes, done, length - done);
}
