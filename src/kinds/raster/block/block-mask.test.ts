import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unpackBits } from './block-mask.ts';

test('unpackBits finds each pixel, and tells full and empty masks', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(8, 16)),
      fc.integer({ min: 1, max: 5 }),
      fc.infiniteStream(fc.boolean()),
      (width, height, stream) => {
        const shown = [...stream.take(width * height)];
        const rowBytes = Math.ceil(width / 8);
        const packed = new Uint8Array(rowBytes * height);
        shown.forEach((bit, i) => {
          const x = i % width;
          if (bit) packed[Math.floor(i / width) * rowBytes + (x >> 3)]! |= 0x80 >> (x & 7);
        });
        const mask = unpackBits(packed, width, height);
        const byPixel = Uint8Array.from(shown, (bit) => (bit ? 255 : 0));
        const expected = shown.every(Boolean) ? 'all' : shown.some(Boolean) ? byPixel : 'none';
        expect(mask).toEqual(expected);
      },
    ),
  );
});
