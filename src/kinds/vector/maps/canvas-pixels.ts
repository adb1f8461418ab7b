import type { SKRSContext2D } from '@napi-rs/canvas';

/** Red, green, blue, alpha (not premultiplied) of a canvas row by row from the upper left. */
export function pixelsOf(context: SKRSContext2D): Uint8ClampedArray<ArrayBuffer> {
  const { width, height } = context.canvas;
  const { data } = context.getImageData(0, 0, width, height);
  return new Uint8ClampedArray(data.buffer as ArrayBuffer, data.byteOffset, data.length);
}
