import { OperationRefusal } from '../../engine/for-children.ts';

/** Rows of a raster that are worked on together. */
export interface Strip {
  readonly top: number;
  readonly rows: number;
}

/** Values of one strip: 16 MB as they are read, and about thrice that with what is computed from them. */
const MAX_VALUES = 2 ** 21;

/**
 * Strips from top to bottom: whole rows of blocks where they fit, so that each block is decoded once.
 *
 * @throws OperationRefusal where one row is more than a strip may be
 */
export function stripsOf(width: number, height: number, blockRows = 1): Iterable<Strip> {
  if (width > MAX_VALUES)
    throw new OperationRefusal(
      `The terrain is ${width} pixels wide; at most ${MAX_VALUES} can be worked on in a row. Cut it into parts first.`,
      'too-large',
    );
  const fitting = Math.floor(MAX_VALUES / width);
  return strips(height, fitting >= blockRows ? fitting - (fitting % blockRows) : fitting);
}

function* strips(height: number, step: number): Generator<Strip> {
  for (let top = 0; top < height; top += step) yield { top, rows: Math.min(step, height - top) };
}
