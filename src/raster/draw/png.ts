import { promisify } from 'node:util';
import { constants, crc32, deflate } from 'node:zlib';

const deflateAsync = promisify(deflate);

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** PNG colour types by number of channels: grey, red-green-blue, and that with alpha. */
const COLOUR_TYPES = { 1: 0, 3: 2, 4: 6 } as const;

/** Filter type 1, "sub": each byte less the same channel of the pixel to its left. */
const FILTER_SUB = 1;

/**
 * A PNG (W3C, third edition) of 8 bits a channel, made for speed: one filter for all rows and runs instead of a search
 * for matches, which photographs hardly have.
 *
 * Measured against sharp on 60 tiles of drone photographs, by processor time: 2.2 to 2.4 ms and 127 kB, where sharp at its
 * fastest (level 1, no filter) takes 2.2 ms and 170 kB, and with a filter chosen for each row 3.6 ms and 144 kB. The gain
 * is a quarter of the bytes at the same speed.
 */
export async function encodePng(
  pixels: Uint8Array,
  width: number,
  height: number,
  channels: keyof typeof COLOUR_TYPES,
): Promise<Uint8Array> {
  const filtered = filterRows(pixels, width * channels, height, channels);
  const compressed = await deflateAsync(filtered, {
    level: 1,
    strategy: constants.Z_RLE,
    // One chunk: each is a round trip through the thread pool.
    chunkSize: Math.max(1024, filtered.length),
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, COLOUR_TYPES[channels]], 8);
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', compressed), chunk('IEND', Buffer.alloc(0))]);
}

function filterRows(pixels: Uint8Array, rowBytes: number, height: number, channels: number): Uint8Array {
  const filtered = new Uint8Array((rowBytes + 1) * height);
  let out = 0;
  for (let row = 0; row < rowBytes * height; row += rowBytes) {
    filtered[out++] = FILTER_SUB;
    const end = row + rowBytes;
    for (let at = row; at < row + channels; at++) filtered[out++] = pixels[at]!;
    for (let at = row + channels; at < end; at++) filtered[out++] = pixels[at]! - pixels[at - channels]!;
  }
  return filtered;
}

function chunk(name: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(name, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}
