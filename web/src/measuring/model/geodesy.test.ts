import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areaOf, bent, lengthOf, placeAlong } from './geodesy.ts';
import type { Position } from './measurement.ts';

/** The example of GeographicLib's Planimeter: a crude outline of Antarctica, as latitude and longitude. */
const ANTARCTICA = [
  [-63.1, -58], [-72.9, -74], [-71.9, -102], [-74.9, -102], [-74.3, -131], [-77.5, -163], [-77.4, 163], [-71.7, 172], [-65.9, 140],
  [-65.7, 113], [-66.6, 88], [-66.9, 59], [-69.8, 25], [-70.0, -4], [-71.0, -14], [-77.3, -33], [-77.9, -46], [-74.7, -61],
].map(([latitude = 0, longitude = 0]): Position => [longitude, latitude]); // oxfmt-ignore

describe('published values', () => {
  test.each([
    // The documentation of GeographicLib.
    ['Wellington to Salamanca', [174.81, -41.32], [-5.5, 40.96], 19_959_679.267],
    ['New York to London', [-73.8, 40.6], [-0.5, 51.6], 5_551_759.4],
    // The technical manual of the datum of Australia (GRS 80, which differs by less than a tenth of a millimetre).
    [
      'Flinders Peak to Buninyong',
      [144 + 25 / 60 + 29.5244 / 3600, -(37 + 57 / 60 + 3.7203 / 3600)],
      [143 + 55 / 60 + 35.3839 / 3600, -(37 + 39 / 60 + 10.1561 / 3600)],
      54_972.271,
    ],
  ] as const)('%s', (_, from, to, metres) => {
    expect(lengthOf([from, to])).toBeCloseTo(metres, 2);
    expect(lengthOf([to, from])).toBeCloseTo(metres, 2);
  });

  test('the outline of Antarctica', () => {
    const { area, perimeter } = areaOf(ANTARCTICA);
    expect(perimeter).toBeCloseTo(16_831_067.893, 2);
    expect(Math.abs(area - 13_662_703_680_020.1)).toBeLessThan(1);
  });

  test('the Earth has two halves of 255 million square kilometres', () => {
    const equator: readonly Position[] = [0, 90, 180, 270].map((longitude) => [longitude, 0]);
    expect(areaOf(equator).area / 1e12).toBeCloseTo(510.065621724 / 2, 6);
  });
});

const position: fc.Arbitrary<Position> = fc.tuple(
  fc.double({ min: 10, max: 11, noNaN: true }),
  fc.double({ min: 45, max: 46, noNaN: true }),
);

test('an area does not depend on its first corner or its direction', () => {
  fc.assert(
    fc.property(fc.array(position, { minLength: 3, maxLength: 10 }), (corners) => {
      const { area, perimeter } = areaOf(corners);
      for (const same of [corners.toReversed(), [...corners.slice(1), ...corners.slice(0, 1)]]) {
        expect(areaOf(same).area).toBeCloseTo(area, 1);
        expect(areaOf(same).perimeter).toBeCloseTo(perimeter, 5);
      }
      expect(lengthOf([...corners, corners[0]!])).toBeCloseTo(perimeter, 5);
    }),
  );
});

test('places along a line are so far from its start, and a bent line is no longer', () => {
  fc.assert(
    fc.property(position, position, fc.double({ min: 0, max: 1, noNaN: true }), (from, to, share) => {
      const whole = lengthOf([from, to]);
      expect(lengthOf([from, placeAlong([from, to], whole * share)!])).toBeCloseTo(whole * share, 4);
      expect(lengthOf(bent([from, to]))).toBeCloseTo(whole, 4);
    }),
  );
});

test('a long line over the 180th meridian stays in one piece', () => {
  const line = bent([
    [170, 40],
    [190, 40],
  ]);
  expect(line.length).toBeGreaterThan(20);
  expect(line.every(([longitude]) => longitude >= 170 && longitude <= 190)).toBe(true);
  // The shortest way runs north of the parallel.
  expect(Math.max(...line.map(([, latitude]) => latitude))).toBeGreaterThan(40.2);
});
