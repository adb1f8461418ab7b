import { expect, it } from 'vitest';
import { spzFractionBits } from './spz-blocks.ts';
import { generatedSplats } from './testing/generated-splats.ts';

const bitsOf = (reach: number, offset = 0): number => {
  const model = generatedSplats(1000, { reach });
  model.centres.forEach((value, at) => void (model.centres[at] = value + offset));
  return spzFractionBits({ model, list: Uint32Array.from({ length: 1000 }, (_, splat) => splat), degree: 0 });
};

it('coordinates have as many bits behind the point as others write, more in small scenes, fewer in wide ones', () => {
  expect([bitsOf(1000), bitsOf(2000), bitsOf(4000)]).toEqual([12, 12, 11]);
  expect([bitsOf(10), bitsOf(0.6), bitsOf(0.001)]).toEqual([14, 18, 23]);
  expect(bitsOf(10, 10_000)).toBe(9);
});

it('coordinates too far from zero are refused', () => {
  expect(() => bitsOf(10, 5_000_000)).toThrow(/too far from zero for the 24-bit numbers of SPZ\. Export a PLY/);
  expect(() => bitsOf(10, 5e8)).toThrow(/too far from zero/);
});

it('one splat has a place', () => {
  const model = generatedSplats(1);
  expect(spzFractionBits({ model, list: Uint32Array.of(0), degree: 0 })).toBe(12);
  model.centres.fill(0);
  expect(spzFractionBits({ model, list: Uint32Array.of(0), degree: 0 })).toBe(12);
});
