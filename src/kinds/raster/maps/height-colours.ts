import type { HeightEncoding, HeightsLook } from './raster-look.ts';

/** Steps of 1/256 m from 32,768 m below zero, and of a tenth of a metre from 10,000 m below. */
const ENCODINGS: Readonly<Record<HeightEncoding, { readonly steps: number; readonly lowest: number }>> = {
  terrarium: { steps: 256, lowest: -32_768 },
  mapbox: { steps: 10, lowest: -10_000 },
};
const MOST = 2 ** 24 - 1;

/** Writes a height in metres into the colours of a pixel; one beyond what can be written is the nearest that can. */
export function paintHeight(encoding: HeightEncoding, metres: number, rgba: Uint8ClampedArray, at: number): void {
  const { steps, lowest } = ENCODINGS[encoding];
  const number = Math.max(0, Math.min(MOST, Math.round((metres - lowest) * steps))) || 0;
  rgba[at] = number >> 16;
  rgba[at + 1] = (number >> 8) & 255;
  rgba[at + 2] = number & 255;
}

/** A height where a picture shows nothing: a terrain has no holes. */
export function fillHeights({ encoding, fill = 0 }: Omit<HeightsLook, 'kind'>, rgba: Uint8ClampedArray): void {
  const level = new Uint8ClampedArray(4).fill(255);
  paintHeight(encoding, fill, level, 0);
  const [pixel] = new Uint32Array(level.buffer);
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
  for (let at = 0; at < pixels.length; at++) if (rgba[4 * at + 3] === 0) pixels[at] = pixel!;
}
