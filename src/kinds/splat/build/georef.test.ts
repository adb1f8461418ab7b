import { expect, it } from 'vitest';
import '../../../geodata/testing/axis-order.ts';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import { LOCAL_METRES, type ModelPlace } from '../../mesh/place/model-place.ts';
import { georefOf } from './georef.ts';

const LOCAL: ModelPlace = {
  from: 'scan.geo.json',
  projection: null,
  shift: [0, 0, 0],
  origin: [7.5, 46.25, 400],
  zero: [0, 0, 0],
  metres: LOCAL_METRES,
  error: 0,
  footprint: {
    ring: [
      [7, 46, 1],
      [8, 46, 1],
      [8, 46.5, 1],
      [7, 46.5, 1],
      [7, 46, 1],
    ],
    centre: [7.5, 46.25, 5],
  },
};

it('names the system of the splats by its code, and what is added to their coordinates', () => {
  const projection = gdal.SpatialReference.fromEPSG(32632).toWKT();
  expect(georefOf({ ...LOCAL, projection, shift: [500_000, 5_000_000, 12] }, null)).toEqual({
    srs: 'EPSG:32632',
    offset: [500_000, 5_000_000, 12],
    boundsWgs84: [7, 46, 8, 46.5],
  });
});

it('names a system without a code by its text', () => {
  const projection = 'PROJCS["Site",GEOGCS["WGS 84"]]';
  expect(georefOf({ ...LOCAL, projection, footprint: null }, null)).toEqual({ srs: projection, offset: [0, 0, 0] });
});

it('gives metres around an origin the UTM zone of that, where it lies in it, and the origin itself', () => {
  const found = georefOf(LOCAL, null)!;
  expect(found).toMatchObject({ srs: 'EPSG:32632', origin: [7.5, 46.25, 400], boundsWgs84: [7, 46, 8, 46.5] });
  const way = new gdal.CoordinateTransformation(
    gdal.SpatialReference.fromEPSG(32632),
    gdal.SpatialReference.fromEPSG(4326),
  );
  const { x, y } = way.transformPoint(found.offset[0], found.offset[1]);
  expect([x, y, found.offset[2]]).toEqual([expect.closeTo(7.5, 8), expect.closeTo(46.25, 8), 400]);
});

it('has the scale that coordinates are multiplied by, where something says it', () => {
  expect(georefOf(LOCAL, 2.5)).toMatchObject({ scale: 2.5, origin: LOCAL.origin });
  expect(georefOf(LOCAL, null)).not.toHaveProperty('scale');
});

it.each([
  [[-179.9, -33, 0], 'EPSG:32701'],
  [[180, 10, 0], 'EPSG:32660'],
  [[0, 84, 0], 'EPSG:32631'],
] as const)('finds the zone of %j', (origin, srs) => {
  expect(georefOf({ ...LOCAL, origin }, null)!.srs).toBe(srs);
});

it.each([[[0, 89, 0]], [[10, -81, 0]]] as const)('has none at a pole: %j', (origin) => {
  expect(georefOf({ ...LOCAL, origin }, null)).toBeNull();
});
