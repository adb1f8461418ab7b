import { colourScale, type ColourMapId, SCALE_STEPS, SPECTRAL_INDICES, type SpectralIndex } from '../spectral/index.ts';
import { linearScale } from '../draw/stretch.ts';
import { CHANNELS } from './copy-values.ts';
import { paintHeight } from './height-colours.ts';
import type { HeightEncoding, ValueRange } from './raster-look.ts';
import { INDICES, type IndexStyle, rampColour } from './raster-style.ts';
import { type Patch, sampleSpan, type SampleSpan } from './sample.ts';

/**
 * Puts the colours of the values of some bands into a picture.
 *
 * @param at of the red of the pixel
 * @returns whether there is a colour; else the pixel is left as it is
 */
export type PaintValues = (
  first: number,
  second: number,
  third: number,
  rgba: Uint8ClampedArray,
  at: number,
) => boolean;

/** Red to green, as WMS draws an index from -1 to 1. */
export function indexPaint(style: IndexStyle): PaintValues {
  const { formula } = INDICES[style];
  return (first, second, third, rgba, at) => {
    const index = formula(first, second, third);
    if (!Number.isFinite(index)) return false;
    const [red, green, blue] = rampColour(index);
    rgba[at] = red;
    rgba[at + 1] = green;
    rgba[at + 2] = blue;
    return true;
  };
}

/** Each band from the lower to the upper end of its range. */
export function bandsPaint(ranges: readonly [ValueRange, ValueRange, ValueRange]): PaintValues {
  const scaleOf = ([min, max]: ValueRange) => linearScale({ min, max });
  const [red, green, blue] = [scaleOf(ranges[0]), scaleOf(ranges[1]), scaleOf(ranges[2])];
  return (first, second, third, rgba, at) => {
    rgba[at] = first * red.factor + red.offset;
    rgba[at + 1] = second * green.factor + green.offset;
    rgba[at + 2] = third * blue.factor + blue.offset;
    return true;
  };
}

/** The colours of a scale, of a value or of what a formula makes of several. */
export function scalePaint(
  colours: ColourMapId,
  range: ValueRange,
  expression?: keyof typeof SPECTRAL_INDICES,
): PaintValues {
  const colourAt = scaleColours(colours, range);
  if (expression === undefined) return (value, _second, _third, rgba, at) => colourAt(value, rgba, at);
  const { formula }: SpectralIndex = SPECTRAL_INDICES[expression];
  return (first, second, third, rgba, at) => colourAt(formula(first, second, third), rgba, at);
}

/** Puts the colour of a value in a scale into a picture. @returns false for what is no number */
export function scaleColours(
  colours: ColourMapId,
  [low, high]: ValueRange,
): (value: number, rgba: Uint8ClampedArray, at: number) => boolean {
  const scale = colourScale(colours);
  const factor = high > low ? SCALE_STEPS / (high - low) : 0;
  return (value, rgba, at) => {
    if (!Number.isFinite(value)) return false;
    // A range without a length: below it the lower end, from there on the upper one.
    const place = factor > 0 ? (value - low) * factor : value < low ? 0 : SCALE_STEPS;
    const step = 3 * Math.max(0, Math.min(SCALE_STEPS - 1, Math.floor(place)));
    rgba[at] = scale[step]!;
    rgba[at + 1] = scale[step + 1]!;
    rgba[at + 2] = scale[step + 2]!;
    return true;
  };
}

/** Heights in metres as numbers. */
export function heightsPaint(
  encoding: HeightEncoding,
  { scale, offset, metres }: { readonly scale: number; readonly offset: number; readonly metres: number },
): PaintValues {
  return (value, _second, _third, rgba, at) => {
    paintHeight(encoding, (value * scale + offset) * metres, rgba, at);
    return true;
  };
}

/**
 * Makes what samples bands and puts their colours into a picture. Bands are there for one span at a time: for a whole picture
 * they would take four times its memory.
 */
export function valueSampler(paint: PaintValues) {
  return (patch: Patch<Float32Array<ArrayBuffer>>, rgba: Uint8ClampedArray): SampleSpan => {
    let values = new Float32Array();
    return (span, at) => {
      const length = span.count * CHANNELS;
      values = values.length === length ? values.fill(0) : new Float32Array(length);
      sampleSpan(patch, span, values, 0);
      for (let from = 0, to = at * CHANNELS; from < length; from += CHANNELS, to += CHANNELS) {
        if (values[from + 3] === 0) continue;
        if (paint(values[from]!, values[from + 1]!, values[from + 2]!, rgba, to)) rgba[to + 3] = 255;
      }
    };
  };
}
