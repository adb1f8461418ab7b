import fc from 'fast-check';
import sharp, { type JpegOptions } from 'sharp';
import { expect, test } from 'vitest';
import { RasterError } from '../../raster-error.ts';
import { decodeUsualJpeg, type JpegSize } from './decode-jpeg.ts';

const SIDE = 64;

/** Smooth ground with edges and noise: blocks of nothing but DC, and of all coefficients. */
function picture(width: number, height: number, seed = 1): Uint8Array {
  const pixels = new Uint8Array(width * height * 3);
  let state = seed;
  for (let at = 0; at < pixels.length; at++) {
    const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    const field = ((x >> 4) * 37 + (y >> 5) * 91 + (at % 3) * 53) % 256;
    pixels[at] = x < width / 4 ? 120 : field + (y > height / 2 ? (state >> 16) % 64 : 0);
  }
  return pixels;
}

const jpegOf = (
  options: JpegOptions,
  { width, height, channels }: JpegSize = { width: SIDE, height: SIDE, channels: 3 },
) => {
  const image = sharp(picture(width, height), { raw: { width, height, channels: 3 } });
  return (channels === 1 ? image.toColourspace('b-w') : image).jpeg({ optimiseCoding: false, ...options }).toBuffer();
};

async function libjpegOf(jpeg: Uint8Array, channels: 1 | 3): Promise<Buffer> {
  const image = sharp(jpeg);
  return (channels === 1 ? image.toColourspace('b-w') : image.ensureAlpha()).raw().toBuffer();
}

const SIZES: readonly JpegSize[] = [
  { width: SIDE, height: SIDE, channels: 3 },
  { width: SIDE, height: SIDE, channels: 1 },
  { width: 16, height: 256, channels: 3 },
  { width: 1024, height: 16, channels: 3 },
];

test.each([5, 50, 80, 98, 100])('pixels are those of libjpeg at quality %d', async (quality) => {
  for (const chromaSubsampling of ['4:2:0', '4:4:4']) {
    for (const optimiseCoding of [false, true]) {
      for (const size of SIZES) {
        const jpeg = await jpegOf({ quality, chromaSubsampling, optimiseCoding }, size);
        const decoded = decodeUsualJpeg(jpeg, size);
        expect(decoded === null ? null : Buffer.compare(decoded, await libjpegOf(jpeg, size.channels))).toBe(0);
      }
    }
  }
});

test('a JPEG of another kind is left to others', async () => {
  const size = { width: SIDE, height: SIDE, channels: 3 } as const;
  expect(decodeUsualJpeg(await jpegOf({ progressive: true }), size)).toBeNull();
});

test('a JPEG of another size, or one that is cut off, is damaged', async () => {
  const jpeg = await jpegOf({ quality: 90 });
  const size = { width: SIDE, height: SIDE, channels: 3 } as const;
  expect(() => decodeUsualJpeg(jpeg, { ...size, width: 32 })).toThrow(RasterError);
  expect(() => decodeUsualJpeg(jpeg, { ...size, channels: 1 })).toThrow(RasterError);
  for (const length of [0, 1, 2, 20, 200, 700, jpeg.length / 2, jpeg.length - 40]) {
    expect(() => decodeUsualJpeg(jpeg.subarray(0, length), size)).toThrow(RasterError);
  }
});

/** The code of the error, or the bytes of the pixels. */
function outcomeOf(jpeg: Uint8Array, size: JpegSize): string | number {
  try {
    return decodeUsualJpeg(jpeg, size)?.length ?? 'of another kind';
  } catch (error) {
    if (error instanceof RasterError) return error.code;
    throw error;
  }
}

test('changed bytes are decoded or refused, and harm nothing that is decoded after', async () => {
  const sound = await jpegOf({ quality: 90 });
  const size = { width: SIDE, height: SIDE, channels: 3 } as const;
  const expected = decodeUsualJpeg(sound, size)!;
  // Half of the changes meet the headers.
  const place = fc.oneof(fc.nat(620), fc.nat(sound.length - 1));
  const changes = fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(changes, (changed) => {
      const bytes = Uint8Array.from(sound);
      for (const [at, value] of changed) bytes[at] = value;
      expect(outcomeOf(bytes, size)).toBeOneOf(['invalid', 'of another kind', expected.length]);
      expect(Buffer.compare(decodeUsualJpeg(sound, size)!, expected)).toBe(0);
    }),
    { numRuns: 3000 },
  );
});
