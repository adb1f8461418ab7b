import type { Cog } from '../cog/cog-file.ts';
import { worldPixels } from '../cog/mercator-grid.ts';
import { type BlockPart, blockParts } from '../draw/block-parts.ts';
import type { AllocatePixels, Canvas } from '../../../render/index.ts';
import { RasterError } from '../raster-error.ts';
import type { PicturePlaces } from './picture-places.ts';
import { copyValues, indexSampler } from './index-values.ts';
import { type MapPlan, planMap } from './map-plan.ts';
import { copyPart, type PaintedBlocks } from './painted-blocks.ts';
import { INDICES, type IndexStyle, type RasterStyle } from './raster-style.ts';
import { type Patch, sampleSpan, type SampleSpan } from './sample.ts';
import { isPackable, packedSampler, type PlacedBlock } from './sample-packed.ts';
import { samplePiece } from './sample-piece.ts';

/** What drawing needs beside the picture's own data. */
export interface DrawContext {
  readonly blocks: PaintedBlocks;
  readonly allocate: AllocatePixels;
  /** Called between blocks and rows; throws when nobody waits for the picture any more. */
  check(): void;
}

/**
 * Draws a raster where a control grid says that the pixels of the picture lie.
 * @throws RasterError
 */
export async function drawMap(
  cog: Cog,
  control: PicturePlaces,
  style: RasterStyle,
  context: DrawContext,
): Promise<Canvas> {
  const { width, height } = control;
  const plan = planMap(cog.facts, control);
  const rgba =
    style === 'default'
      ? await drawColours(cog, control, plan, context)
      : await drawIndex(cog, control, plan, style, context);
  return { width, height, rgba };
}

function drawColours(cog: Cog, control: PicturePlaces, plan: MapPlan, context: DrawContext) {
  const { blocks, check } = context;
  return samplePieces(cog, control, plan, context, async (size, parts) => {
    const placed: PlacedBlock[] = [];
    for (const part of parts) {
      check();
      placed.push({ part, block: await blocks.read(cog, plan.level, part) });
    }
    return (result) => (isPackable(size, placed) ? packedSampler : exactSampler)(size, placed, result);
  });
}

function exactSampler({ width, height }: Size, placed: readonly PlacedBlock[], result: Colours): SampleSpan {
  const samples: Colours = new Uint8ClampedArray(width * height * 4);
  const pixels = new Uint32Array(samples.buffer);
  for (const { block, part } of placed) copyPart(block, part, pixels, width);
  return (span, at) => sampleSpan({ width, height, samples }, span, result, at);
}

async function drawIndex(cog: Cog, control: PicturePlaces, plan: MapPlan, style: IndexStyle, context: DrawContext) {
  const { check } = context;
  if (Math.max(...INDICES[style].bands) >= cog.facts.bandCount) {
    throw new RasterError('unsupported', `The raster has not the bands that ${style} is computed from.`);
  }
  return samplePieces(cog, control, plan, context, async (size, parts) => {
    const patch = { ...size, samples: new Float32Array(size.width * size.height * 4) };
    for (const part of parts) {
      check();
      await copyValues(patch, cog, plan.level, part, style);
    }
    const samplerOf = indexSampler(style);
    return (result) => samplerOf(patch, result);
  });
}

type Colours = Uint8ClampedArray<ArrayBuffer>;
type Size = Pick<Patch<Colours>, 'width' | 'height'>;
/** Makes what samples a piece into a result; at once, and good until the next one is made. */
type MakeSampler = (result: Colours) => SampleSpan;

/**
 * One piece after another is read and sampled: memory does not grow with what a picture reads.
 * @param read reads the blocks of a piece
 */
async function samplePieces(
  { facts }: Cog,
  control: PicturePlaces,
  plan: MapPlan,
  { allocate, check }: DrawContext,
  read: (size: Size, parts: readonly BlockPart[]) => Promise<MakeSampler>,
): Promise<Colours> {
  const level = facts.levels[plan.level]!;
  const result = allocate(control.width * control.height * 4);
  for (const { cells, window } of plan.pieces) {
    const { width, height } = window;
    const [left, top] = [level.left + window.left, level.top + window.top];
    const samplerOf = await read({ width, height }, blockParts(level, { left, top, width, height }));
    const place = { left, top, width, world: worldPixels(level.zoom) };
    samplePiece(samplerOf(result), place, control, cells, check);
  }
  return result;
}
