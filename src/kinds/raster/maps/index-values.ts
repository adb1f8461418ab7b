import { readBlockBands } from '../block/block-decode.ts';
import { readBlockMask } from '../block/block-mask.ts';
import type { CogFacts } from '../cog/cog-facts.ts';
import type { Cog } from '../cog/cog-file.ts';
import type { BlockPart } from '../draw/block-parts.ts';
import { isNodata } from '../draw/colour.ts';
import { type Patch, sampleSpan, type SampleSpan } from './sample.ts';
import { INDICES, type IndexStyle, rampColour } from './raster-style.ts';

/** Channels of a patch of values: three bands, and whether the pixel shows. */
const CHANNELS = 4;

/**
 * Copies the bands of an index of one block's part as they are. A pixel shows when all of them have a value there, and
 * neither mask nor alpha hides it.
 */
export async function copyValues(
  patch: Patch<Float32Array<ArrayBuffer>>,
  cog: Cog,
  level: number,
  part: BlockPart,
  style: IndexStyle,
): Promise<void> {
  const { columns, blockWidth } = cog.facts.levels[level]!;
  const index = part.row * columns + part.column;
  const mask = await readBlockMask(cog, level, index);
  if (mask === 'none') return;
  const alpha = cog.facts.colours.indexOf('alpha');
  const wanted = INDICES[style].bands;
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
      let shows = 255;
      for (let band = 0; band < values.length; band++) {
        const { samples, offset, stride } = values[band]!;
        const value = samples[offset + pixel * stride]!;
        if (isNodata(value, missing)) shows = 0;
        patch.samples[out + band] = value;
      }
      patch.samples[out + 3] = shows;
    }
  }
}

function missingOf({ nodata, sampleType }: CogFacts): Parameters<typeof isNodata>[1] {
  return { nodata, isFloat: sampleType === 'float32' || sampleType === 'float64' };
}

/**
 * Makes what samples bands and puts the colours of their index into a picture; what has no index is left as it is. Bands are
 * there for one span at a time: for a whole picture they would take four times its memory.
 */
export function indexSampler(style: IndexStyle) {
  const { formula } = INDICES[style];
  return (patch: Patch<Float32Array<ArrayBuffer>>, rgba: Uint8ClampedArray): SampleSpan => {
    let values = new Float32Array();
    return (span, at) => {
      const length = span.count * CHANNELS;
      values = values.length === length ? values.fill(0) : new Float32Array(length);
      sampleSpan(patch, span, values, 0);
      for (let from = 0, to = at * CHANNELS; from < length; from += CHANNELS, to += CHANNELS) {
        if (values[from + 3] === 0) continue;
        const index = formula(values[from]!, values[from + 1]!, values[from + 2]!);
        if (!Number.isFinite(index)) continue;
        const [red, green, blue] = rampColour(index);
        rgba[to] = red;
        rgba[to + 1] = green;
        rgba[to + 2] = blue;
        rgba[to + 3] = 255;
      }
    };
  };
}
