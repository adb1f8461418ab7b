import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packRectangles } from './pack-rectangles.ts';

const size = fc.record({ width: fc.integer({ min: 1, max: 90 }), height: fc.integer({ min: 1, max: 90 }) });

it('puts rectangles beside each other, inside of the picture', () => {
  fc.assert(
    fc.property(fc.array(size, { minLength: 1, maxLength: 60 }), (sizes) => {
      const { width, height, x, y } = packRectangles(sizes, 1024)!;
      expect([width % 4, height % 4]).toEqual([0, 0]);
      const taken = new Uint8Array(width * height);
      sizes.forEach((each, number) => {
        for (let row = 0; row < each.height; row += 1)
          for (let column = 0; column < each.width; column += 1)
            taken[(y[number]! + row) * width + x[number]! + column]! += 1;
      });
      const area = sizes.reduce((sum, each) => sum + each.width * each.height, 0);
      expect(taken.reduce((sum, times) => sum + (times === 1 ? 1 : 0), 0)).toBe(area);
      const isInside = ({ width: wide }: { width: number }, number: number): boolean =>
        x[number]! >= 0 && x[number]! + wide <= width && y[number]! >= 0;
      expect(sizes.every(isInside)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

it('uses most of the picture, whose sides do not differ much', () => {
  const sizes = Array.from({ length: 500 }, (_, index) => ({
    width: 5 + ((index * 37) % 50),
    height: 5 + ((index * 53) % 60),
  }));
  const area = sizes.reduce((sum, { width, height }) => sum + width * height, 0);
  const { width, height } = packRectangles(sizes, 4096)!;
  expect(area / (width * height)).toBeGreaterThan(0.92);
  expect(Math.max(width, height) / Math.min(width, height)).toBeLessThan(2);
});

it('packs islands of very different sizes, and very many of them', () => {
  let state = 7;
  const random = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const side = (): number => 4 + Math.round(12 / (0.1 + random()));
  const share = (count: number): number => {
    const sizes = Array.from({ length: count }, () => ({ width: side(), height: side() }));
    const { width, height } = packRectangles(sizes, 16_384)!;
    return sizes.reduce((sum, each) => sum + each.width * each.height, 0) / (width * height);
  };
  expect(share(200)).toBeGreaterThan(0.88);
  expect(share(20_000)).toBeGreaterThan(0.85);
});

it('says when they do not fit', () => {
  expect(packRectangles([{ width: 65, height: 2 }], 64)).toBeNull();
  expect(
    packRectangles(
      Array.from({ length: 17 }, () => ({ width: 16, height: 16 })),
      64,
    ),
  ).toBeNull();
  expect(
    packRectangles(
      Array.from({ length: 16 }, () => ({ width: 16, height: 16 })),
      64,
    ),
  ).toMatchObject({ width: 64, height: 64 });
  expect(packRectangles([], 64)).toMatchObject({ width: 4, height: 4 });
});
