import { groundStepAt } from '../cog/ground-steps.ts';
import type { Cog } from '../cog/cog-file.ts';
import { type BlockPart, blockParts, type Window } from '../draw/block-parts.ts';
import { CHANNELS, copyValues, type WantedValues } from './copy-values.ts';
import { type PaintRelief, paintRelief } from './paint-relief.ts';
import type { Patch } from './sample.ts';

type Values = Patch<Float32Array<ArrayBuffer>>;

/** Values of some bands within a window. */
export async function readValues(
  cog: Cog,
  level: number,
  { width, height }: Pick<Window, 'width' | 'height'>,
  parts: readonly BlockPart[],
  wanted: WantedValues,
  check: () => void,
): Promise<Values> {
  const patch = { width, height, samples: new Float32Array(width * height * CHANNELS) };
  for (const part of parts) {
    check();
    await copyValues(patch, cog, level, part, wanted);
  }
  return patch;
}

/** The relief of the heights within a window, whose neighbours are looked at as well. */
export async function readRelief(
  cog: Cog,
  level: number,
  { left, top, width, height }: Window,
  { metres, paint }: { readonly metres: number; readonly paint: PaintRelief },
  check: () => void,
): Promise<Patch<Uint8ClampedArray<ArrayBuffer>>> {
  const { levels } = cog.facts;
  const wider = { left: left - 1, top: top - 1, width: width + 2, height: height + 2 };
  const heights = await readValues(cog, level, wider, blockParts(levels[level]!, wider), { bands: [0] }, check);
  const { zoom } = levels[level]!;
  const samples = paintRelief(heights, (row) => groundStepAt(zoom, top + row + 0.5), metres, paint);
  return { width, height, samples };
}
