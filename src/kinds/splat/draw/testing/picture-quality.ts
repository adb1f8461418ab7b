import { similarity } from '../../../mesh/testing/seen-from-above.ts';

/**
 * Peak signal to noise in decibels of two pictures whose numbers are 0 to 1 and beyond; infinite for equal ones. What is beyond is cut
 * off, as screens do it.
 */
export function peakSignalToNoise(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (shown(one[at]!) - shown(other[at]!)) ** 2;
  return -10 * Math.log10(sum / one.length);
}

/** Structural similarity of the brightness of two square pictures of red, green, blue; 1 for equal ones. */
export const structuralSimilarity = (one: Float32Array, other: Float32Array): number =>
  similarity(grey(one), grey(other));

const shown = (value: number): number => Math.min(Math.max(value, 0), 1);

/** Brightness, 0 to 255. */
function grey(pixels: Float32Array): { readonly side: number; readonly values: Float32Array } {
  const values = new Float32Array(pixels.length / 3);
  for (let at = 0; at < values.length; at += 1)
    values[at] =
      255 * (0.299 * shown(pixels[3 * at]!) + 0.587 * shown(pixels[3 * at + 1]!) + 0.114 * shown(pixels[3 * at + 2]!));
  return { side: Math.sqrt(values.length), values };
}
