import { decodeJpeg, jpegFileOf } from '../block/block-decode.ts';
import { readJpegFrame } from '../block/jpeg-stream.ts';
import { readBlockMask } from '../block/block-mask.ts';
import type { Cog } from '../cog/cog-file.ts';
import {
  type Canvas,
  createCanvas,
  encodeCanvas,
  type EncodedImage,
  encodePixels,
  type ImageFormat,
  type RawPixels,
} from '../../../render/index.ts';
import { chooseDisplay } from './colour.ts';
import { paintCanvas } from './paint.ts';
import { enlarge, reduce } from './resample.ts';
import type { TilePlan } from './tile-plan.ts';

/**
 * `best` leaves the choice to us, for a client that takes any format: the stored JPEG block untouched where it is
 * wholly opaque, else WebP where the file is JPEG inside, else PNG, which loses nothing more than the file has lost.
 */
export type TileFormat = ImageFormat | 'best';

/**
 * The stored JPEG block of a plan, made a file of its own without decoding it; null when the tile is not one, or some
 * of its pixels are transparent.
 * @throws RasterError `invalid` for a damaged block
 */
export async function readStoredJpeg(cog: Cog, plan: TilePlan, signal?: AbortSignal): Promise<Uint8Array | null> {
  const { compression, nodata, interleave, colours } = cog.facts;
  if (plan.kind !== 'stored block' || compression !== 'jpeg' || nodata !== null || interleave !== 'pixel') return null;
  const { alpha, bands } = chooseDisplay(cog.facts);
  // The bands must be drawn in the order the JPEG holds them.
  if (alpha !== null || bands.some((band, at) => band !== at) || bands.length !== colours.length) return null;
  const [{ column, row } = { column: 0, row: 0 }] = plan.canvas.parts;
  const { level } = plan.canvas;
  const index = row * cog.facts.levels[level]!.columns + column;
  const [mask, block] = await Promise.all([readBlockMask(cog, level, index, signal), cog.block(level, index, signal)]);
  return mask === 'all' && block !== null ? jpegFileOf(block, cog.tags(level)) : null;
}

/**
 * Draws a planned tile.
 *
 * @param stored what `readStoredJpeg` gave: it spares the way over single pixels
 * @throws RasterError `invalid` for a damaged file, `limit` for one without overviews
 */
export async function drawTile(
  cog: Cog,
  plan: TilePlan,
  stored: Uint8Array | null,
  format: TileFormat,
  signal?: AbortSignal,
): Promise<EncodedImage> {
  const wanted = format === 'best' ? (cog.facts.compression === 'jpeg' ? 'webp' : 'png') : format;
  if (stored !== null) return encodePixels(await decodeStored(stored, plan.size), wanted);
  if (plan.kind === 'outside') return blankTile(plan.size, wanted);
  const tile = resample(await paintCanvas(cog, plan.canvas, signal), plan);
  signal?.throwIfAborted();
  return encodeCanvas(tile, wanted);
}

/** Decodes a whole block into the pixels of its tile, without the way over a canvas. */
async function decodeStored(stored: Uint8Array, size: number): Promise<RawPixels> {
  const { components } = readJpegFrame(stored);
  const { bytes, stride } = await decodeJpeg(stored, size, size, components);
  return { data: bytes, width: size, height: size, channels: components === 1 ? 1 : 3, stride };
}

function resample(canvas: Canvas, plan: Exclude<TilePlan, { kind: 'outside' }>): Canvas {
  switch (plan.kind) {
    case 'stored block':
    case 'compose':
      return canvas;
    case 'over-zoom':
      return enlarge(canvas, plan.size, plan.left, plan.top, plan.step);
    case 'under-zoom':
      return reduce(canvas, plan.size, plan.left, plan.top, plan.factor);
  }
}

/** At most six: three formats in two sizes. They never change, so nothing invalidates them. */
const blanks = new Map<string, Promise<EncodedImage>>();

/** The tile without a picture: transparent, or white as JPEG. */
export function blankTile(size: number, format: ImageFormat): Promise<EncodedImage> {
  const key = `${size} ${format}`;
  const blank = blanks.get(key) ?? encodeCanvas(createCanvas(size, size), format);
  blanks.set(key, blank);
  return blank;
}
