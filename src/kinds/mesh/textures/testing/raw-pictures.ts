import { sharp } from '../../../../geodata/pictures/picture-library.child.ts';

/** Pixels of a picture with red, green, blue, alpha. */
export interface Rgba {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export async function decodeRgba(picture: Uint8Array | string): Promise<Rgba> {
  const { data, info } = await sharp(picture)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** A picture as PNG, of the colour of each pixel. */
export function pngOf(
  width: number,
  height: number,
  colour: (x: number, y: number) => readonly number[],
): Promise<Buffer> {
  const channels = colour(0, 0).length as 3 | 4;
  const data = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data.set(colour(x, y), (y * width + x) * channels);
  return sharp(data, { raw: { width, height, channels } }).png().toBuffer();
}

/** Soft colours of a place: a picture without hard edges. */
export const soft = (x: number, y: number): readonly [number, number, number] => [
  Math.round(128 + 90 * Math.sin(x / 17) * Math.cos(y / 23)),
  Math.round(128 + 90 * Math.sin(x / 29 + y / 31)),
  Math.round(128 + 90 * Math.cos(x / 37) * Math.sin(y / 19)),
];

/** The colour at a place, between the middles of pixels; v from the bottom. Beyond the borders the picture is repeated, or its border is. */
export function sampleAt({ data, width, height }: Rgba, u: number, v: number, repeats = false): readonly number[] {
  const [x, y] = [u * width - 0.5, (1 - v) * height - 0.5];
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const inside = (value: number, size: number): number =>
    repeats ? ((value % size) + size) % size : Math.min(size - 1, Math.max(0, value));
  return [0, 1, 2, 3].map((band) => {
    let sum = 0;
    for (const [dx, dy] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      const part = (dx === 1 ? x - left : 1 - x + left) * (dy === 1 ? y - top : 1 - y + top);
      sum += part * data[4 * (inside(top + dy, height) * width + inside(left + dx, width)) + band]!;
    }
    return sum;
  });
}

/** Structural similarity of the brightness of two pictures of the same size, in windows of 8 x 8 pixels. */
export function similarity(one: Rgba, other: Rgba): number {
  const [first, second] = [brightness(one), brightness(other)];
  let [sum, windows] = [0, 0];
  for (let y = 0; y + 8 <= one.height; y += 4)
    for (let x = 0; x + 8 <= one.width; x += 4) {
      sum += windowSimilarity(first, second, one.width, x, y);
      windows += 1;
    }
  return sum / windows;
}

const brightness = ({ data }: Rgba): Float64Array =>
  Float64Array.from(
    { length: data.length / 4 },
    (_, at) => 0.299 * data[4 * at]! + 0.587 * data[4 * at + 1]! + 0.114 * data[4 * at + 2]!,
  );

function windowSimilarity(one: Float64Array, other: Float64Array, width: number, left: number, top: number): number {
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
  for (let y = top; y < top + 8; y += 1)
    for (let x = left; x < left + 8; x += 1) {
      const [p, q] = [one[y * width + x]!, other[y * width + x]!];
      a += p / 64;
      b += q / 64;
      aa += (p * p) / 64;
      bb += (q * q) / 64;
      ab += (p * q) / 64;
    }
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
  return ((2 * a * b + c1) * (2 * (ab - a * b) + c2)) / ((a * a + b * b + c1) * (aa - a * a + bb - b * b + c2));
}

/** A triangle in a flat picture: x and y from the upper left corner, u, v of each corner. */
export type FlatCorner = readonly [x: number, y: number, u: number, v: number];

/** Draws triangles; each pixel is the mean of `fineness` x `fineness` samples. Untouched pixels stay black. */
export function drawFlat(
  triangles: readonly (readonly [FlatCorner, FlatCorner, FlatCorner])[],
  picture: Rgba,
  { width, height, fineness }: { readonly width: number; readonly height: number; readonly fineness: number },
): Rgba {
  const sums = new Float64Array(width * height * 4);
  for (const [a, b, c] of triangles) {
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
    const [minX, maxX] = [Math.min(a[0], b[0], c[0]), Math.max(a[0], b[0], c[0])].map((x) => Math.floor(x * fineness));
    const [minY, maxY] = [Math.min(a[1], b[1], c[1]), Math.max(a[1], b[1], c[1])].map((y) => Math.floor(y * fineness));
    for (let row = minY!; row <= maxY!; row += 1)
      for (let column = minX!; column <= maxX!; column += 1) {
        const [x, y] = [(column + 0.5) / fineness, (row + 0.5) / fineness];
        const p = ((b[0] - x) * (c[1] - y) - (c[0] - x) * (b[1] - y)) / area;
        const q = ((c[0] - x) * (a[1] - y) - (a[0] - x) * (c[1] - y)) / area;
        const r = 1 - p - q;
        if (p < 0 || q < 0 || r < 0 || x >= width || y >= height) continue;
        const colour = sampleAt(picture, p * a[2] + q * b[2] + r * c[2], p * a[3] + q * b[3] + r * c[3]);
        const at = 4 * (Math.floor(y) * width + Math.floor(x));
        for (let band = 0; band < 4; band += 1) sums[at + band]! += colour[band]! / fineness ** 2;
      }
  }
  return { data: Uint8Array.from(sums, (value) => Math.min(255, Math.round(value))), width, height };
}
