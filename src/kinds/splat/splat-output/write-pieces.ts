import { closeSync, openSync, writeSync } from 'node:fs';
import { PIECE } from './formats.ts';

export interface Pieces {
  readonly path: string;
  /** Bytes of the file before the first splat. */
  readonly head: Uint8Array;
  readonly count: number;
  /** Bytes per splat. */
  readonly bytes: number;
  /** Memory of a piece, which `fill` writes. */
  readonly piece: Uint8Array;
  /** Encodes the splats from `first` to before `end` at the start of the piece. */
  fill(first: number, end: number): void;
  progress(share: number): void;
}

/** Writes records of splats, one after the other. @throws if the file exists or the disk is full */
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
