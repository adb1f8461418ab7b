import { expect, test } from 'vitest';
import { boxesMeet } from './footprint.ts';

const BOX = [11, 46, 12, 47] as const;

test.each([
  ['within', [11.2, 46.2, 11.3, 46.3], true],
  ['around', [0, 0, 90, 80], true],
  ['over an edge', [10, 46.5, 11.5, 48], true],
  ['east', [12.1, 46, 13, 47], false],
  ['south', [11, 44, 12, 45.9], false],
  ['a turn of the world away', [371.2, 46.2, 371.3, 46.3], true],
] as const)('a box %s', (_, box, meets) => {
  expect(boxesMeet(BOX, box)).toBe(meets);
  expect(boxesMeet(box, BOX)).toBe(meets);
});

test('boxes meet over the 180th meridian', () => {
  expect(boxesMeet([-179.9, 0, -179, 1], [179, 0, 181, 1])).toBe(true);
  expect(boxesMeet([-178, 0, -177, 1], [179, 0, 181, 1])).toBe(false);
});
