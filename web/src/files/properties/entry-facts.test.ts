import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Entry } from '../../api/answers.ts';
import { KINDS, loadDetails } from '../../kinds/index.ts';
import { vectorLayers } from '../../kinds/vector/vector-layers.ts';
import { entryOf } from '../entry-for-tests.ts';
import { factGroups } from './entry-facts.ts';

const entry = (properties: Entry['properties'], more: Partial<Entry> = {}): Entry =>
  entryOf('a/b', 2, { size: 5, properties, ...more });
const details = await loadDetails(KINDS);
const facts = (it: Entry): Readonly<Record<string, string>> =>
  Object.fromEntries(factGroups(it, details).flatMap((group) => group.facts));

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
  expect(facts(entry({ gpsDop: 1.5, list: [1, 'a'], deep: { a: [1] } }))).toMatchObject({
    'Gps dop': '1.5',
    List: '1, a',
    Deep: '{"a":[1]}',
  }));

test('numbers nobody has said anything about stay as they are written', () => {
  expect(facts(entry({ year: 2024, gsd: 0.00012 }))).toMatchObject({ Year: '2024', Gsd: '0.00012' });
});

test('a moment that no date can hold is a dash, and the page goes on', () =>
  expect(facts(entry({}, { mtime: 1e15 }))['Modified']).toBe('–'));

test('bounds, companions and values without data in words', () => {
  const told = facts(
    entry({
      bounds: { min: [576768.247, -1, 0.5], max: [577000, 2, 1] },
      dependencies: ['terrain.jpg', 'a, b.mtl'],
      nodata: [255, 255, 255],
    }),
  );
  expect(told).toMatchObject({
    Extent: 'x 576,768.247 to 577,000\ny -1 to 2\nz 0.5 to 1',
    Needs: 'terrain.jpg, a, b.mtl',
    'No-data value': '255',
  });
  expect(facts(entry({ nodata: [0, null] }))['No-data value']).toBe('0, none');
  expect(Object.keys(facts(entry({ nodata: [null, null] })))).not.toContain('No-data value');
});

test('counts of a model say that they are those of its file', () =>
  expect(facts(entry({ faces: 16168, vertices: 2978 }))).toMatchObject({
    'Faces in the file': '16,168',
    'Vertices in the file': '2,978',
  }));

test('moments say which time zone they are told in', () => {
  expect(facts(entry({}, { mtime: 1_700_000_000 }))['Modified']).toMatch(/(UTC|GMT|[A-Z]{3,4})/);
});

test('layers without a name or a count', () =>
  expect(vectorLayers(entry({ vector: { layers: [{ geometryType: 'Point' }, 3] } }))).toEqual([
    { name: '', geometry: 'Point', features: '' },
  ]));

test('properties of any shape are facts of text', () => {
  const keys = fc.constantFrom(
    'vector',
    'bands',
    'dimensions',
    'bounds',
    'nodata',
    'dependencies',
    'width',
    'make',
    'projection',
    'other',
  );
  fc.assert(
    fc.property(fc.dictionary(keys, fc.jsonValue()), (properties) => {
      const all = entry(properties as Entry['properties']);
      expect(Object.values(facts(all)).every((it) => typeof it === 'string')).toBe(true);
      expect(Array.isArray(vectorLayers(all))).toBe(true);
    }),
  );
});
