import { describe, expect, it } from 'vitest';
import '../../../geodata/testing/axis-order.ts';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import { fromLocal, toGeodetic } from '../../../geodata/place/geodesy.ts';
import { LOCAL_METRES, type ModelPlace } from '../../mesh/place/model-place.ts';
import { areaInDegrees, areaInPlane } from './area.ts';

const square = (corners: readonly (readonly number[])[]) => ({ type: 'Polygon' as const, coordinates: [corners] });
const SIDES = [
  [10, 20],
  [30, 20],
  [30, 60],
  [10, 60],
  [10, 20],
] as const;

it('in the plane its edges are inside, and holes are not', () => {
  const hole = [
    [15, 25],
    [20, 25],
    [20, 30],
    [15, 25],
  ];
  const area = areaInPlane({ type: 'Polygon', coordinates: [SIDES, hole] });
  expect([area(10, 20), area(29, 59), area(31, 40), area(19, 26), area(15, 28)]).toEqual([
    true,
    true,
    false,
    false,
    true,
  ]);
});

const ORIGIN = [11.25, 47.5, 700] as const;
const LOCAL: ModelPlace = {
  from: 'scan.geo.json',
  projection: null,
  shift: [0, 0, 0],
  origin: ORIGIN,
  zero: [0, 0, 0],
  metres: LOCAL_METRES,
  error: 0,
  footprint: null,
};

/** A millimetre within and beyond each side of the square. */
function expectSides(area: (x: number, y: number) => boolean, [east, north]: readonly [number, number] = [0, 0]): void {
  const near = 0.001;
  for (const [x, y, isInside] of [
    [10 + near, 40, true],
    [10 - near, 40, false],
    [30 - near, 40, true],
    [30 + near, 40, false],
    [20, 20 + near, true],
    [20, 20 - near, false],
    [20, 60 - near, true],
    [20, 60 + near, false],
  ] as const)
    expect([x, y, area(x + east, y + north)]).toEqual([x, y, isInside]);
}

describe('in degrees', () => {
  it('of splats in metres around an origin', () => {
    const degrees = SIDES.map(([x, y]) => toGeodetic(fromLocal(ORIGIN, [x, y, 0]))!.slice(0, 2));
    expectSides(areaInDegrees(square(degrees), LOCAL));
  });

  it('of splats in a CRS, less their shift', () => {
    const utm = gdal.SpatialReference.fromEPSG(32632);
    const way = new gdal.CoordinateTransformation(utm, gdal.SpatialReference.fromEPSG(4326));
    const shift = [680_000, 5_151_000, 0] as const;
    const degrees = SIDES.map(([x, y]) => {
      const found = way.transformPoint(x + shift[0], y + shift[1]);
      return [found.x, found.y];
    });
    const place: ModelPlace = { ...LOCAL, projection: utm.toWKT(), shift };
    expectSides(areaInDegrees(square(degrees), place));
    expectSides(areaInDegrees(square(degrees), { ...place, shift: [0, 0, 0] }), [shift[0], shift[1]]);
  });

  it('is refused without a place, and where it lies outside of the CRS', () => {
    expect(() => areaInDegrees(square(SIDES), null)).toThrow(/no place on Earth.*minX to maxZ.*areaInCrs/);
    const geocentric = { ...LOCAL, projection: gdal.SpatialReference.fromEPSG(4978).toWKT() };
    expect(() => areaInDegrees(square(SIDES), geocentric)).toThrow(/Earth-centred/);
  });
});
