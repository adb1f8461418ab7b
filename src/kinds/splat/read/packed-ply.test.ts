import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BytesReader, createBytesReader, mostApart, rotationsApart } from '../testing/read-bytes.ts';
import { packedPlyOf } from '../testing/encode-packed-ply.ts';
import { sheetOfSplats } from '../testing/simple-tree.ts';
import { openPackedPly } from './packed-ply.ts';

let files: BytesReader;
beforeAll(async () => {
  files = await createBytesReader(openPackedPly);
});
afterAll(() => files[Symbol.asyncDispose]());

describe('packed PLY files', () => {
  it.each([
    [0, 700, true],
    [1, 256, true],
    [2, 257, false],
    [3, 1, true],
  ] as const)(
    'of degree %s with %s splats are read, with ranges of colours: %s',
    async (degree, count, hasColourRanges) => {
      const model = sheetOfSplats(count, degree);
      if (!hasColourRanges) model.colours.forEach((value, at) => (model.colours[at] = Math.min(1, Math.max(0, value))));
      const read = await files.read(packedPlyOf(model, { hasColourRanges }));
      expect([read.count, read.shDegree]).toEqual([count, degree]);
      // Half a step of the range of a chunk: 10 in 11 bits, 10 in 10 bits.
      expect(mostApart(read.centres, model.centres)).toBeLessThan(10 / 2046);
      expect(mostApart(read.scales, model.scales)).toBeLessThan(1e-4);
      expect(rotationsApart(read.rotations, model.rotations)).toBeLessThan(3e-3);
      expect(mostApart(read.colours, model.colours)).toBeLessThan(0.004);
      expect(mostApart(read.opacities, model.opacities)).toBeLessThan(0.002);
      expect(mostApart(read.harmonics, model.harmonics)).toBeLessThan(1 / 63);
    },
  );

  it('are read beyond a piece', async () => {
    const model = sheetOfSplats(66_000, 1);
    const read = await files.read(packedPlyOf(model));
    expect(mostApart(read.centres, model.centres)).toBeLessThan(10 / 2046);
    expect(mostApart(read.harmonics, model.harmonics)).toBeLessThan(1 / 63);
  });

  it('are read in small pieces, however long the rows are', async () => {
    const model = sheetOfSplats(5000, 1);
    const shares: number[] = [];
    const read = await files.read(packedPlyOf(model, { spareWords: 1000 }), (share) => shares.push(share));
    expect(mostApart(read.centres, model.centres)).toBeLessThan(10 / 2046);
    expect(mostApart(read.harmonics, model.harmonics)).toBeLessThan(1 / 63);
    // 2048 rows of 4016 bytes take just less than 8 MiB.
    expect(shares).toEqual([2048 / 5000, 4096 / 5000, 1]);
  });

  const sound = packedPlyOf(sheetOfSplats(300, 1));
  const text = sound.toString('latin1');
  const changed = (from: string, to: string): Buffer => Buffer.from(text.replace(from, to), 'latin1');

  it.each([
    ['too few chunks', packedPlyOf(sheetOfSplats(300, 0), { chunks: 1 }), 'chunks of 256 only'],
    ['no chunks', changed('element chunk', 'element block'), 'no chunks or no splats'],
    ['harmonics of other splats', packedPlyOf(sheetOfSplats(300, 1), { harmonicRows: 299 }), 'harmonics of 299'],
    ['more splats than it holds', changed('element vertex 300', 'element vertex 900'), 'declares more than it holds'],
    ['a word of another type', changed('uint packed_scale', 'int packed_scale'), 'has no packed_scale'],
    ['a range that is missing', changed('min_scale_y', 'min_scale_v'), 'has no min_scale_y'],
    ['harmonics with a gap', changed('f_rest_5', 'f_rest_9'), 'has no f_rest_5'],
    ['big-endian numbers', changed('little', 'big'), 'little-endian'],
    ['lists', changed('float min_x', 'list uchar float min_x'), 'without lists'],
  ])('with %s are refused', async (_, bytes, words) => {
    expect(await files.refusalOf(bytes)).toContain(words);
  });
});
