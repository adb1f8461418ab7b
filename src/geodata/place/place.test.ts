import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../testing/axis-order.ts';
import type { Box3 } from './box.ts';
import { crsOfEpsg, placeBox } from './crs.ts';
import { placeOfCorners, type SpatialPlace } from './place.ts';

function placed(code: number, box: Box3): SpatialPlace {
  const crs = crsOfEpsg(code);
  const place = crs === null ? null : placeBox(crs, box).place;
  if (place === null) throw new Error(`No place in EPSG:${code}`);
  return place;
}

const longitudes = ({ ring }: SpatialPlace): readonly number[] => ring.map(([longitude]) => longitude);
const latitudes = ({ ring }: SpatialPlace): readonly number[] => ring.map(([, latitude]) => latitude);

describe('a cloud across the antimeridian', () => {
  it('has one ring that goes on beyond 180 degrees, and its centre within them', () => {
    const place = placed(32_601, { min: [200_000, 10_000, 0], max: [320_000, 90_000, 10] });
    const all = longitudes(place);
    expect(Math.max(...all) - Math.min(...all)).toBeLessThan(2);
    expect(Math.abs(place.centre[0])).toBeLessThanOrEqual(180);
    expect(Math.abs(place.centre[0])).toBeGreaterThan(179);
  });
});

describe('a cloud around a pole', () => {
  it.each([
    [3413, 90],
    [3031, -90],
  ])('EPSG:%i: its ring is all around the pole and its centre is there', (code, pole) => {
    const place = placed(code, { min: [-500_000, -300_000, 0], max: [400_000, 600_000, 10] });
    expect(place.centre.slice(0, 2)).toEqual([0, pole]);
    expect([Math.min(...longitudes(place)), Math.max(...longitudes(place))]).toEqual([-180, 180]);
    expect(latitudes(place)).toContain(pole);
    // The farthest corner is 781 km away.
    expect(Math.min(...latitudes(place).map(Math.abs))).toBeCloseTo(83, 0);
  });

  it('one beside it keeps its four corners', () => {
    const place = placed(3413, { min: [100_000, 100_000, 0], max: [200_000, 200_000, 10] });
    expect(latitudes(place).every((latitude) => latitude < 90)).toBe(true);
  });
});

it('a cloud in degrees beyond 180 has its centre within them', () => {
  const place = placed(4326, { min: [178, -10, 0], max: [184, 10, 1] });
  const all = longitudes(place);
  expect(Math.max(...all) - Math.min(...all)).toBeCloseTo(6, 6);
  expect(place.centre[0]).toBeCloseTo(-179, 6);
});

it('a cloud of the whole Earth in degrees is as wide as that', () => {
  const place = placed(4326, { min: [-180, -80, 0], max: [180, 80, 1] });
  expect([Math.min(...longitudes(place)), Math.max(...longitudes(place))]).toEqual([-180, 180]);
});

it('a centre on the antimeridian lies on it, however the numbers are rounded', () => {
  const [west, east] = [179.9999999999464, 179.9999999999464 + 1.0724932053562952e-10];
  const corners = [west, east, east, west].map((x, index) => [x, index < 2 ? 0 : 1] as const);
  expect(placeOfCorners(corners, [0, 1])?.centre[0]).toBe(180);
});

describe('any box of longitudes and latitudes', () => {
  it('keeps its corners, and its centre is a position', () => {
    const box = (limit: number, most: number): fc.Arbitrary<readonly number[]> =>
      fc.tuple(fc.double({ min: -limit, max: limit, noNaN: true }), fc.double({ min: 0, max: most, noNaN: true }));
    fc.assert(
      fc.property(box(180, 360), box(90, 180), ([west = 0, width = 0], [south = 0, height = 0]) => {
        const [east, north] = [west + width, south + height];
        const corners = [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
        ] as const;
        const place = placeOfCorners(corners, [0, 1]);
        expect(place?.ring.slice(0, 4).map(([x, y]) => [x, y])).toEqual(corners);
        expect(Math.abs(place?.centre[0] ?? NaN)).toBeLessThanOrEqual(180);
      }),
    );
  });
});
