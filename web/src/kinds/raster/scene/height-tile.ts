import { TILE_PIXELS } from './tile-grid.ts';

/** Heights at the middles of the pixels of a tile, in metres, row by row from the north-west; NaN where there are none. */
export type HeightTile = { readonly heights: Float32Array; readonly lowest: number; readonly highest: number };

/** Terrarium: steps of 1/256 m from 32,768 m below zero. */
const [STEPS, LOWEST] = [256, -32_768];
/** A height is off by half a step at most. */
export const HEIGHT_ERROR = 0.5 / STEPS;

/**
 * Reads heights from the colours of a tile.
 *
 * @param isThere of each pixel; without it a height of exactly 0 is none, as the service writes 0 where there are none
 */
export function readHeights(rgba: Uint8ClampedArray, isThere: ((pixel: number) => boolean) | null): HeightTile {
  const heights = new Float32Array(rgba.length / 4);
  let [lowest, highest] = [Infinity, -Infinity];
  for (let pixel = 0; pixel < heights.length; pixel += 1) {
    const at = 4 * pixel;
    const height = ((rgba[at] ?? 0) * 65_536 + (rgba[at + 1] ?? 0) * 256 + (rgba[at + 2] ?? 0)) / STEPS + LOWEST;
    // Browsers change the colours of a pixel that can be seen through.
    const isKnown = rgba[at + 3] === 255 && (isThere === null ? height !== 0 : isThere(pixel));
    heights[pixel] = isKnown ? height : NaN;
    if (!isKnown) continue;
    lowest = Math.min(lowest, height);
    highest = Math.max(highest, height);
  }
  return { heights, lowest, highest };
}

/** A tile of one height everywhere. */
export const levelHeights = (height: number): HeightTile => ({
  heights: new Float32Array(TILE_PIXELS * TILE_PIXELS).fill(height),
  lowest: height,
  highest: height,
});

const LAST = TILE_PIXELS - 1;

/**
 * The height at a place of a tile, between the middles of its pixels; NaN where there is none.
 *
 * @param x, y shares of the tile, from the north-west. Beyond the outer middles the slope goes on, so that neighbours meet.
 */
export function heightIn({ heights }: HeightTile, x: number, y: number): number {
  const [across, down] = [x * TILE_PIXELS - 0.5, y * TILE_PIXELS - 0.5];
  const column = Math.min(LAST - 1, Math.max(0, Math.floor(across)));
  const row = Math.min(LAST - 1, Math.max(0, Math.floor(down)));
  const [right, below] = [across - column, down - row];
  const first = row * TILE_PIXELS + column;
  const of = (at: number): number => heights[at] ?? NaN;
  const corners = [of(first), of(first + 1), of(first + TILE_PIXELS), of(first + TILE_PIXELS + 1)] as const;
  const [northWest, northEast, southWest, southEast] = corners;
  const height =
    (1 - below) * ((1 - right) * northWest + right * northEast) + below * ((1 - right) * southWest + right * southEast);
  if (!Number.isNaN(height)) return height;
  // At the edge of what is there: the height of the nearest pixel.
  const nearest = (below < 0.5 ? 0 : 2) + (right < 0.5 ? 0 : 1);
  return corners[nearest] ?? NaN;
}
