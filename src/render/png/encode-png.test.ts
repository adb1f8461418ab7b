import fc from 'fast-check';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import type { PixelRows } from './deflate-runs.ts';
import { encodePng } from './encode-png.ts';

test.each([1, 3, 4] as const)('another decoder reads back every pixel of %i channels', (channels) => {
  const side = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(side, side, fc.infiniteStream(fc.integer({ min: 0, max: 255 })), (width, height, stream) => {
      const pixels = Uint8Array.from(stream.take(width * height * 4));
      expect(readBack({ pixels, width, height, channels })).toEqual(shown(pixels, channels));
    }),
    { numRuns: 30 },
  );
});

test.each([1, 3, 4] as const)('pictures of several blocks, of %i channels', (channels) => {
  const [width, height] = [1001, 700];
  const pixels = Uint8Array.from({ length: width * height * 4 }, (_, at) => (at * (at >> 8)) % 251);
  const read = readBack({ pixels, width, height, channels });
  expect(Buffer.compare(Uint8Array.from(read), Uint8Array.from(shown(pixels, channels)))).toBe(0);
});

/** pngjs checks the checksums, and always gives four channels. */
function readBack(rows: PixelRows): number[] {
  const read = PNG.sync.read(Buffer.from(encodePng(rows)));
  expect([read.width, read.height]).toEqual([rows.width, rows.height]);
  return [...read.data];
}

/** Channels that are not kept are opaque, and as the first one. */
function shown(pixels: Uint8Array, channels: 1 | 3 | 4): number[] {
  return Array.from(pixels, (value, at) => {
    if (at % 4 === 3) return channels === 4 ? value : 255;
    return channels === 1 ? pixels[at - (at % 4)]! : value;
  });
}
