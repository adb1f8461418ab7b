import sharp from 'sharp';
import type { Cog } from '../cog/cog-file.ts';
import type { CogFacts, CogLevel } from '../cog/cog-facts.ts';
import { toWorldFraction, worldPixels } from '../cog/mercator-grid.ts';
import { RasterError } from '../raster-error.ts';
import { blockParts } from './block-parts.ts';
import type { Window } from './block-parts.ts';
import { type Canvas, type EncodedImage, encodePixels, type ImageFormat } from '../../../render/index.ts';
import { paintCanvas } from './paint.ts';
import type { CanvasPlan } from './tile-plan.ts';
import { THUMBNAIL_SIDES } from '../../../thumbnails/index.ts';

/** West, south, east, north in degrees of WGS84; west is greater than east across the antimeridian. */
export type GeographicBounds = readonly [west: number, south: number, east: number, north: number];

/** A rectangle of the world as fractions of its side, from the west and from the north. */
interface WorldArea {
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly south: number;
}

/**
 * Draws the raster, or the part of it within some bounds, with its aspect kept; small rasters are enlarged. Without
 * bounds it is where the coarsest level has pixels: the file itself is padded to the borders of tiles.
 *
 * @param longestSide pixels along the longer side
 * @throws RasterError `out of range` for a side that is not offered
 */
export async function drawThumbnail(
  cog: Cog,
  longestSide: number,
  format: ImageFormat,
  bounds: GeographicBounds | null,
  signal?: AbortSignal,
): Promise<EncodedImage> {
  const { min, max } = THUMBNAIL_SIDES;
  if (!Number.isInteger(longestSide) || longestSide < min || longestSide > max) {
    throw new RasterError('out of range', `Thumbnails are drawn with ${min} to ${max} pixels along the longer side.`);
  }
  const area = bounds === null ? await visibleArea(cog, signal) : areaOf(bounds);
  const canvas = await paintCanvas(cog, planThumbnail(cog.facts, longestSide, area), signal);
  signal?.throwIfAborted();
  const { data, info } = await sharp(new Uint8Array(canvas.rgba.buffer), {
    raw: { width: canvas.width, height: canvas.height, channels: 4 },
  })
    .resize(longestSide, longestSide, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return encodePixels({ data, width: info.width, height: info.height, channels: 4 }, format);
}

/** Chooses the smallest level that has the asked pixels within an area (null: all of it), and the window to paint. */
export function planThumbnail(
  { levels }: Pick<CogFacts, 'levels'>,
  longestSide: number,
  area: WorldArea | null,
): CanvasPlan {
  const windows = levels.map((level) => windowOf(level, area));
  const found = windows.findLastIndex(({ width, height }) => Math.max(width, height) >= longestSide);
  const level = found === -1 ? 0 : found;
  const window = windows[level]!;
  return { level, width: window.width, height: window.height, parts: blockParts(levels[level]!, window) };
}

/** Bounds in degrees as an area of the world; it reaches beyond the eastern edge across the antimeridian. */
export function areaOf([west, south, east, north]: GeographicBounds): WorldArea {
  const northWest = toWorldFraction(west, north);
  const southEast = toWorldFraction(east < west ? east + 360 : east, south);
  return { west: northWest.x, north: northWest.y, east: southEast.x, south: southEast.y };
}

function windowOf(level: CogLevel, area: WorldArea | null): Window {
  const whole: Window = { left: level.left, top: level.top, width: level.width, height: level.height };
  if (area === null) return whole;
  const world = worldPixels(level.zoom);
  // Over the antimeridian the bounds may be told a turn of the world away from where the level has them.
  const turns = Math.round((whole.left + whole.width / 2) / world - (area.west + area.east) / 2) * world;
  const left = Math.max(whole.left, Math.floor(area.west * world) + turns);
  const top = Math.max(whole.top, Math.floor(area.north * world));
  const width = Math.min(whole.left + whole.width, Math.ceil(area.east * world) + turns) - left;
  const height = Math.min(whole.top + whole.height, Math.ceil(area.south * world)) - top;
  // Bounds that miss the raster are those of another file; the whole is then the better picture.
  return width > 0 && height > 0 ? { left, top, width, height } : whole;
}

/** Where the coarsest level shows something; null when nowhere. */
async function visibleArea(cog: Cog, signal?: AbortSignal): Promise<WorldArea | null> {
  const coarsest = cog.facts.levels.length - 1;
  const level = cog.facts.levels[coarsest]!;
  const { width, height } = level;
  const canvas = await paintCanvas(cog, { level: coarsest, width, height, parts: blockParts(level, level) }, signal);
  const window = visibleWindow(canvas);
  if (window === null) return null;
  const world = worldPixels(level.zoom);
  const west = (level.left + window.left) / world;
  const north = (level.top + window.top) / world;
  return { west, north, east: west + window.width / world, south: north + window.height / world };
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
