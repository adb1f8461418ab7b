import sharp from 'sharp';
import { PIXELS } from './quality.ts';

/** Writes square pictures, red, green and blue from 0 to 1, from left to right into one file. */
export async function writePictureRow(path: string, pictures: readonly Float32Array[]): Promise<void> {
  const row = { width: pictures.length * PIXELS, height: PIXELS, channels: 3, background: 'black' } as const;
  const parts = pictures.map((picture, index) => ({
    input: Buffer.from(Uint8ClampedArray.from(picture, (value) => 255 * value)),
    raw: { width: PIXELS, height: PIXELS, channels: 3 as const },
    left: index * PIXELS,
    top: 0,
  }));
  await sharp({ create: row }).composite(parts).toFile(path);
}
