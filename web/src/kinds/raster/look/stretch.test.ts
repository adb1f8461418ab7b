import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatLook, parseLook, type Range, type RasterLook } from './look-text.ts';
import { STEPS, stepOf, usualRange, valueAt, withRanges } from './stretch.ts';
import { HEIGHTS, MULTISPECTRAL, PHOTO } from './testing/infos.ts';

const lookOf = (text: string): RasterLook => parseLook(text) ?? { kind: 'default' };

test('a handle stays where it was put, on scales of any size', () => {
  const scales = fc
    .tuple(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.double({ min: 1e-3, max: 1e9, noNaN: true }))
    .map(([low, width]): Range => [low, low + width]);
  fc.assert(
    fc.property(scales, fc.integer({ min: 0, max: STEPS }), (scale, step) => {
      expect(stepOf(valueAt(step, scale), scale)).toBe(step);
    }),
  );
  expect(valueAt(333, [0, 1])).toBe(0.333);
  expect(valueAt(0, [0.123456789, 1])).toBe(0.123456789);
});

test('bytes are drawn as they are, and other values without the ends that are often errors', () => {
  expect(usualRange(PHOTO, 1)).toBeNull();
  expect(usualRange(HEIGHTS, 1)).toEqual([401, 449]);
  expect(usualRange(HEIGHTS, 2)).toBeNull();
});

test.each<readonly [typeof PHOTO, string, readonly Range[], string]>([
  [HEIGHTS, '', [[1, 2]], 'band:1:grayscale:1..2'],
  [HEIGHTS, 'elevation:terrain', [[1, 2]], 'elevation:terrain:1..2'],
  [HEIGHTS, 'hillshade', [[1, 2]], 'hillshade'],
  [
    PHOTO,
    '',
    [
      [1, 2],
      [3, 4],
      [5, 6],
    ],
    'bands:1-2-3:1..2:3..4:5..6',
  ],
  [
    PHOTO,
    'bands:3-2-1',
    [
      [1, 2],
      [3, 4],
      [5, 6],
    ],
    'bands:3-2-1:1..2:3..4:5..6',
  ],
  [MULTISPECTRAL, 'index:NDVI:rdylgn:-1..1', [[0, 0.5]], 'index:NDVI:rdylgn:0..0.5'],
  [PHOTO, '', [], 'default'],
])('stretching changes the values alone (%#)', (info, before, ranges, after) =>
  expect(formatLook(withRanges(info, lookOf(before), ranges))).toBe(after),
);
