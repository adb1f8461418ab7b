import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Entry } from '../api/answers.ts';
import { entryOf } from '../files/entry-for-tests.ts';
import { footprintBounds, placeBounds } from './footprint.ts';
import { formatView, parseView } from './view-hash.ts';

const view = fc.record({
  zoom: fc.double({ min: 0, max: 24, noNaN: true }),
  latitude: fc.double({ min: -85, max: 85, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  bearing: fc.double({ min: -180, max: 180, noNaN: true }),
  pitch: fc.double({ min: 0, max: 60, noNaN: true }),
});

describe('the view in the address', () => {
  test('comes back to less than a pixel', () => {
    fc.assert(
      fc.property(view, (one) => {
        const back = parseView(formatView(one));
        const pixel = 360 / (512 * 2 ** one.zoom);
        expect(back).not.toBeNull();
        expect(Math.abs((back?.longitude ?? NaN) - one.longitude)).toBeLessThan(pixel);
        expect(Math.abs((back?.latitude ?? NaN) - one.latitude)).toBeLessThan(pixel);
        expect(Math.abs((back?.zoom ?? NaN) - one.zoom)).toBeLessThanOrEqual(0.0051);
      }),
    );
  });
  test('a second round changes nothing, so the address is stable', () => {
    fc.assert(
      fc.property(view, (one) => {
        const text = formatView(one);
        const back = parseView(text);
        return back !== null && formatView(back) === text;
      }),
    );
  });
  test('is short where the map looks straight down', () =>
    expect(formatView({ zoom: 17, latitude: 46.5, longitude: 11.25, bearing: 0, pitch: 0 })).toBe(
      '17/46.5000000/11.2500000',
    ));
  test.each(['', 'main', '1/2', '99/0/0', '1/91/0', '1/0/181', '1/0/0/0', 'a/b/c', '1/0/0/0/90', '1e1/0/0'])(
    '"%s" is no view',
    (text) => expect(parseView(text)).toBeNull(),
  );
});

const raster = (width: unknown, ring: readonly (readonly number[])[]): Entry =>
  entryOf('a.tif', 4, {
    hash: 'h',
    size: 1,
    properties: { width },
    polygon_geom: { type: 'Feature', geometry: { type: 'Polygon', coordinates: [ring] } },
  });
const RING = [
  [10, 47, 0],
  [11, 47.1, 0],
  [11.1, 46, 0],
  [10.1, 45.9, 0],
  [10, 47, 0],
];

describe('footprint', () => {
  test('is the box around the turned raster', () =>
    expect(footprintBounds(raster(1, RING))).toEqual([10, 45.9, 11.1, 47.1]));
  test('is nothing without coordinates', () => {
    expect(footprintBounds({ ...raster(1, RING), polygon_geom: null })).toBeNull();
    expect(footprintBounds(raster(1, [[Infinity, 0]]))).toBeNull();
  });
  test('of a single point is a box around it', () => {
    const nowhere = { ...raster(1, RING), point_geom: null, polygon_geom: null };
    const well: Entry = {
      ...nowhere,
      point_geom: { type: 'Feature', geometry: { type: 'Point', coordinates: [11, 46, 0] } },
    };
    const [west = NaN, south = NaN, east = NaN, north = NaN] = placeBounds(well) ?? [];
    expect([(west + east) / 2, (south + north) / 2]).toEqual([11, 46]);
    expect([east - west, north - south].every((side) => side > 0 && side < 0.01)).toBe(true);
    expect(placeBounds(nowhere)).toBeNull();
    expect(placeBounds(raster(1, RING))).toEqual([10, 45.9, 11.1, 47.1]);
  });
});
