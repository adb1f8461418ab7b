import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Entry } from '../../api/types.ts';
import { factGroups, vectorLayers } from './entry-facts.ts';

const entry = (properties: Entry['properties'], more: Partial<Entry> = {}): Entry => ({
  path: 'a/b',
  type: 2,
  hash: null,
  size: 5,
  mtime: 0,
  properties,
  point_geom: null,
  polygon_geom: null,
  ...more,
});
const facts = (it: Entry): Readonly<Record<string, string>> =>
  Object.fromEntries(factGroups(it).flatMap((group) => group.facts));

test('what a camera did not tell is left out', () => {
  const told = facts(entry({ make: 'unknown', cameraPitch: -90, sensorWidth: 0, captureTime: 0 }));
  expect(Object.keys(told)).toEqual(['Kind', 'Folder', 'Size', 'Modified']);
});

test('a coordinate system by its name, bands by their meaning', () => {
  const told = facts(
    entry({
      projection: 'PROJCS["WGS 84 / UTM zone 32N",GEOGCS["WGS 84"]]',
      bands: [
        { type: 'Byte', colorInterp: 'Red' },
        { type: 'Byte', colorInterp: 'Alpha' },
      ],
    }),
  );
  expect(told['Coordinate system']).toBe('WGS 84 / UTM zone 32N');
  expect(told['Bands']).toBe('Red, Alpha (Byte)');
});

test('what the page does not know is shown as it is', () =>
  expect(facts(entry({ gpsDop: 1.5, list: [1, 'a'] }))).toMatchObject({ 'Gps dop': '1.5', List: '[1,"a"]' }));

test('layers without a name or a count', () =>
  expect(vectorLayers(entry({ vector: { layers: [{ geometryType: 'Point' }, 3] } }))).toEqual([
    { name: '', geometry: 'Point', features: '' },
  ]));

test('properties of any shape are facts of text', () => {
  const keys = fc.constantFrom('vector', 'bands', 'dimensions', 'width', 'make', 'projection', 'other');
  fc.assert(
    fc.property(fc.dictionary(keys, fc.jsonValue()), (properties) => {
      const all = entry(properties as Entry['properties']);
      expect(Object.values(facts(all)).every((it) => typeof it === 'string')).toBe(true);
      expect(Array.isArray(vectorLayers(all))).toBe(true);
    }),
  );
});
