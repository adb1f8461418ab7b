import { type Bitmap, BitmapError, damagedBitmap, emptyBitmap, withoutEmptyAlpha } from './bitmap.ts';

const HEADER = 18;
const [MAPPED, TRUE_COLOUR, GREY] = [1, 2, 3] as const;
/** Added to a type where runs of pixels are packed. */
const PACKED = 8;
const [FROM_RIGHT, FROM_TOP] = [16, 32] as const;

/** Decodes a Truevision TGA. @throws BitmapError */
export function decodeTga(bytes: Uint8Array): Bitmap {
  if (bytes.length < HEADER) throw damagedBitmap();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [type, depth, descriptor] = [bytes[2]!, bytes[16]!, bytes[17]!];
  const kind = type & ~PACKED;
  const map = { first: view.getUint16(3, true), count: view.getUint16(5, true), bits: bytes[7]! };
  requireKnown(kind, depth, map);
  const hasAlpha = kind === TRUE_COLOUR && depth === 32 && (descriptor & 15) === 8;
  const bitmap = emptyBitmap('TGA', view.getUint16(12, true), view.getUint16(14, true), hasAlpha ? 4 : 3);
  const mapStart = HEADER + bytes[0]!;
  const mapBytes = bytes[1] === 1 ? (map.count * map.bits) / 8 : 0;
  const pixelBytes = depth / 8;
  const pixels = (type & PACKED) === 0 ? plain : unpack;
  const stored = pixels(bytes.subarray(mapStart + mapBytes), bitmap.width * bitmap.height, pixelBytes);
  const colours = bytes.subarray(mapStart, mapStart + mapBytes);
  for (let pixel = 0; pixel < bitmap.width * bitmap.height; pixel += 1) {
    const at = bitmap.channels * placeOf(pixel, bitmap, descriptor);
    const from = pixel * pixelBytes;
    if (kind === TRUE_COLOUR) putPixel(bitmap.data, at, stored, from, bitmap.channels);
    else if (kind === GREY) bitmap.data.fill(stored[from]!, at, at + 3);
    else {
      const entry = ((stored[from]! - map.first) * map.bits) / 8;
      if (entry < 0 || entry + 3 > colours.length) throw damagedBitmap();
      putPixel(bitmap.data, at, colours, entry, 3);
    }
  }
  return withoutEmptyAlpha(bitmap);
}

function requireKnown(kind: number, depth: number, map: { readonly bits: number }): void {
  const isKnown =
    (kind === TRUE_COLOUR && (depth === 24 || depth === 32)) ||
    (kind === GREY && depth === 8) ||
    (kind === MAPPED && depth === 8 && (map.bits === 24 || map.bits === 32));
  if (!isKnown) throw new BitmapError('TGA pictures of this kind cannot be read. Use JPEG, PNG, WebP or TIFF.');
}

/** Where a stored pixel is in the picture; rows are stored from the bottom mostly. */
function placeOf(pixel: number, { width, height }: Bitmap, descriptor: number): number {
  const [row, column] = [Math.floor(pixel / width), pixel % width];
  const y = (descriptor & FROM_TOP) === 0 ? height - 1 - row : row;
  return y * width + ((descriptor & FROM_RIGHT) === 0 ? column : width - 1 - column);
}

/** Stored as blue, green, red, alpha. */
function putPixel(data: Uint8Array, at: number, from: Uint8Array, place: number, channels: 3 | 4): void {
  data[at] = from[place + 2]!;
  data[at + 1] = from[place + 1]!;
  data[at + 2] = from[place]!;
  if (channels === 4) data[at + 3] = from[place + 3]!;
}

function plain(bytes: Uint8Array, count: number, pixelBytes: number): Uint8Array {
  if (bytes.length < count * pixelBytes) throw damagedBitmap();
  return bytes;
}

/** Each part is a byte, whose lower bits are a count less one, and one pixel that is repeated, or as many pixels. */
function unpack(bytes: Uint8Array, count: number, pixelBytes: number): Uint8Array {
  const pixels = new Uint8Array(count * pixelBytes);
  for (let [from, at] = [0, 0]; at < pixels.length;) {
    const head = bytes[from]!;
    const isRun = head >= 128;
    const length = Math.min(((head & 127) + 1) * pixelBytes, pixels.length - at);
    const stored = isRun ? pixelBytes : length;
    from += 1;
    if (from + stored > bytes.length) throw damagedBitmap();
    if (isRun) for (let byte = 0; byte < length; byte += 1) pixels[at + byte] = bytes[from + (byte % pixelBytes)]!;
    else pixels.set(bytes.subarray(from, from + length), at);
    from += stored;
    at += length;
  }
  return pixels;
}
