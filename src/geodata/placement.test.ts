import fc from 'fast-check';
import { expect, it } from 'vitest';
import './testing/axis-order.ts';
import { gdal } from './geo-driver.child.ts';
import { placeByGeotransform, type Placement, type Position } from './placement.ts';

const place = (code: number, geotransform: readonly number[], width: number, height: number): Placement => {
  const placement = placeByGeotransform(gdal.SpatialReference.fromEPSG(code), geotransform, width, height);
  if (placement === null) throw new Error(`No place in EPSG:${code}`);
  return placement;
};

type Box = readonly [west: number, south: number, east: number, north: number];
const boxOf = (positions: readonly Position[]): Box => {
  const [xs, ys] = [positions.map(([x]) => x), positions.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};

it('follows the northern edge of a raster in Lambert conformal conic beyond its corners', () => {
  // 2,000 km wide in EPSG:2154 (Lambert-93, central meridian 3 degrees), 1 km a pixel.
  const { corners, outline } = place(2154, [-300_000, 1000, 0, 7_200_000, 0, -1000], 2000, 1000);
  const north = boxOf(outline)[3];
  const top = new gdal.CoordinateTransformation(
    gdal.SpatialReference.fromEPSG(2154),
    gdal.SpatialReference.fromEPSG(4326),
  ).transformPoint(700_000, 7_200_000);
  expect(north - Math.max(corners[0][1], corners[1][1])).toBeGreaterThan(0.8);
  // Half a pixel, 500 m, is 0.0045 degrees.
  expect(Math.abs(north - top.y)).toBeLessThan(0.0045);
});

it('keeps the four corners of a raster that is small or in degrees', () => {
  for (const placement of [
    place(32632, [679_800, 0.1, 0, 4_919_900, 0, -0.1], 4000, 4000),
    place(4326, [5, 0.001, 0, 50, 0, -0.001], 10_000, 5000),
    place(3857, [0, 10, 0, 0, 0, -10], 100_000, 100_000),
  ])
    expect(placement.outline).toEqual([...placement.corners, placement.corners[0]]);
});

it('has a box around every pixel, whatever the CRS, the size and the rotation', () => {
  const size = fc.integer({ min: 2, max: 3000 });
  const across = fc.record({
    code: fc.constantFrom(2154, 3035, 32632, 5070, 26918),
    pixel: fc.double({ min: 1, max: 500, noNaN: true }),
    turn: fc.double({ min: -0.8, max: 0.8, noNaN: true }),
    width: size,
    height: size,
  });
  const centres: Readonly<Record<number, readonly [number, number]>> = {
    2154: [700_000, 6_600_000],
    3035: [4_321_000, 3_210_000],
    32632: [500_000, 5_300_000],
    5070: [0, 2_000_000],
    26918: [500_000, 4_500_000],
  };
  fc.assert(
    fc.property(across, ({ code, pixel, turn, width, height }) => {
      const [x, y] = centres[code]!;
      const [cos, sin] = [Math.cos(turn) * pixel, Math.sin(turn) * pixel];
      const geotransform = [x, cos, sin, y, sin, -cos];
      const placement = place(code, geotransform, width, height);
      const [west, south, east, north] = boxOf(placement.outline);
      const way = new gdal.CoordinateTransformation(
        gdal.SpatialReference.fromEPSG(code),
        gdal.SpatialReference.fromEPSG(4326),
      );
      // A pixel in degrees of longitude, as far north as these lie.
      const slack = (pixel / 111_000) * 4;
      for (let step = 0; step <= 100; step += 1) {
        const [column, row] = [(width * (step % 11)) / 10, (height * Math.floor(step / 10)) / 10];
        const at = way.transformPoint(x + column * cos + row * sin, y + column * sin - row * cos);
        expect([at.x >= west - slack, at.x <= east + slack, at.y >= south - slack, at.y <= north + slack]).toEqual([
          true,
          true,
          true,
          true,
        ]);
      }
    }),
    { numRuns: 60 },
  );
});
