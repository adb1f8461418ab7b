import { expect, test } from 'vitest';
import type { DatasetExtent } from '../api/extents.ts';
import { boundsOfAll, isSeen, keyOf, splitByZoom } from './extents.ts';

const dataset = (dsSlug: string, bbox: number[]): DatasetExtent => ({
  orgSlug: 'club',
  organization: 'Club',
  dsSlug,
  dataset: dsSlug,
  isPublic: false,
  bbox,
});

const field = dataset('field', [11, 46, 11.01, 46.01]);
const land = dataset('land', [9, 45, 13, 48]);
const province = dataset('province', [10.5, 46.2, 12.3, 47]);
const spot = dataset('spot', [11.2, 46.3, 11.2, 46.3]);

test('what is small on the screen is a point, and becomes a box as the map comes nearer', () => {
  const drawn = (zoom: number) => {
    const { boxes, points } = splitByZoom([field, province, spot, land], zoom);
    return [boxes.map(keyOf), points.map(keyOf)];
  };
  expect(drawn(3)).toEqual([['club/land'], ['club/field', 'club/province', 'club/spot']]);
  // The largest first: the smaller ones lie above it.
  expect(drawn(6)).toEqual([
    ['club/land', 'club/province'],
    ['club/field', 'club/spot'],
  ]);
  expect(drawn(12)).toEqual([['club/land', 'club/province', 'club/field'], ['club/spot']]);
  expect(drawn(22)[1]).toEqual(['club/spot']);
});

test('the map shows all of them, and land around a single one', () => {
  expect(boundsOfAll([])).toBeNull();
  expect(boundsOfAll([land, dataset('far', [20, 30, 21, 31])])).toEqual([9, 30, 21, 48]);
  expect(boundsOfAll([spot])?.map((degrees) => Math.round(degrees * 10) / 10)).toEqual([7.2, 42.3, 15.2, 50.3]);
  const pole = boundsOfAll([dataset('pole', [0, 84, 1, 90])]);
  expect(pole?.[3]).toBe(85);
});

test('a box is seen on a map that was turned beyond the antimeridian', () => {
  expect(isSeen([11, 46, 12, 47], [10, 45, 13, 48])).toBe(true);
  expect(isSeen([11, 46, 12, 47], [370, 45, 373, 48])).toBe(true);
  expect(isSeen([178, -20, 179, -10], [-190, -30, -170, 0])).toBe(true);
  expect(isSeen([11, 46, 12, 47], [10, 48, 13, 49])).toBe(false);
  expect(isSeen([11, 46, 12, 47], [13, 45, 14, 48])).toBe(false);
});
