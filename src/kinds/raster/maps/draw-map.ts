import type { Cog } from '../cog/cog-file.ts';
import { worldPixels } from '../cog/mercator-grid.ts';
import { type BlockPart, blockParts, type Window } from '../draw/block-parts.ts';
import type { AllocatePixels, Canvas } from '../../../render/index.ts';
import type { PicturePlaces } from './picture-places.ts';
import { fillHeights } from './height-colours.ts';
import { type MapPlan, planMap } from './map-plan.ts';
import { copyPart, type PaintedBlocks } from './painted-blocks.ts';
import { paintingOf, type Painting } from './painting.ts';
import type { DrawnLook } from './raster-look.ts';
import { readRelief, readValues } from './read-patch.ts';
import { type Patch, sampleSpan, type SampleSpan } from './sample.ts';
import { isPackable, packedSampler, type PlacedBlock } from './sample-packed.ts';
import { samplePiece } from './sample-piece.ts';
import { valueSampler } from './value-painter.ts';

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
  look: DrawnLook,
  context: DrawContext,
): Promise<Canvas> {
  const { width, height } = control;
  const plan = planMap(cog.facts, control);
  const rgba =
    look === 'default'
      ? await drawColours(cog, control, plan, context)
      : await drawPainting(cog, control, plan, await paintingOf(cog, look), context);
  return { width, height, rgba };
}

function drawColours(cog: Cog, control: PicturePlaces, plan: MapPlan, context: DrawContext) {
  const { blocks, check } = context;
  return samplePieces(cog, control, plan, context, async ({ width, height }, parts) => {
    const placed: PlacedBlock[] = [];
    for (const part of parts) {
      check();
      placed.push({ part, block: await blocks.read(cog, plan.level, part) });
    }
    const size = { width, height };
    return (result) => (isPackable(size, placed) ? packedSampler : exactSampler)(size, placed, result);
  });
}

function exactSampler({ width, height }: Size, placed: readonly PlacedBlock[], result: Colours): SampleSpan {
  const samples: Colours = new Uint8ClampedArray(width * height * 4);
  const pixels = new Uint32Array(samples.buffer);
  for (const { block, part } of placed) copyPart(block, part, pixels, width);
  return colourSampler({ width, height, samples }, result);
}

const colourSampler =
  (patch: Patch<Colours>, result: Colours): SampleSpan =>
  (span, at) =>
    sampleSpan(patch, span, result, at);

async function drawPainting(
  cog: Cog,
  control: PicturePlaces,
  plan: MapPlan,
  painting: Painting,
  context: DrawContext,
): Promise<Colours> {
  const { check } = context;
  if (painting.kind === 'relief')
    return samplePieces(cog, control, plan, context, async (window) => {
      const patch = await readRelief(cog, plan.level, window, painting, check);
      return (result) => colourSampler(patch, result);
    });
  const samplerOf = valueSampler(painting.paint);
  const rgba = await samplePieces(cog, control, plan, context, async (window, parts) => {
    const patch = await readValues(cog, plan.level, window, parts, painting.values, check);
    return (result) => samplerOf(patch, result);
  });
  if (painting.filledAs !== undefined) fillHeights(painting.filledAs, rgba);
  return rgba;
}

type Colours = Uint8ClampedArray<ArrayBuffer>;
type Size = Pick<Patch<Colours>, 'width' | 'height'>;
/** Makes what samples a piece into a result; at once, and good until the next one is made. */
type MakeSampler = (result: Colours) => SampleSpan;

/**
 * One piece after another is read and sampled: memory does not grow with what a picture reads.
 * @param read reads the blocks of a piece, whose window counts in pixels of the world
 */
async function samplePieces(
  { facts }: Cog,
  control: PicturePlaces,
  plan: MapPlan,
  { allocate, check }: DrawContext,
  read: (window: Window, parts: readonly BlockPart[]) => Promise<MakeSampler>,
): Promise<Colours> {
  const level = facts.levels[plan.level]!;
  const result = allocate(control.width * control.height * 4);
  for (const { cells, window } of plan.pieces) {
    const { width, height } = window;
    const [left, top] = [level.left + window.left, level.top + window.top];
    const samplerOf = await read({ left, top, width, height }, blockParts(level, { left, top, width, height }));
    const place = { left, top, width, world: worldPixels(level.zoom) };
    samplePiece(samplerOf(result), place, control, cells, check);
  }
  return result;
}
