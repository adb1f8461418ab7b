import fc from 'fast-check';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { encodePng } from './png.ts';

test.each([1, 3, 4] as const)('another decoder reads back every pixel of %i channels', async (channels) => {
  const side = fc.integer({ min: 1, max: 40 });
  await fc.assert(
    fc.asyncProperty(side, side, fc.infiniteStream(fc.integer({ min: 0, max: 255 })), async (width, height, stream) => {
      const pixels = Uint8Array.from(stream.take(width * height * channels));
      // pngjs checks the checksums, and always gives four channels.
      const read = PNG.sync.read(Buffer.from(await encodePng(pixels, width, height, channels)));
      expect([read.width, read.height]).toEqual([width, height]);
      const expected = Array.from({ length: width * height * 4 }, (_, at) => {
        const [pixel, channel] = [Math.floor(at / 4), at % 4];
        if (channels === 1) return channel === 3 ? 255 : pixels[pixel]!;
        return channel === 3 && channels === 3 ? 255 : pixels[pixel * channels + channel]!;
      });
      expect([...read.data]).toEqual(expected);
    }),
    { numRuns: 30 },
  );
});
