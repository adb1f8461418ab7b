import { worldPixels } from '../cog/mercator-grid.ts';
import type { CogLevel } from '../cog/cog-facts.ts';

/** A rectangle of whole pixels; `left` and `top` count in the world grid of some zoom. */
export interface Window {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A rectangle of one block and where it goes on a canvas. */
export interface BlockPart {
  readonly column: number;
  readonly row: number;
  /** First pixel inside the block. */
  readonly blockX: number;
  readonly blockY: number;
  /** First pixel on the canvas. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One axis of the part of a window that a level covers. `at` is relative to the level, `to` to the window. */
interface Overlap {
  readonly at: number;
  readonly to: number;
  readonly length: number;
}

/**
 * The pieces of blocks that fill a window of the world with a level's pixels, in reading order. Pixels of the window
 * no piece covers lie outside the raster; none is covered twice.
 *
 * A raster over the antimeridian may reach past the world's eastern or western edge; what lies beyond shows again on
 * the other side.
 */
export function blockParts(level: CogLevel, window: Window): readonly BlockPart[] {
  const vertical = overlap(window.top, window.height, level.top, level.height);
  if (vertical === null) return [];
  const parts: BlockPart[] = [];
  for (const shift of worldShifts(level)) {
    const horizontal = overlap(window.left + shift, window.width, level.left, level.width);
    if (horizontal !== null) pushParts(parts, level, horizontal, vertical);
  }
  return parts;
}

/** The smallest window that holds everything the parts cover, relative to the window they were made for. */
export function coveredWindow(parts: readonly BlockPart[]): Window {
  const left = Math.min(...parts.map((part) => part.x));
  const top = Math.min(...parts.map((part) => part.y));
  const right = Math.max(...parts.map((part) => part.x + part.width));
  const bottom = Math.max(...parts.map((part) => part.y + part.height));
  return { left, top, width: right - left, height: bottom - top };
}

function worldShifts(level: CogLevel): readonly number[] {
  const world = worldPixels(level.zoom);
  return [0, ...(level.left + level.width > world ? [world] : []), ...(level.left < 0 ? [-world] : [])];
}

function overlap(from: number, length: number, levelFrom: number, levelLength: number): Overlap | null {
  const start = Math.max(from, levelFrom);
  const end = Math.min(from + length, levelFrom + levelLength);
  return start < end ? { at: start - levelFrom, to: start - from, length: end - start } : null;
}

function pushParts(parts: BlockPart[], level: CogLevel, horizontal: Overlap, vertical: Overlap): void {
  for (const [row, blockY, y, height] of split(vertical, level.blockHeight)) {
    for (const [column, blockX, x, width] of split(horizontal, level.blockWidth)) {
      parts.push({ column, row, blockX, blockY, x, y, width, height });
    }
  }
}

/** Cuts an overlap at block borders: block number, first pixel in the block, first pixel in the window, length. */
function* split({ at, to, length }: Overlap, side: number): Generator<readonly [number, number, number, number]> {
  for (let done = 0; done < length;) {
    const block = Math.floor((at + done) / side);
    const inside = at + done - block * side;
    const piece = Math.min(side - inside, length - done);
    yield [block, inside, to + done, piece];
    done += piece;
  }
}
