import { expect, test } from 'vitest';
import { entryOf } from '../files/entry-for-tests.ts';
import { placeHelpOf, placeOfEntry, warningOf } from './model-place.ts';

const UTM =
  'PROJCS["WGS 84 / UTM zone 32N",GEOGCS["WGS 84",AUTHORITY["EPSG","4326"]],UNIT["metre",1],AUTHORITY["EPSG","32632"]]';
const model = (path: string, properties: Record<string, unknown>) => entryOf(path, 11, { properties });

test('a model without a system stands where its file says', () => {
  expect(placeOfEntry(model('a.obj', {}))).toEqual({ crs: null, zero: [0, 0, 0] });
  expect(placeOfEntry(model('a.obj', { nexus: { origin: [10, 20, 30] } }))).toEqual({ crs: null, zero: [10, 20, 30] });
  expect(placeOfEntry(model('a.obj', { nexus: { origin: ['x', 1, 2] } })).zero).toEqual([0, 0, 0]);
});

test('a model with a system stands in it, shifted by what its sidecars add', () => {
  const properties = {
    projection: UTM,
    nexus: { origin: [1, 2, 3] },
    bounds: { min: [0, 0, 0], max: [4, 6, 8] },
    projectedBounds: { min: [500_000, 4_000_000, 100], max: [500_004, 4_000_006, 108] },
  };
  expect(placeOfEntry(model('a.obj', properties))).toMatchObject({
    crs: { key: 'EPSG:32632' },
    zero: [500_001, 4_000_002, 103],
  });
  // In its file x is 0 to 4, y 0 to 8 and z -6 to 0.
  const lying = { ...properties, bounds: { min: [0, 0, -6], max: [4, 8, 0] } };
  expect(placeOfEntry(model('a.glb', lying)).zero).toEqual([500_001, 4_000_002, 103]);
  expect(placeOfEntry(model('a.obj', { ...properties, projectedBounds: undefined })).zero).toEqual([1, 2, 3]);
});

test('a model around a place on Earth stands in metres east, north and up of it, and others of that place beside it', () => {
  const at = (origin: unknown) => placeOfEntry(model('a.obj', { nexus: { origin: [100, 0, 0] }, localOrigin: origin }));
  expect(at([7, 46.5, 400])).toMatchObject({
    crs: { name: 'East, north and up at 7.000000, 46.500000', isGeographic: false, metres: 1, verticalMetres: 1 },
    zero: [100, 0, 0],
  });
  expect(at([7, 46.5, 400]).crs?.key).toBe(at([7, 46.5, 400]).crs?.key);
  expect(at([7, 46.5, 401]).crs?.key).not.toBe(at([7, 46.5, 400]).crs?.key);
  expect(at(['x', 1, 2]).crs).toBeNull();
});

test('a model without a place is told what gives it one', () => {
  expect(placeHelpOf(model('a.obj', {}))).toContain('georef.json');
  expect(placeHelpOf(model('a.obj', { crsChoices: [] }))).toBeNull();
});

test('what the build warns of is told', () => {
  expect(warningOf(model('a.obj', { warning: 'It had no picture for "wall.jpg".' }))).toContain('wall.jpg');
  expect(warningOf(model('a.obj', {}))).toBeNull();
});
