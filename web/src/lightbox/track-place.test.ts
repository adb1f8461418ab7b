import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clockText } from './clock-text.ts';
import { nearestSecond, placeAt, type Track, trackOf, trackPicture } from './track-place.ts';

const TRACK: Track = {
  coordinates: [
    [11, 46, 100],
    [11.001, 46, 110],
    [11.001, 46.002, 130],
  ],
  seconds: [0, 2, 6],
};

test('the place at a second lies between those before and after it, and never outside of the track', () => {
  expect(placeAt(TRACK, -1)).toEqual([11, 46, 100]);
  expect(placeAt(TRACK, 1)[0]).toBeCloseTo(11.0005, 9);
  expect(placeAt(TRACK, 2)).toEqual([11.001, 46, 110]);
  expect(placeAt(TRACK, 5)[2]).toBeCloseTo(125, 9);
  expect(placeAt(TRACK, 60)).toEqual([11.001, 46.002, 130]);
});

test('the nearest second is that of the nearest place', () => {
  expect(nearestSecond(TRACK, [11.0009, 46.0001])).toBe(2);
  expect(nearestSecond(TRACK, [10, 46])).toBe(0);
});

test('a video without a track has none', () => {
  expect(trackOf({ type: 'Feature', geometry: null, properties: { path: 'a.mp4', seconds: [] } })).toBeNull();
});

test('a picture of a track stays within its box, north up, and leads back to the places', () => {
  const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(degrees(179), degrees(84)), { minLength: 2, maxLength: 30 }), (coordinates) => {
      const picture = trackPicture({ coordinates, seconds: coordinates.map((_, at) => at) }, 200, 150, 10);
      for (const place of coordinates) {
        const [x, y] = picture.toBox(place);
        expect(x >= 9.9 && x <= 190.1 && y >= 9.9 && y <= 140.1).toBe(true);
        const [longitude, latitude] = picture.toPlace(x, y);
        expect(Math.abs(longitude - place[0]) + Math.abs(latitude - place[1])).toBeLessThan(1e-6);
      }
    }),
  );
  const { toBox } = trackPicture(TRACK, 200, 150, 10);
  expect(toBox([11.001, 46.002])[1]).toBeLessThan(toBox([11.001, 46])[1]);
});

test.each([
  [0, '0:00'],
  [7.9, '0:07'],
  [125, '2:05'],
  [3750, '1:02:30'],
])('%d seconds are %s', (second, text) => expect(clockText(second)).toBe(text));
