import { readBlockMask } from '../block/block-mask.ts';
import { readBlockBands } from '../block/block-decode.ts';
import type { BandStats } from '../cog/cog-facts.ts';
import type { Cog } from '../cog/cog-file.ts';
import { RasterError } from '../raster-error.ts';
import type { BlockPart } from './block-parts.ts';
import { type Canvas, createCanvas } from '../../../render/index.ts';
import { alphaMaxOf, chooseDisplay, paintPart, visibility } from './colour.ts';
import type { BlockSamples, Display, Palette } from './colour.ts';
import { rangeOf, stretchOf } from './stretch.ts';
import type { CanvasPlan } from './tile-plan.ts';

/**
 * Pixels of the largest canvas: 64 MiB of colours. Only a file without the overviews our build always writes, or a
 * thumbnail of an extreme strip, could ask for more.
 */
const MAX_CANVAS_PIXELS = 4096 * 4096;

/**
 * Reads, decodes and paints the blocks of a plan, one after another: the memory of one block at a time, and what runs
 * at once is decided in one place, by the number of canvases.
 *
 * @throws RasterError `invalid` for a damaged block, `limit` for a canvas beyond all use
 */
export async function paintCanvas(cog: Cog, plan: CanvasPlan, signal?: AbortSignal): Promise<Canvas> {
  if (plan.width * plan.height > MAX_CANVAS_PIXELS) {
    throw new RasterError('limit', 'The raster has no overview small enough for this picture; build it again.');
  }
  const display = chooseDisplay(cog.facts);
  const palette = await paletteOf(cog, display);
  const canvas = createCanvas(plan.width, plan.height);
  for (const part of plan.parts) {
    signal?.throwIfAborted();
    const block = await readBlock(cog, plan.level, part, display, signal);
    if (block !== null) paintPart(canvas, part, block, palette);
  }
  return canvas;
}

/** Reads and decodes what is drawn of one block; null where nothing of it shows. */
export async function readBlock(
  cog: Cog,
  level: number,
  { column, row }: Pick<BlockPart, 'column' | 'row'>,
  { bands, alpha }: Display,
  signal?: AbortSignal,
): Promise<BlockSamples | null> {
  const { blockWidth, columns } = cog.facts.levels[level]!;
  const index = row * columns + column;
  const mask = await readBlockMask(cog, level, index, signal);
  if (mask === 'none') return null;
  const read = await readBlockBands(cog, level, index, alpha === null ? bands : [...bands, alpha], signal);
  if (read === null) return null;
  return {
    width: blockWidth,
    bands: read.slice(0, bands.length),
    alpha: alpha === null ? null : read[bands.length]!,
    mask,
  };
}

/** How each raster's samples become colours, by the bands that are drawn; found once for each opened file. */
const palettes = new WeakMap<Cog, Map<string, Promise<Palette>>>();
/** Choices of bands that are kept of one file; people try a few. */
const MOST_PALETTES = 64;

/** Takes no signal: the search is short, bounded, and for everybody who waits on it. */
export function paletteOf(cog: Cog, display: Display): Promise<Palette> {
  const ofCog = palettes.get(cog) ?? new Map<string, Promise<Palette>>();
  palettes.set(cog, ofCog);
  const key = display.bands.join(',');
  const known = ofCog.get(key);
  if (known !== undefined) return known;
  if (ofCog.size >= MOST_PALETTES) ofCog.clear();
  const found = findPalette(cog, display);
  ofCog.set(key, found);
  // A failed search must not be the answer to everybody after; those who wait on it still get its error.
  found.catch(() => ofCog.delete(key));
  return found;
}

async function findPalette(cog: Cog, display: Display): Promise<Palette> {
  const { sampleType, nodata, stats } = cog.facts;
  const bands = display.alpha === null ? display.bands : [...display.bands, display.alpha];
  const plain: Palette = {
    stretches: bands.map(() => ({ min: 0, max: 255 })),
    isBytes: sampleType === 'uint8',
    isFloat: sampleType === 'float32' || sampleType === 'float64',
    nodata,
    alphaMax: 255,
  };
  if (plain.isBytes) return plain;
  const known = bands.map((band) => stats?.[band] ?? null);
  // The sidecar may leave out alpha, and bands without one valid pixel.
  const measured = known.includes(null) ? await measureRanges(cog, display, plain) : [];
  const ranges = known.map((range, at) => range ?? measured[at] ?? { min: 0, max: 0 });
  const alphaRange = display.alpha === null ? null : ranges.at(-1)!;
  return {
    ...plain,
    stretches: ranges.map((range) => stretchOf(sampleType, range)),
    alphaMax: alphaMaxOf(sampleType, alphaRange),
  };
}

/** Minimum and maximum of the drawn bands and alpha in the smallest overview, for a file without statistics; null for no valid pixel. */
async function measureRanges(cog: Cog, display: Display, palette: Palette): Promise<readonly (BandStats | null)[]> {
  const level = cog.facts.levels.length - 1;
  const { columns, rows, blockWidth, blockHeight, width, height } = cog.facts.levels[level]!;
  // 64 blocks of 256 pixels square are 4 Mi samples of each band: enough to know its range.
  const blocks = Math.min(columns * rows, 64);
  const ranges: (BandStats | null)[] = palette.stretches.map(() => null);
  for (let index = 0; index < blocks; index++) {
    const position = { column: index % columns, row: Math.floor(index / columns) };
    const block = await readBlock(cog, level, position, display);
    if (block === null) continue;
    const isVisible = visibility(block, palette);
    // Blocks at the right and lower border are filled up with pixels that are not of the raster.
    const columnsInside = Math.min(blockWidth, width - position.column * blockWidth);
    const rowsInside = Math.min(blockHeight, height - position.row * blockHeight);
    const isInside = (pixel: number) => pixel % blockWidth < columnsInside && pixel / blockWidth < rowsInside;
    const isCounted = (pixel: number) => isInside(pixel) && isVisible(pixel);
    [...block.bands, ...(block.alpha === null ? [] : [block.alpha])].forEach((band, at) => {
      ranges[at] = widest(ranges[at] ?? null, rangeOf(band, blockWidth * blockHeight, isCounted));
    });
  }
  return ranges;
}

function widest(a: BandStats | null, b: BandStats | null): BandStats | null {
  if (a === null || b === null) return a ?? b;
  return { min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) };
}
