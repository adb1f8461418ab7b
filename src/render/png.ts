import { promisify } from 'node:util';
import { constants, crc32, deflate as deflateBytes } from 'node:zlib';
import { joined } from './joined.ts';

const deflateAsync = promisify(deflateBytes);

/** Makes a zlib stream of filtered rows, in parts. */
export type Deflate = (rows: FilteredRows) => readonly Uint8Array[] | Promise<readonly Uint8Array[]>;

/** The rows of a picture, filtered when they are asked for. */
export interface FilteredRows {
  /** All rows at once. */
  whole(): Uint8Array;
  /** Whole rows of about `bytes` together. Pieces share memory: one is good until the next is asked for. */
  pieces(bytes: number): Iterable<Uint8Array>;
}

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
 *
 * @param stride bytes from pixel to pixel: more than the channels where some are left out
 * @param deflate the thread pool's, which leaves the calling thread free, unless given
 */
export async function encodePng(
  pixels: Uint8Array,
  width: number,
  height: number,
  channels: keyof typeof COLOUR_TYPES,
  stride: number = channels,
  deflate: Deflate = deflateElsewhere,
): Promise<Uint8Array> {
  const compressed = await deflate(filteredRows(pixels, { width, height, channels, stride }));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, COLOUR_TYPES[channels]], 8);
  return joined([SIGNATURE, ...chunk('IHDR', [header]), ...chunk('IDAT', compressed), ...chunk('IEND', [])]);
}

async function deflateElsewhere(rows: FilteredRows): Promise<readonly Uint8Array[]> {
  const bytes = rows.whole();
  const options = {
    level: 1,
    strategy: constants.Z_RLE,
    // A twelfth of the time less than with the default, for 128 kB more while it works.
    memLevel: 9,
    // One chunk: each is a round trip through the thread pool.
    chunkSize: Math.max(1024, bytes.length),
  };
  return [await deflateAsync(bytes, options)];
}

interface PixelRows {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly stride: number;
}

function filteredRows(pixels: Uint8Array, size: PixelRows): FilteredRows {
  const { width, height, channels, stride } = size;
  const rowBytes = width * channels + 1;
  const rows = (from: number, end: number, into: Uint8Array): Uint8Array => {
    filterRows(pixels.subarray(from * width * stride, end * width * stride), { ...size, height: end - from }, into);
    return into.subarray(0, (end - from) * rowBytes);
  };
  return {
    whole: () => rows(0, height, new Uint8Array(height * rowBytes)),
    *pieces(bytes) {
      const atOnce = Math.min(height, Math.max(1, Math.floor(bytes / rowBytes)));
      const room = new Uint8Array(atOnce * rowBytes);
      for (let row = 0; row < height; row += atOnce) yield rows(row, Math.min(height, row + atOnce), room);
    },
  };
}

function filterRows(pixels: Uint8Array, { width, height, channels, stride }: PixelRows, filtered: Uint8Array): void {
  let out = 0;
  for (let row = 0; row < width * stride * height; row += width * stride) {
    filtered[out++] = FILTER_SUB;
    for (let channel = 0; channel < channels; channel++) filtered[out++] = pixels[row + channel]!;
    const end = row + width * stride;
    if (channels === 3) out = filterColours(pixels, row + stride, end, stride, filtered, out);
    else {
      for (let at = row + stride; at < end; at += stride) {
        for (let channel = at; channel < at + channels; channel++) {
          filtered[out++] = pixels[channel]! - pixels[channel - stride]!;
        }
      }
    }
  }
}

/** The same for red, green and blue, without a loop for each pixel: most pictures, in half of the time. */
function filterColours(
  pixels: Uint8Array,
  from: number,
  end: number,
  stride: number,
  filtered: Uint8Array,
  to: number,
): number {
  let out = to;
  let [red, green, blue] = [pixels[from - stride]!, pixels[from - stride + 1]!, pixels[from - stride + 2]!];
  for (let at = from; at < end; at += stride, out += 3) {
    filtered[out] = pixels[at]! - red;
    filtered[out + 1] = pixels[at + 1]! - green;
    filtered[out + 2] = pixels[at + 2]! - blue;
    red = pixels[at]!;
    green = pixels[at + 1]!;
    blue = pixels[at + 2]!;
  }
  return out;
}

/** A chunk in parts: its data are copied once only, with all others. */
function chunk(name: string, data: readonly Uint8Array[]): readonly Uint8Array[] {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(
    data.reduce((sum, { length }) => sum + length, 0),
    0,
  );
  head.write(name, 4, 'latin1');
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(
    data.reduce((crc, bytes) => crc32(bytes, crc), crc32(head.subarray(4))),
    0,
  );
  return [head, ...data, sum];
}
