/** Complex numbers of a square, row by row. */
export interface Spectrum {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** Transforms squares of one side in place. */
export interface Fft2d {
  readonly side: number;
  forward(square: Spectrum): void;
  /** Divided by the number of values, so that it undoes `forward`. */
  inverse(square: Spectrum): void;
}

/**
 * The fast Fourier transform of Cooley and Tukey (1965) with radix 2, of rows and then of columns.
 *
 * @param side a power of two
 */
export function createFft2d(side: number): Fft2d {
  const bits = Math.log2(side);
  const order = Uint32Array.from({ length: side }, (_, at) => reversed(at, bits));
  const cosines = Float64Array.from({ length: side / 2 }, (_, at) => Math.cos((2 * Math.PI * at) / side));
  const sines = Float64Array.from({ length: side / 2 }, (_, at) => -Math.sin((2 * Math.PI * at) / side));
  const [re, im] = [new Float64Array(side), new Float64Array(side)];

  /** One row or column: `stride` lies between its values. */
  function transform(square: Spectrum, from: number, stride: number): void {
    for (let at = 0; at < side; at++) {
      const place = from + order[at]! * stride;
      re[at] = square.re[place]!;
      im[at] = square.im[place]!;
    }
    for (let half = 1, step = side / 2; half < side; half *= 2, step /= 2) {
      for (let block = 0; block < side; block += 2 * half) {
        for (let at = 0; at < half; at++) {
          const [low, high] = [block + at, block + at + half];
          const [cosine, sine] = [cosines[at * step]!, sines[at * step]!];
          const turnedRe = re[high]! * cosine - im[high]! * sine;
          const turnedIm = re[high]! * sine + im[high]! * cosine;
          re[high] = re[low]! - turnedRe;
          im[high] = im[low]! - turnedIm;
          re[low]! += turnedRe;
          im[low]! += turnedIm;
        }
      }
    }
    for (let at = 0; at < side; at++) {
      square.re[from + at * stride] = re[at]!;
      square.im[from + at * stride] = im[at]!;
    }
  }

  function forward(square: Spectrum): void {
    for (let line = 0; line < side; line++) transform(square, line * side, 1);
    for (let line = 0; line < side; line++) transform(square, line, side);
  }

  return {
    side,
    forward,
    inverse({ re: real, im: imaginary }) {
      // Swapping the parts before and after turns the transform around.
      forward({ re: imaginary, im: real });
      const count = side * side;
      for (let at = 0; at < count; at++) {
        real[at]! /= count;
        imaginary[at]! /= count;
      }
    },
  };
}

function reversed(value: number, bits: number): number {
  let result = 0;
  for (let bit = 0; bit < bits; bit++) result |= ((value >> bit) & 1) << (bits - 1 - bit);
  return result;
}

/** An empty square. */
export const emptySquare = (side: number): Spectrum => ({
  re: new Float64Array(side * side),
  im: new Float64Array(side * side),
});

/** Where the parts of two pictures agree: the product of one spectrum and the conjugate of the other, into the first. */
export function multiplyConjugate(one: Spectrum, other: Spectrum, normalise: boolean): void {
  for (let at = 0; at < one.re.length; at++) {
    const re = one.re[at]! * other.re[at]! + one.im[at]! * other.im[at]!;
    const im = one.im[at]! * other.re[at]! - one.re[at]! * other.im[at]!;
    // Only phases count where a peak is to be sharp, whatever the contrast of the pictures.
    const size = normalise ? Math.hypot(re, im) || 1 : 1;
    one.re[at] = re / size;
    one.im[at] = im / size;
  }
}
