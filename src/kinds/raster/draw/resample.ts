import { type Canvas, createCanvas } from '../../../render/index.ts';

/**
 * Enlarges a part of a canvas by bilinear interpolation. Colours are weighted by their opacity, so that what lies
 * under transparent pixels does not bleed in; opacity itself is that of the nearest pixel, so that the edge of the
 * data stays as sharp and as wide as in the file.
 *
 * @param size pixels of the result's side
 * @param left,top corner of the part on the canvas, in pixels and fractions
 * @param step canvas pixels per pixel of the result (at most 1)
 */
export function enlarge(canvas: Canvas, size: number, left: number, top: number, step: number): Canvas {
  const result = createCanvas(size, size);
  const columns = sampleAxis(size, left, step, canvas.width);
  const rows = sampleAxis(size, top, step, canvas.height);
  const { rgba } = canvas;
  let out = 0;
  for (let y = 0; y < size; y++) {
    const row0 = rows.lower[y]! * canvas.width;
    const row1 = rows.upper[y]! * canvas.width;
    const v = rows.fraction[y]!;
    const nearRow = v < 0.5 ? row0 : row1;
    for (let x = 0; x < size; x++, out += 4) {
      const column0 = columns.lower[x]!;
      const column1 = columns.upper[x]!;
      const u = columns.fraction[x]!;
      const opacity = rgba[(nearRow + (u < 0.5 ? column0 : column1)) * 4 + 3]!;
      if (opacity === 0) continue;
      const i00 = (row0 + column0) * 4;
      const i01 = (row0 + column1) * 4;
      const i10 = (row1 + column0) * 4;
      const i11 = (row1 + column1) * 4;
      const w00 = (1 - u) * (1 - v) * rgba[i00 + 3]!;
      const w01 = u * (1 - v) * rgba[i01 + 3]!;
      const w10 = (1 - u) * v * rgba[i10 + 3]!;
      const w11 = u * v * rgba[i11 + 3]!;
      const weight = w00 + w01 + w10 + w11;
      for (let c = 0; c < 3; c++) {
        const sum = rgba[i00 + c]! * w00 + rgba[i01 + c]! * w01 + rgba[i10 + c]! * w10 + rgba[i11 + c]! * w11;
        result.rgba[out + c] = sum / weight;
      }
      result.rgba[out + 3] = opacity;
    }
  }
  return result;
}

interface AxisSamples {
  readonly lower: Int32Array;
  readonly upper: Int32Array;
  readonly fraction: Float64Array;
}

/** For each pixel of the result the two canvas pixels around its centre, and how far it is from the first. */
function sampleAxis(size: number, start: number, step: number, limit: number): AxisSamples {
  const lower = new Int32Array(size);
  const upper = new Int32Array(size);
  const fraction = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const at = start + (i + 0.5) * step - 0.5;
    const first = Math.floor(at);
    lower[i] = Math.max(0, Math.min(limit - 1, first));
    upper[i] = Math.max(0, Math.min(limit - 1, first + 1));
    fraction[i] = at - first;
  }
  return { lower, upper, fraction };
}

/**
 * Averages a canvas into a square tile: `factor` x `factor` canvas pixels make one. Colours are weighted by opacity;
 * opacity is the share of the pixel's whole area that is covered. What lies past an edge in the east or west comes in at
 * the other, which happens on the tile of the whole world only.
 *
 * @param left,top position of the canvas' corner from the tile's, in canvas pixels
 */
export function reduce(canvas: Canvas, size: number, left: number, top: number, factor: number): Canvas {
  const { rgba } = canvas;
  const sums = new Float64Array(size * size * 4);
  const columns = Int32Array.from({ length: canvas.width }, (_, x) => {
    const column = Math.floor((left + x) / factor) % size;
    return column < 0 ? column + size : column;
  });
  let at = 0;
  for (let y = 0; y < canvas.height; y++) {
    const row = Math.floor((top + y) / factor) * size;
    for (let x = 0; x < canvas.width; x++, at += 4) {
      const opacity = rgba[at + 3]!;
      if (opacity === 0) continue;
      const out = (row + columns[x]!) * 4;
      sums[out] = sums[out]! + rgba[at]! * opacity;
      sums[out + 1] = sums[out + 1]! + rgba[at + 1]! * opacity;
      sums[out + 2] = sums[out + 2]! + rgba[at + 2]! * opacity;
      sums[out + 3] = sums[out + 3]! + opacity;
    }
  }
  const result = createCanvas(size, size);
  for (let out = 0; out < sums.length; out += 4) {
    const opacity = sums[out + 3]!;
    if (opacity === 0) continue;
    for (let c = 0; c < 3; c++) result.rgba[out + c] = sums[out + c]! / opacity;
    result.rgba[out + 3] = opacity / (factor * factor);
  }
  return result;
}
