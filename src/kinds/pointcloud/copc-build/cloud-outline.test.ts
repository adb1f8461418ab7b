import { expect, it } from 'vitest';
import '../../../geodata/testing/axis-order.ts';
import { crsOfEpsg } from '../../../geodata/place/crs.ts';
import { outlineInDegrees } from './cloud-outline.ts';

const square = (x: number, y: number) => [
  [
    [
      [x, y],
      [x + 1, y],
      [x + 1, y + 1],
      [x, y],
    ] as const,
  ],
];

it.each([
  ['on Earth', 10, 50, true],
  ['beyond the pole, as metres called degrees do', 10, 5000, false],
  ['beyond the last longitude', 400, 50, false],
])('an outline that lies %s', (_, x, y, isThere) => {
  expect(outlineInDegrees(square(x, y), crsOfEpsg(4326)) !== null).toBe(isThere);
});
