import type { BlockMask } from '../block/block-mask.ts';
import type { BandSamples } from '../block/samples.ts';
import type { BandStats, CogFacts, SampleType } from '../cog/cog-facts.ts';
import type { BlockPart } from './block-parts.ts';
import type { Canvas } from '../../../render/index.ts';
import { linearScale } from './stretch.ts';
import type { Stretch } from './stretch.ts';

/** Which bands are drawn, numbered from 0: one as grey, or three as red, green and blue. */
export interface Display {
  readonly bands: readonly [grey: number] | readonly [red: number, green: number, blue: number];
  readonly alpha: number | null;
}

/**
 * Chooses the bands by their colour interpretation where it names red, green and blue; else the first three that are
 * not alpha; else the first as grey.
 */
export function chooseDisplay({ colours }: Pick<CogFacts, 'colours'>): Display {
  const alpha = colours.indexOf('alpha');
  const named = [colours.indexOf('red'), colours.indexOf('green'), colours.indexOf('blue')] as const;
  const others = [...colours.keys()].filter((band) => colours[band] !== 'alpha');
  const [first = 0, second, third] = named.every((band) => band >= 0) ? named : others;
  return {
    bands: second === undefined || third === undefined ? [first] : [first, second, third],
    alpha: alpha === -1 ? null : alpha,
  };
}

/** Everything needed to turn samples into colours, the same for every block of a raster. */
export interface Palette {
  /** By drawn band; one more, unused, for alpha. */
  readonly stretches: readonly Stretch[];
  readonly isBytes: boolean;
  readonly nodata: number | null;
  readonly isFloat: boolean;
  /** The alpha sample that means opaque. */
  readonly alphaMax: number;
}

/**
 * The alpha value that means opaque. GDAL writes 65535 and 32767 for the 16-bit types and 255 for all others, but
 * leaves the alpha of its source as it is, and many 16-bit sources use 255: their statistics tell.
 */
export function alphaMaxOf(type: SampleType, range: BandStats | null): number {
  if (range !== null && range.max <= 255) return 255;
  return type === 'uint16' ? 65_535 : type === 'int16' ? 32_767 : 255;
}

/** The samples of one block: the drawn bands, alpha if there is one, and what the mask shows. */
export interface BlockSamples {
  readonly width: number;
  readonly bands: readonly BandSamples[];
  readonly alpha: BandSamples | null;
  readonly mask: BlockMask;
}

/** Whether pixel `i` of a block shows: not nodata in all drawn bands, not masked, not wholly transparent. */
export function visibility(block: BlockSamples, palette: Palette): (pixel: number) => boolean {
  const { bands, alpha, mask } = block;
  return (pixel) => {
    if (mask === 'none' || (mask !== 'all' && mask[pixel] === 0)) return false;
    if (alpha !== null && alpha.samples[alpha.offset + pixel * alpha.stride] === 0) return false;
    return !bands.every((band) => isNodata(band.samples[band.offset + pixel * band.stride]!, palette));
  };
}

/** Draws a part of a block on a canvas. Transparent pixels are left as they are. */
export function paintPart(canvas: Canvas, part: BlockPart, block: BlockSamples, palette: Palette): void {
  if (block.mask === 'none') return;
  const [first] = block.bands;
  const isPlain = palette.isBytes && palette.nodata === null && block.alpha === null && block.mask === 'all';
  if (isPlain && first !== undefined) paintBytes(canvas, part, block);
  else paintAny(canvas, part, block, palette);
}

/** The common picture, bytes without transparency: nothing but moving them. */
function paintBytes({ rgba, width }: Canvas, part: BlockPart, { bands, width: blockWidth }: BlockSamples): void {
  const [red, green, blue] = [bands[0]!, bands[1] ?? bands[0]!, bands[2] ?? bands[0]!];
  for (let y = 0; y < part.height; y++) {
    const pixel = (part.blockY + y) * blockWidth + part.blockX;
    let r = red.offset + pixel * red.stride;
    let g = green.offset + pixel * green.stride;
    let b = blue.offset + pixel * blue.stride;
    let out = ((part.y + y) * width + part.x) * 4;
    for (const end = out + part.width * 4; out < end; out += 4) {
      rgba[out] = red.samples[r]!;
      rgba[out + 1] = green.samples[g]!;
      rgba[out + 2] = blue.samples[b]!;
      rgba[out + 3] = 255;
      r += red.stride;
      g += green.stride;
      b += blue.stride;
    }
  }
}

function paintAny({ rgba, width }: Canvas, part: BlockPart, block: BlockSamples, palette: Palette): void {
  const { alpha, mask } = block;
  const isVisible = visibility(block, palette);
  // Grey goes to three channels; the clamped array rounds and limits what is stored.
  const channels = [0, 1, 2].map((channel) => {
    const index = block.bands.length === 1 ? 0 : channel;
    return { band: block.bands[index]!, ...linearScale(palette.stretches[index]!) };
  });
  const alphaFactor = 255 / palette.alphaMax;
  for (let y = 0; y < part.height; y++) {
    let pixel = (part.blockY + y) * block.width + part.blockX;
    let out = ((part.y + y) * width + part.x) * 4;
    for (let x = 0; x < part.width; x++, pixel++, out += 4) {
      if (!isVisible(pixel)) continue;
      for (let channel = 0; channel < 3; channel++) {
        const { band, factor, offset } = channels[channel]!;
        rgba[out + channel] = band.samples[band.offset + pixel * band.stride]! * factor + offset;
      }
      const opacity = alpha === null ? 255 : alpha.samples[alpha.offset + pixel * alpha.stride]! * alphaFactor;
      rgba[out + 3] = mask === 'all' ? opacity : (opacity * (mask as Uint8Array)[pixel]!) / 255;
    }
  }
}

/** Whether a sample means "nothing here". */
export function isNodata(value: number, { nodata, isFloat }: Pick<Palette, 'nodata' | 'isFloat'>): boolean {
  return value === nodata || (isFloat && Number.isNaN(value));
}
