import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../../../geodata/testing/axis-order.ts';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import { beside, type Extent, placeExtent, unionOfPlaces } from './extent-place.ts';

const epsg = (code: number) => gdal.SpatialReference.fromEPSG(code);

/** The extent in a CRS of some positions in longitude and latitude. */
function extentIn(code: number, positions: readonly (readonly [number, number])[]): Extent {
  const fromDegrees = new gdal.CoordinateTransformation(epsg(4326), epsg(code));
  const points = positions.map(([x, y]) => fromDegrees.transformPoint(x, y));
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function expectNear(actual: Extent | null, expected: Extent, digits = 1): void {
  expect(actual).not.toBeNull();
  expected.forEach((value, index) => expect(actual![index]).toBeCloseTo(value, digits));
}

describe('the place of an extent', () => {
  it.each([
    [3460, 'Fiji'],
    [3832, 'the Pacific'],
    [32760, 'zone 60'],
    [32701, 'zone 1'],
  ])('F-2 of EPSG:%i (%s) across the antimeridian is a narrow one there', (code) => {
    const place = placeExtent(
      extentIn(code, [
        [179.5, -17],
        [-179.5, -18],
      ]),
      epsg(code),
    )!;
    expect(place[2] - place[0]).toBeCloseTo(1, 1);
    expect(Math.abs((place[0] + place[2]) / 2)).toBeCloseTo(180, 1);
    expect([place[1], place[3]].map(Math.round)).toEqual([-18, -17]);
  });

  it('F-2 around a pole goes all around and up to it', () => {
    const place = placeExtent([-500_000, -500_000, 500_000, 500_000], epsg(3413));
    expectNear(place, [-180, 83.6, 180, 90], 0);
    expectNear(placeExtent([-500_000, -500_000, 500_000, 500_000], epsg(3031)), [-180, -90, 180, -83.6], 0);
    // Beside the pole it does not.
    const [west, , east, north] = placeExtent([500_000, 500_000, 600_000, 600_000], epsg(3413))!;
    expect(east - west).toBeLessThan(20);
    expect(north).toBeLessThan(90);
  });

  it('F-2 of the whole world is the whole world', () => {
    expectNear(placeExtent([-180, -90, 180, 90], epsg(4326)), [-180, -90, 180, 90], 6);
    const half = Math.PI * 6_378_137;
    expectNear(placeExtent([-half, -half, half, half], epsg(3857)), [-180, -85.0511, 180, 85.0511], 3);
    expectNear(placeExtent([-17_000_000, -8_600_000, 17_000_000, 8_600_000], epsg(8857)), [-180, -90, 180, 90], -1);
  });

  it('R-4 of numbers that are none on Earth is null', () => {
    expect(placeExtent([5000, 95, 5001, 96], epsg(4326))).toBeNull();
    expect(placeExtent([5000, 0, 5001, 1], null)).toBeNull();
    expect(placeExtent([NaN, NaN, NaN, NaN], epsg(4326))).toBeNull();
    expect(placeExtent([1e300, 1e300, 1e308, 1e308], epsg(32632))).toBeNull();
  });

  it('holds every position that its extent was made of', () => {
    const position = fc.tuple(
      fc.double({ min: -4, max: 4, noNaN: true }),
      fc.double({ min: -70, max: 70, noNaN: true }),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.array(position, { minLength: 1, maxLength: 5 }),
        (zone, offsets) => {
          const middle = zone * 6 - 183;
          const positions = offsets.map(([x, y]) => [middle + x, y] as const);
          const place = placeExtent(extentIn(32600 + zone, positions), epsg(32600 + zone))!;
          for (const [x, y] of positions) {
            const longitude = beside(x, (place[0] + place[2]) / 2);
            expect(longitude).toBeGreaterThan(place[0] - 1e-3);
            expect(longitude).toBeLessThan(place[2] + 1e-3);
            expect(y).toBeGreaterThan(place[1] - 1e-3);
            expect(y).toBeLessThan(place[3] + 1e-3);
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('the union of places', () => {
  it.each<[string, readonly Extent[], Extent | null]>([
    ['none', [], null],
    ['one', [[1, 2, 3, 4]], [1, 2, 3, 4]],
    [
      'continents',
      [
        [-120, 0, -100, 1],
        [100, 2, 120, 3],
      ],
      [-120, 0, 120, 3],
    ],
    [
      'islands on both sides',
      [
        [179, 0, 179.5, 1],
        [-179.5, 0, -179, 1],
      ],
      [179, 0, 181, 1],
    ],
    [
      'one across and one beside it',
      [
        [179, 0, 181, 1],
        [-178, 0, -177, 1],
      ],
      [-181, 0, -177, 1],
    ],
    [
      'one across and one far away',
      [
        [179, 0, 181, 1],
        [10, 0, 11, 1],
      ],
      [10, 0, 181, 1],
    ],
    [
      'the world',
      [
        [-180, -90, 180, 90],
        [179, 0, 181, 1],
      ],
      [-180, -90, 180, 90],
    ],
  ])('F-2 of %s', (_, places, expected) => expect(unionOfPlaces(places)).toEqual(expected));

  it('holds all of them, with its middle on the map', () => {
    const place = fc
      .tuple(fc.integer({ min: -180, max: 180 }), fc.integer({ min: 0, max: 90 }), fc.integer({ min: -90, max: 90 }))
      .map(([middle, half, y]): Extent => [middle - half, y, middle + half, y]);
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 6 }), (places) => {
        const [west, , east] = unionOfPlaces(places)!;
        expect(Math.abs(west + east)).toBeLessThanOrEqual(360);
        expect(east - west).toBeLessThanOrEqual(360);
        for (const [from, , to] of places) {
          const turn = 360 * Math.ceil((west - from) / 360);
          expect(to + turn <= east || east - west === 360).toBe(true);
        }
      }),
    );
  });
});
