import type { TilePlan } from './tile-plan.ts';

/** Most bytes of decoded samples and of masks of one block of 256 or 512 pixels, and what a small picture takes besides. */
const BLOCK_BYTES = 4 * 2 ** 20;
/** Bytes of a pixel of the result: its canvas, filtered rows, and what compresses them. */
const ENCODING_BYTES = 16;
/** Bytes of a pixel of the canvas that is painted: its colours, and as much while it is resampled. */
const CANVAS_BYTES = 8;

/** Most bytes that drawing a tile takes. */
export function tileBytes(plan: TilePlan): number {
  const canvas = plan.kind === 'outside' ? 0 : plan.canvas.width * plan.canvas.height;
  return canvas * CANVAS_BYTES + plan.size ** 2 * ENCODING_BYTES + BLOCK_BYTES;
}

/** Most bytes that drawing a thumbnail takes: levels halve, so that its canvas has up to four times its pixels. */
export const thumbnailBytes = (longestSide: number): number =>
  longestSide ** 2 * (4 * CANVAS_BYTES + ENCODING_BYTES) + BLOCK_BYTES;
