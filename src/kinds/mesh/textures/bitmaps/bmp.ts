import { type Bitmap, BitmapError, damagedBitmap, emptyBitmap, withoutEmptyAlpha } from './bitmap.ts';

const FILE_HEADER = 14;
/** The shortest header with everything that is read here. */
const LEAST_HEADER = 40;
const [UNCOMPRESSED, BIT_FIELDS] = [0, 3] as const;
/** Blue, green, red, alpha: the order of masks that is known. */
const MASKS = [0x00ff_0000, 0x0000_ff00, 0x0000_00ff] as const;
const BITS: readonly number[] = [1, 4, 8, 24, 32];

/** Decodes a bitmap of Windows without compression. @throws BitmapError */
export function decodeBmp(bytes: Uint8Array): Bitmap {
  if (bytes.length < FILE_HEADER + LEAST_HEADER) throw damagedBitmap();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerBytes = view.getUint32(14, true);
  const [signedWidth, signedHeight] = [view.getInt32(18, true), view.getInt32(22, true)];
  const [bits, compression] = [view.getUint16(28, true), view.getUint32(30, true)];
  requireKnown(view, headerBytes, bits, compression);
  const hasAlpha = bits === 32 && compression === BIT_FIELDS;
  const bitmap = emptyBitmap('BMP', signedWidth, Math.abs(signedHeight), hasAlpha ? 4 : 3);
  const { width, height, channels, data } = bitmap;
  const start = view.getUint32(10, true);
  const rowBytes = 4 * Math.ceil((width * bits) / 32);
  if (start + rowBytes * height > bytes.length) throw damagedBitmap();
  const palette = bits <= 8 ? paletteOf(view, FILE_HEADER + headerBytes, start) : null;
  for (let row = 0; row < height; row += 1) {
    const from = start + rowBytes * (signedHeight < 0 ? row : height - 1 - row);
    for (let column = 0; column < width; column += 1) {
      const at = channels * (row * width + column);
      if (palette === null) {
        const pixel = from + (column * bits) / 8;
        data[at] = bytes[pixel + 2]!;
        data[at + 1] = bytes[pixel + 1]!;
        data[at + 2] = bytes[pixel]!;
        if (channels === 4) data[at + 3] = bytes[pixel + 3]!;
      } else data.set(palette(indexAt(bytes, from, column, bits)), at);
    }
  }
  return withoutEmptyAlpha(bitmap);
}

function requireKnown(view: DataView, headerBytes: number, bits: number, compression: number): void {
  const hasMasks = compression === BIT_FIELDS && bits === 32 && view.byteLength >= 70;
  const isKnown =
    compression === UNCOMPRESSED || (hasMasks && MASKS.every((mask, index) => maskAt(view, index) === mask));
  if (headerBytes < LEAST_HEADER || !BITS.includes(bits) || !isKnown)
    throw new BitmapError('BMP pictures of this kind cannot be read. Use JPEG, PNG, WebP or TIFF.');
}

const maskAt = (view: DataView, index: number): number => view.getUint32(54 + 4 * index, true);

/** Indices are packed from the left, the highest bits first. */
function indexAt(bytes: Uint8Array, from: number, column: number, bits: number): number {
  const place = column * bits;
  return (bytes[from + (place >> 3)]! >> (8 - bits - (place & 7))) & ((1 << bits) - 1);
}

/** Colours of indices: red, green, blue. */
function paletteOf(view: DataView, start: number, end: number): (index: number) => readonly [number, number, number] {
  return (index) => {
    const at = start + 4 * index;
    if (at + 4 > Math.min(end, view.byteLength)) throw damagedBitmap();
    return [view.getUint8(at + 2), view.getUint8(at + 1), view.getUint8(at)];
  };
}
