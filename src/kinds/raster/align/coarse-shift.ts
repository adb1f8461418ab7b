import { createFft2d, emptySquare, multiplyConjugate, type Spectrum } from './fft.ts';
import { type Plane, spreadOf } from './plane.ts';

/** Pixels of the common grid: what the source shows at (x, y) the reference shows at (x + dx, y + dy). */
export interface PixelShift {
  readonly dx: number;
  readonly dy: number;
}

/** Side of the pictures that are compared as a whole: 1024 makes a transform of 50 ms. */
const MAX_SIDE = 1024;

/**
 * A first shift of whole pixels of both planes made small: by phase correlation (Kuglin and Hines 1975), by plain correlation,
 * which sees more where everything is smooth, or none; whichever makes the two agree best.
 */
export function coarseShift(source: Plane, reference: Plane): PixelShift & { readonly agreement: number } {
  const { width, height } = source;
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  const [columns, rows] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const part = { x: 0, y: 0, width, height, columns, rows, isMean: scale < 1 };
  const [small, other] = [source.read(part), reference.read(part)];
  const side = 2 ** Math.ceil(Math.log2(Math.max(columns, rows, 2)));
  const peaks = peaksOf(windowed(other, columns, rows, side), windowed(small, columns, rows, side), side);
  const candidates = [...peaks, { dx: 0, dy: 0 }].map((shift) => ({
    ...shift,
    agreement: correlation(small, other, columns, rows, shift),
  }));
  const best = candidates.reduce((one, next) => (next.agreement > one.agreement ? next : one));
  return {
    dx: Math.round((best.dx * width) / columns),
    dy: Math.round((best.dy * height) / rows),
    agreement: best.agreement,
  };
}

/** A picture in a square around its mean, faded towards its borders (Hann), which would be edges otherwise. */
function windowed(values: Float64Array, columns: number, rows: number, side: number): Spectrum {
  const square = emptySquare(side);
  const { mean } = spreadOf(values);
  const fade = (at: number, count: number): number => 0.5 - 0.5 * Math.cos((2 * Math.PI * (at + 0.5)) / count);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const value = values[row * columns + column]!;
      if (Number.isNaN(value)) continue;
      square.re[row * side + column] = (value - mean) * fade(row, rows) * fade(column, columns);
    }
  }
  return square;
}

/** Where the two agree best by their phases alone, and with the contrast they have. */
function peaksOf(reference: Spectrum, source: Spectrum, side: number): readonly PixelShift[] {
  const fft = createFft2d(side);
  fft.forward(reference);
  fft.forward(source);
  return [true, false].map((normalise) => {
    const product = { re: reference.re.slice(), im: reference.im.slice() };
    multiplyConjugate(product, source, normalise);
    fft.inverse(product);
    return peakOf(product.re, side);
  });
}

function peakOf(values: Float64Array, side: number): PixelShift {
  let best = 0;
  for (let at = 1; at < values.length; at++) if (values[at]! > values[best]!) best = at;
  // Beyond half of the square a shift is one to the other side.
  const signed = (value: number): number => (value > side / 2 ? value - side : value);
  return { dx: signed(best % side), dy: signed(Math.floor(best / side)) };
}

/** Correlation of two pictures, -1 to 1, where one is moved; 0 where they share less than a twentieth. */
function correlation(
  source: Float64Array,
  reference: Float64Array,
  columns: number,
  rows: number,
  { dx, dy }: PixelShift,
): number {
  let [count, a, b, aa, bb, ab] = [0, 0, 0, 0, 0, 0];
  for (let row = Math.max(0, -dy); row < Math.min(rows, rows - dy); row++) {
    for (let column = Math.max(0, -dx); column < Math.min(columns, columns - dx); column++) {
      const [one, other] = [source[row * columns + column]!, reference[(row + dy) * columns + column + dx]!];
      if (Number.isNaN(one) || Number.isNaN(other)) continue;
      count += 1;
      a += one;
      b += other;
      aa += one * one;
      bb += other * other;
      ab += one * other;
    }
  }
  if (count < (columns * rows) / 20) return 0;
  const spread = Math.sqrt((aa - (a * a) / count) * (bb - (b * b) / count));
  return spread > 0 ? (ab - (a * b) / count) / spread : 0;
}
