import { expect, test } from 'vitest';
import { zoneRows } from './zone-rows.ts';

test('classes say where they lie and how much of them there is', () => {
  const classes = [
    { class: 1, low: 0.1, high: 0.25, mean: 0.2, area_m2: 1234.5, pieces: 1 },
    { class: 2, low: 0.25, high: 0.4, mean: 0.3, area_m2: 10, pieces: 3 },
  ];
  expect(zoneRows({ classes })).toEqual([
    ['Class 1: 0.1 to 0.25', '1,234.5 m², 1 piece'],
    ['Class 2: 0.25 to 0.4', '10 m², 3 pieces'],
  ]);
  expect(zoneRows({ classes: 'none' })).toEqual([]);
});
