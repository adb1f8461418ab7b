import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pixelsOf, sheetParts } from './paper.ts';
import { lengthText, metresPerPixel, roundLength, scaleNumber, scaleText } from './scale.ts';

test('a pixel at the equator is as wide as the world by its pixels', () => {
  expect(metresPerPixel(0, 0, 1)).toBeCloseTo(78_271.517, 3);
  expect(metresPerPixel(10, 60, 2)).toBeCloseTo(78_271.517 / 1024 / 2 / 2, 3);
});

test('the scale follows from the dots of the paper', () => {
  // At 150 dots per inch a dot is 0.1693 mm: a dot of 1 m is 1 : 5,906.
  expect(scaleText(scaleNumber(1), 'en')).toBe('1 : 5,910');
});

test('the bar is a round length that fits', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 1e7, noNaN: true }), (longest) => {
      const length = roundLength(longest);
      expect(length).toBeLessThanOrEqual(longest);
      expect(length).toBeGreaterThan(longest / 2.6);
    }),
  );
  expect([0.5, 20, 5000].map(lengthText)).toEqual(['0.5 m', '20 m', '5 km']);
});

test('the parts of a sheet lie on it', () => {
  for (const sheet of ['A4', 'A3'] as const)
    for (const isUpright of [true, false]) {
      const { width, height, map, margin } = sheetParts({ sheet, isUpright });
      expect(isUpright).toBe(height > width);
      expect(map.x + map.width).toBe(width - margin);
      expect(map.y + map.height).toBe(height - margin - pixelsOf(18));
    }
});
