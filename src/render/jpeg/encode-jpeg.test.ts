import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodeJpeg } from './encode-jpeg.ts';

/** Flat ground, edges and noise, as red, green, blue and alpha. */
function picture(width: number, height: number, isGrey: boolean): Uint8Array {
  const pixels = new Uint8Array(4 * width * height).fill(255);
  let state = 7;
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    for (let channel = 0; channel < 3; channel++) {
      state = (state * 48_271) % 2_147_483_647;
      const field = ((x >> 4) * 37 + (y >> 5) * 91 + channel * 53) % 256;
      const value = x < width / 4 ? 120 : x < width / 2 ? state : field + (y > height / 2 ? state % 64 : 0);
      pixels[4 * at + channel] = isGrey && channel > 0 ? pixels[4 * at]! : value;
    }
  }
  return pixels;
}

/** The image library's. */
async function libjpegOf(pixels: Uint8Array, width: number, height: number, isGrey: boolean, quality: number) {
  const image = sharp(pixels, { raw: { width, height, channels: 4 } }).flatten({ background: '#fff' });
  const options = { quality, optimiseCoding: false, chromaSubsampling: '4:2:0' };
  return (isGrey ? image.toColourspace('b-w') : image).jpeg(options).toBuffer();
}

/** From the first table on: what comes before tells densities. */
const tablesOn = (jpeg: Uint8Array): Buffer => Buffer.from(jpeg).subarray(Buffer.from(jpeg).indexOf('ffdb', 0, 'hex'));

const SIZES = [
  [256, 256],
  [1, 1],
  [8, 8],
  [17, 33],
  [25, 9],
  [300, 41],
  [7, 100],
  [2000, 20],
] as const;

test.each([1, 50, 80, 98, 100])('bytes are those of libjpeg at quality %d', async (quality) => {
  for (const [width, height] of SIZES) {
    for (const isGrey of [false, true]) {
      const pixels = picture(width, height, isGrey);
      const jpeg = encodeJpeg(pixels, { width, height, isOpaque: true, isGrey, quality });
      const expected = await libjpegOf(pixels, width, height, isGrey, quality);
      expect(Buffer.compare(tablesOn(jpeg), tablesOn(expected))).toBe(0);
    }
  }
});

test('white shows through what is transparent', () => {
  const [width, height] = [64, 48];
  const pixels = picture(width, height, false);
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = at < pixels.length / 2 ? 0 : 51;
  const expected = pixels.map((value, at) => {
    if (at % 4 === 3) return 255;
    return at < pixels.length / 2 ? 255 : Math.round(204 + value / 5);
  });
  const size = { width, height, isGrey: false };
  const [over, opaque] = [
    encodeJpeg(pixels, { ...size, isOpaque: false }),
    encodeJpeg(expected, { ...size, isOpaque: true }),
  ];
  expect(Buffer.compare(over, opaque)).toBe(0);
});

test('it tells that it is a JFIF picture of its size', async () => {
  const jpeg = encodeJpeg(picture(30, 20, false), { width: 30, height: 20, isOpaque: true, isGrey: false });
  expect(await sharp(jpeg).metadata()).toMatchObject({
    format: 'jpeg',
    width: 30,
    height: 20,
    chromaSubsampling: '4:2:0',
  });
});
