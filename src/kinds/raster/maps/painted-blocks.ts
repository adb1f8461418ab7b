import { LRUCache } from 'lru-cache';
import type { Cog } from '../cog/cog-file.ts';
import type { BlockPart } from '../draw/block-parts.ts';
import { createCanvas } from '../../../render/index.ts';
import { type BlockSamples, chooseDisplay, paintPart, type Palette } from '../draw/colour.ts';
import { paletteOf, readBlock } from '../draw/paint.ts';

/** The colours of one block of a COG. */
export interface PaintedBlock {
  /** Red, green, blue, alpha in a number each, row by row; null where nothing shows. */
  readonly pixels: Uint32Array<ArrayBuffer> | null;
  readonly width: number;
  /** Whether every pixel shows wholly or not at all; what does not is 0. */
  readonly isBinary: boolean;
}

/** Blocks as they are drawn. */
export interface PaintedBlocks {
  /** @throws RasterError `invalid` for a damaged block */
  read(cog: Cog, level: number, block: Pick<BlockPart, 'column' | 'row'>): Promise<PaintedBlock>;
}

/** What an empty block counts for. */
const ENTRY_BYTES = 256;

/**
 * Owner of painted blocks: people move a map by less than it shows, and maps of several sizes have blocks in common.
 * Bound: `atMost` bytes. Never invalid: a rebuilt file is another opened one.
 */
export function createPaintedBlocks(atMost: number): PaintedBlocks {
  const kept = new LRUCache<string, PaintedBlock>({
    maxSize: atMost,
    sizeCalculation: ({ pixels }) => ENTRY_BYTES + (pixels?.byteLength ?? 0),
  });
  const numbers = new WeakMap<Cog, number>();
  let count = 0;
  return {
    async read(cog, level, { column, row }) {
      const number = numbers.get(cog) ?? ++count;
      numbers.set(cog, number);
      const key = `${number} ${level} ${column} ${row}`;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const block = await paint(cog, level, { column, row });
      kept.set(key, block);
      return block;
    },
  };
}

async function paint(cog: Cog, level: number, at: Pick<BlockPart, 'column' | 'row'>): Promise<PaintedBlock> {
  const display = chooseDisplay(cog.facts);
  const palette = await paletteOf(cog, display);
  const { blockWidth: width, blockHeight: height } = cog.facts.levels[level]!;
  const block = await readBlock(cog, level, at, display);
  if (block === null) return { pixels: null, width, isBinary: true };
  const ready = readyPixels(block, palette);
  if (ready !== null) return { pixels: ready, width, isBinary: true };
  const canvas = createCanvas(width, height);
  paintPart(canvas, { ...at, blockX: 0, blockY: 0, x: 0, y: 0, width, height }, block, palette);
  const pixels = new Uint32Array(canvas.rgba.buffer);
  return { pixels, width, isBinary: pixels.every((pixel) => pixel === 0 || pixel >>> 24 === 255) };
}

/** The pixels of a decoded JPEG as they are, cleared where its mask shows nothing; null for any other block. */
function readyPixels({ bands, alpha, mask }: BlockSamples, palette: Palette): Uint32Array<ArrayBuffer> | null {
  const [first, ...others] = bands;
  const isReady = palette.isBytes && palette.nodata === null && alpha === null && mask !== 'none';
  if (!isReady || first === undefined || first.stride !== 4 || others.length !== 2) return null;
  const isInOrder = bands.every(({ samples, offset }, at) => samples === first.samples && offset === at);
  if (!isInOrder) return null;
  const pixels = new Uint32Array(
    first.samples.buffer as ArrayBuffer,
    first.samples.byteOffset,
    first.samples.length / 4,
  );
  if (mask === 'all') return pixels;
  for (let at = 0; at < pixels.length; at++) {
    if (mask[at] === 0) pixels[at] = 0;
    else if (mask[at] !== 255) return null;
  }
  return pixels;
}

/** Copies a part of a block to its place. */
export function copyPart(
  { pixels, width }: PaintedBlock,
  { blockX, blockY, x, y, width: length, height }: BlockPart,
  target: Uint32Array<ArrayBuffer>,
  targetWidth: number,
): void {
  if (pixels === null) return;
  for (let row = 0; row < height; row++) {
    const from = (blockY + row) * width + blockX;
    target.set(pixels.subarray(from, from + length), (y + row) * targetWidth + x);
  }
}
