/** Pixels of a picture, row by row from the top. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly data: Uint8Array;
}

/** A picture that cannot be read; the message says why. */
export class BitmapError extends Error {
  override readonly name = 'BitmapError';
}

export const damagedBitmap = (): BitmapError => new BitmapError('The picture is damaged.');

/** Pixels of a bitmap: it is in memory as a whole, beside its file. */
const MOST_PIXELS = 2 ** 25;

/** @throws BitmapError for one with too many pixels, or none */
export function emptyBitmap(format: string, width: number, height: number, channels: 3 | 4): Bitmap {
  if (width <= 0 || height <= 0) throw damagedBitmap();
  if (width * height > MOST_PIXELS)
    throw new BitmapError(`The ${format} picture has ${width} x ${height} pixels; ${MOST_PIXELS} can be read at most.`);
  return { width, height, channels, data: new Uint8Array(width * height * channels) };
}

/** Programs that know no transparency leave alpha at zero: then all of the picture is meant. */
export function withoutEmptyAlpha(bitmap: Bitmap): Bitmap {
  const { data, channels } = bitmap;
  if (channels === 3) return bitmap;
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) return bitmap;
  return { ...bitmap, data: data.map((value, at) => (at % 4 === 3 ? 255 : value)) };
}
