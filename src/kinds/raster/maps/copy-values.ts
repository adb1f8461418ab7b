import { readBlockBands } from '../block/block-decode.ts';
import { readBlockMask } from '../block/block-mask.ts';
import type { CogFacts } from '../cog/cog-facts.ts';
import type { Cog } from '../cog/cog-file.ts';
import type { BlockPart } from '../draw/block-parts.ts';
import { isNodata } from '../draw/colour.ts';
import type { Patch } from './sample.ts';

/** Channels of a patch of values: three bands, and whether the pixel shows. */
export const CHANNELS = 4;

/** Which values of a raster are sampled. */
export interface WantedValues {
  /** Numbers of up to three bands, from 0. */
  readonly bands: readonly number[];
  /** What stands for a value that a band lacks where another one has it; undefined: then the pixel does not show. */
  readonly lacking?: readonly number[] | undefined;
}

/**
 * Copies bands of one block's part as they are. A pixel shows when all of them have a value there, or one of them where something
 * stands for what is lacking, and neither mask nor alpha hides it.
 */
export async function copyValues(
  patch: Patch<Float32Array<ArrayBuffer>>,
  cog: Cog,
  level: number,
  part: BlockPart,
  { bands: wanted, lacking }: WantedValues,
): Promise<void> {
  const { columns, blockWidth } = cog.facts.levels[level]!;
  const index = part.row * columns + part.column;
  const mask = await readBlockMask(cog, level, index);
  if (mask === 'none') return;
  const alpha = cog.facts.colours.indexOf('alpha');
  const bands = await readBlockBands(cog, level, index, alpha === -1 ? wanted : [...wanted, alpha]);
  if (bands === null) return;
  const opacity = alpha === -1 ? undefined : bands[wanted.length]!;
  const values = bands.slice(0, wanted.length);
  const missing = missingOf(cog.facts);
  for (let y = 0; y < part.height; y++) {
    let pixel = (part.blockY + y) * blockWidth + part.blockX;
    let out = ((part.y + y) * patch.width + part.x) * CHANNELS;
    for (let x = 0; x < part.width; x++, pixel++, out += CHANNELS) {
      if (mask !== 'all' && mask[pixel] === 0) continue;
      if (opacity !== undefined && opacity.samples[opacity.offset + pixel * opacity.stride] === 0) continue;
      let lost = 0;
      for (let band = 0; band < values.length; band++) {
        const { samples, offset, stride } = values[band]!;
        const value = samples[offset + pixel * stride]!;
        const isLost = isNodata(value, missing);
        if (isLost) lost += 1;
        patch.samples[out + band] = isLost ? (lacking?.[band] ?? 0) : value;
      }
      patch.samples[out + 3] = lost === 0 || (lacking !== undefined && lost < values.length) ? 255 : 0;
    }
  }
}

function missingOf({ nodata, sampleType }: CogFacts): Parameters<typeof isNodata>[1] {
  return { nodata, isFloat: sampleType === 'float32' || sampleType === 'float64' };
}
