import { expect, test } from 'vitest';
import { boundsOfPlaces, placeFeatures } from './place-features.ts';
import { formatPlaceLook, parsePlaceLook, USUAL_PLACE_LOOK } from './place-look.ts';

const MINUTE = 60_000;

const page = (rows: readonly (readonly [path: string, x: number, time: number | null])[]) => ({
  paths: rows.map(([path]) => path),
  versions: rows.map(() => 'v'),
  positions: rows.map(([, x]) => [x, 1, 300]),
  times: rows.map(([, , time]) => time),
  yaws: rows.map(() => null),
  pitches: rows.map(() => null),
  rolls: rows.map(() => null),
  altitudeReferences: rows.map(() => null),
  views: rows.map(() => null),
  footprints: rows.map((_, at) => (at === 0 ? [0, 0, 1, 0, 1, 1] : null)),
});

test('flights go in the order of time, folder by folder, and end where the camera paused', () => {
  const { points, flights, footprints } = placeFeatures([
    page([
      ['a/1.jpg', 3, 2 * MINUTE],
      ['a/2.jpg', 2, MINUTE],
      ['b/1.jpg', 9, 1.5 * MINUTE],
    ]),
    page([
      ['a/3.jpg', 4, 30 * MINUTE],
      ['a/4.jpg', 5, 31 * MINUTE],
      ['a/5.jpg', 6, null],
    ]),
  ]);
  expect(points.features.map(({ properties }) => properties.path)).toEqual([
    'a/2.jpg',
    'b/1.jpg',
    'a/1.jpg',
    'a/3.jpg',
    'a/4.jpg',
    'a/5.jpg',
  ]);
  const xs = flights.features.map(({ geometry }) => geometry.coordinates.map(([x]) => x));
  expect(xs).toEqual([
    [2, 3],
    [4, 5],
  ]);
  expect(footprints.features[0]?.geometry.coordinates).toEqual([
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ],
  ]);
  expect(boundsOfPlaces({ points })).toEqual([2, 1, 9, 1]);
});

test('10,000 photos are features in a moment, and have a box', () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => [`f/${at}.jpg`, at / 1e5, at * 1000] as const);
  const { points, flights } = placeFeatures([page(rows)]);
  expect([points.features.length, flights.features.length]).toEqual([10_000, 1]);
  expect(boundsOfPlaces({ points })?.[2]).toBeCloseTo(0.09999);
  expect(boundsOfPlaces(placeFeatures([]))).toBeNull();
});

test('the look of places comes back from its text; unknown words are the usual look', () => {
  for (const path of [true, false])
    for (const direction of [true, false])
      for (const footprints of [true, false]) {
        const look = { path, direction, footprints };
        expect(parsePlaceLook(formatPlaceLook(look))).toEqual(look);
      }
  expect(formatPlaceLook(USUAL_PLACE_LOOK)).toBe('');
  expect(parsePlaceLook('sparkles')).toBeNull();
  expect(parsePlaceLook('no-path no-path')).toBeNull();
});
