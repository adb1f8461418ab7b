import fc from 'fast-check';
import proj4 from 'proj4';
import { expect, test } from 'vitest';
import type { LayerHost } from '../core/layer-host.ts';
import { eastNorthUp, metricCrs, parseCrs } from './crs.ts';
import { earthInScene, earthOfFrame, earthPlacesOf, systemAt } from './earth.ts';
import { fromMiddle, onSurface } from './ellipsoid.ts';
import { frameFor } from './scene-frame.ts';
import { lengthOf, minus, type Triple } from './triple.ts';

const places = fc.tuple(
  fc.double({ min: -179, max: 179, noNaN: true }),
  fc.double({ min: -89, max: 89, noNaN: true }),
  fc.double({ min: -400, max: 9000, noNaN: true }),
);

test('places from the middle of the Earth are those of PROJ, and come back', () => {
  fc.assert(
    fc.property(places, (place) => {
      const wanted = proj4('EPSG:4326', '+proj=geocent +datum=WGS84 +units=m', [...place]) as unknown as Triple;
      expect(lengthOf(minus(fromMiddle(place), wanted))).toBeLessThan(1e-6);
      const [longitude, latitude, height] = onSurface(fromMiddle(place));
      expect(longitude).toBeCloseTo(place[0], 9);
      expect(latitude).toBeCloseTo(place[1], 9);
      expect(height).toBeCloseTo(place[2], 5);
    }),
  );
});

const framed: LayerHost['place'] = (crs, bounds) => Promise.resolve(frameFor(crs, bounds));

const UTM_32_WITH_HEIGHTS =
  'COMPD_CS["UTM 32 and heights",PROJCS["WGS 84 / UTM zone 32N",GEOGCS["WGS 84",DATUM["WGS_1984",' +
  'SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],' +
  'PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",9],' +
  'PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1]],' +
  'VERT_CS["Feet",VERT_DATUM["Any",2005],UNIT["foot",0.3048]]]';

test('a system of WKT with heights in feet leads to the Earth and back', async () => {
  const crs = parseCrs(UTM_32_WITH_HEIGHTS)!;
  const earth = (await earthPlacesOf(crs))!;
  const [x, y, z] = earth.fromEarth([11.345, 46.488, 304.8]);
  const [east = NaN, north = NaN] = proj4('+proj=utm +zone=32 +datum=WGS84', [11.345, 46.488]);
  expect([x, y, z]).toEqual([expect.closeTo(east, 4), expect.closeTo(north, 4), expect.closeTo(1000, 6)]);
  const back = earth.toEarth([x, y, z]);
  expect([back[0], back[1], back[2]]).toEqual([
    expect.closeTo(11.345, 9),
    expect.closeTo(46.488, 9),
    expect.closeTo(304.8, 6),
  ]);
});

test('metres east, north and up are those around the place', async () => {
  const zero: Triple = [11.345, 46.488, 250];
  const earth = (await earthPlacesOf(eastNorthUp(zero, 'here')))!;
  expect(lengthOf(earth.fromEarth(zero))).toBeLessThan(1e-6);
  const [east, north, up] = earth.fromEarth([11.345, 46.489, 260]);
  expect([Math.abs(east) < 1e-6, north > 111 && north < 111.3, Math.abs(up - 10) < 0.01]).toEqual([true, true, true]);
});

test('nobody knows where local coordinates are, or a system that is no system', async () => {
  expect(await earthPlacesOf(metricCrs('Local', 'LOCAL'))).toBeNull();
  expect(await earthPlacesOf({ ...metricCrs('Odd', 'ODD'), definition: 'PROJCS["odd"]' })).toBeNull();
  expect(await earthOfFrame(frameFor(null, { min: [0, 0, 0], max: [1, 1, 1] }))).toBeNull();
});

test('a scene of places on Earth alone has UTM, near the poles metres around them', () => {
  expect([systemAt([11, 46, 0]).key, systemAt([-71, -33, 0]).key]).toEqual(['EPSG:32632', 'EPSG:32719']);
  expect(systemAt([0, 88, 0]).key).toMatch(/^ENU:/);
});

test('what has a place takes the frame of the scene; without a system it says why not', async () => {
  const crs = systemAt([11, 46, 0]);
  const frame = frameFor(crs, { min: [680_000, 5_151_000, 400], max: [680_100, 5_151_100, 410] });
  const corners: readonly Triple[] = [
    [11.345, 46.488, 400],
    [11.346, 46.489, 410],
  ];
  const there = () => Promise.resolve(frame);
  const { fromEarth } = await earthInScene({ frame: () => frame, place: there }, corners, null);
  expect(lengthOf(fromEarth(corners[0]!))).toBeLessThan(1000);
  const local = frameFor(null, { min: [0, 0, 0], max: [1, 1, 1] });
  await expect(earthInScene({ frame: () => local, place: framed }, corners, null)).rejects.toThrow(
    'has no coordinate system',
  );
  const own = await earthInScene({ frame: () => null, place: framed }, corners, null);
  expect(own.frame.crs?.key).toBe('EPSG:32632');
});
