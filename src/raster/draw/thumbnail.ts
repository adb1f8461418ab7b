import sharp from 'sharp';
import type { Cog } from '../cog/cog-file.ts';
import type { CogFacts, CogLevel } from '../cog/cog-facts.ts';
import { toWorldFraction, worldPixels } from '../cog/mercator-grid.ts';
import { RasterError } from '../raster-error.ts';
import { blockParts } from './block-parts.ts';
import type { Window } from './block-parts.ts';
import type { Canvas } from './canvas.ts';
import { encodeSharp } from './encode.ts';
import type { EncodedImage, ImageFormat } from './encode.ts';
import { paintCanvas } from './paint.ts';
import type { CanvasPlan } from './tile-plan.ts';

/** West, south, east, north in degrees of WGS84; west is greater than east across the antimeridian. */
export type GeographicBounds = readonly [west: number, south: number, east: number, north: number];

/** Sides of a thumbnail, in pixels: 16 is an icon, 2048 four times what the web application asks for. */
export const THUMBNAIL_SIDES = { min: 16, max: 2048 } as const;

/**
 * Chooses the smallest level that still has the asked pixels, and the window of it to show.
 *
 * @param longestSide pixels wanted along the longer side of the window
 * @param bounds where the data lies; without it the whole raster, which is padded to the borders of tiles
 * @throws RasterError `out of range` for a side that is not offered
 */
export function planThumbnail(
  { levels }: Pick<CogFacts, 'levels'>,
  longestSide: number,
  bounds: GeographicBounds | null,
): CanvasPlan {
  const { min, max } = THUMBNAIL_SIDES;
  if (!Number.isInteger(longestSide) || longestSide < min || longestSide > max) {
    throw new RasterError('out of range', `Thumbnails are drawn with ${min} to ${max} pixels along the longer side.`);
  }
  const windows = levels.map((level) => thumbnailWindow(level, bounds));
  const found = windows.findLastIndex(({ width, height }) => Math.max(width, height) >= longestSide);
  const level = found === -1 ? 0 : found;
  const window = windows[level]!;
  return { level, width: window.width, height: window.height, parts: blockParts(levels[level]!, window) };
}

/**
 * Draws the raster, or the part of it within some bounds, with its aspect kept; small rasters are enlarged. Without
 * bounds the transparent margins are cut off.
 */
export async function drawThumbnail(
  cog: Cog,
  longestSide: number,
  format: ImageFormat,
  bounds: GeographicBounds | null,
  signal?: AbortSignal,
): Promise<EncodedImage> {
  const canvas = await paintCanvas(cog, planThumbnail(cog.facts, longestSide, bounds), signal);
  signal?.throwIfAborted();
  const { left, top, width, height } = visibleWindow(canvas) ?? { left: 0, top: 0, ...canvas };
  const image = sharp(new Uint8Array(canvas.rgba.buffer), {
    raw: { width: canvas.width, height: canvas.height, channels: 4 },
  })
    .extract({ left, top, width, height })
    .resize(longestSide, longestSide, { fit: 'inside' });
  return encodeSharp(format === 'jpeg' ? image.flatten({ background: '#fff' }) : image, format);
}

function thumbnailWindow(level: CogLevel, bounds: GeographicBounds | null): Window {
  const whole: Window = { left: level.left, top: level.top, width: level.width, height: level.height };
  if (bounds === null) return whole;
  const [west, south, east, north] = bounds;
  const world = worldPixels(level.zoom);
  const northWest = toWorldFraction(west, north);
  const southEast = toWorldFraction(east < west ? east + 360 : east, south);
  const left = Math.max(whole.left, Math.floor(northWest.x * world));
  const top = Math.max(whole.top, Math.floor(northWest.y * world));
  const width = Math.min(whole.left + whole.width, Math.ceil(southEast.x * world)) - left;
  const height = Math.min(whole.top + whole.height, Math.ceil(southEast.y * world)) - top;
  // Bounds that miss the raster are those of another file; the whole is then the better picture.
  return width > 0 && height > 0 ? { left, top, width, height } : whole;
}

/** The smallest window with every pixel that shows; null when none does. */
function visibleWindow({ width, height, rgba }: Canvas): Window | null {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0, alpha = 3; y < height; y++) {
    for (let x = 0; x < width; x++, alpha += 4) {
      if (rgba[alpha] === 0) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  if (right < 0) return null;
  return { left: left, top: top, width: right - left + 1, height: bottom - top + 1 };
}
