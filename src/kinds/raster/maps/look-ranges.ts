import type { Cog } from '../cog/cog-file.ts';
import { chooseDisplay } from '../draw/colour.ts';
import { paletteOf } from '../draw/paint.ts';
import { blockParts } from '../draw/block-parts.ts';
import { SPECTRAL_INDICES, type SpectralIndex } from '../spectral/index.ts';
import { CHANNELS, copyValues } from './copy-values.ts';
import type { RasterLook, ValueRange } from './raster-look.ts';

/** The range of each band that is drawn as it is in the default style: bytes as they are, others from least to greatest value. */
export async function rangesOfBands(cog: Cog, bands: readonly number[]): Promise<readonly ValueRange[]> {
  const { alpha } = chooseDisplay(cog.facts);
  const display = { bands: bands as [number] | [number, number, number], alpha };
  const { stretches } = await paletteOf(cog, display);
  return bands.map((_, at) => [stretches[at]!.min, stretches[at]!.max]);
}

/** Range of heights in colours: single peaks and holes take none of the colours. */
export async function rangeOfHeights(cog: Cog): Promise<ValueRange> {
  const { p2, p98 } = cog.facts.stats?.[0] ?? {};
  if (p2 !== undefined && p98 !== undefined && p98 > p2) return [p2, p98];
  const [range] = await rangesOfBands(cog, [0]);
  return range!;
}

type Expression = Extract<RasterLook, { kind: 'expression' }>;

const ranges = new WeakMap<Cog, Map<string, Promise<ValueRange>>>();

/** Where the values of an index lie: the ends that it has, else the 2nd and 98th percentile of the coarsest level. */
export function rangeOfExpression(cog: Cog, { expression, bands }: Expression): Promise<ValueRange> {
  const { range, formula }: SpectralIndex = SPECTRAL_INDICES[expression];
  if (range !== null) return Promise.resolve(range);
  // As many as there are indices: their bands are those of the file.
  const ofCog = ranges.get(cog) ?? new Map<string, Promise<ValueRange>>();
  ranges.set(cog, ofCog);
  const known = ofCog.get(expression);
  if (known !== undefined) return known;
  const found = measure(cog, bands, formula);
  ofCog.set(expression, found);
  found.catch(() => ofCog.delete(expression));
  return found;
}

/** Blocks of the coarsest level that are looked at: 4 Mi pixels, which only a file without overviews has. */
const MOST_BLOCKS = 64;

async function measure(cog: Cog, bands: readonly number[], formula: SpectralIndex['formula']): Promise<ValueRange> {
  const level = cog.facts.levels.length - 1;
  const parts = blockParts(cog.facts.levels[level]!, cog.facts.levels[level]!).slice(0, MOST_BLOCKS);
  const values: number[] = [];
  for (const part of parts) {
    const { width, height } = part;
    const patch = { width, height, samples: new Float32Array(width * height * CHANNELS) };
    await copyValues(patch, cog, level, { ...part, x: 0, y: 0 }, { bands });
    for (let at = 0; at < patch.samples.length; at += CHANNELS) {
      if (patch.samples[at + 3] === 0) continue;
      const value = formula(patch.samples[at]!, patch.samples[at + 1]!, patch.samples[at + 2]!);
      if (Number.isFinite(value)) values.push(value);
    }
  }
  const sorted = Float64Array.from(values).sort();
  const at = (share: number): number => sorted[Math.round((sorted.length - 1) * share)]!;
  return sorted.length === 0 ? [0, 1] : [at(0.02), at(0.98)];
}
