/** Rows of a raster that are worked on together. */
export interface Strip {
  readonly top: number;
  readonly rows: number;
}

/** Values of one strip: 16 MB as they are read, and about thrice that with what is computed from them. */
const MAX_VALUES = 2 ** 21;

/** Strips from top to bottom: whole rows of blocks where they fit, so that each block is decoded once. */
export function* stripsOf(width: number, height: number, blockRows = 1): Generator<Strip> {
  const fitting = Math.max(1, Math.floor(MAX_VALUES / width));
  const step = fitting >= blockRows ? fitting - (fitting % blockRows) : fitting;
  for (let top = 0; top < height; top += step) yield { top, rows: Math.min(step, height - top) };
}
