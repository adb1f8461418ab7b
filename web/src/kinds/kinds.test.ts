import { describe, expect, test } from 'vitest';
import { entryOf } from '../files/entry-for-tests.ts';
import { builtAddresses } from '../files/properties/built-addresses.ts';
import { factGroups } from '../files/properties/entry-facts.ts';
import { VIEWERS } from './outputs.ts';
import { kindList, type Kind, KINDS, kindOf, loadDetails, lookOf, resultsOf, viewerFor } from './index.ts';

const [API = ''] = Object.values(
  import.meta.glob<string>('../../../api/generated.d.ts', { query: '?raw', import: 'default', eager: true }),
);
/** Entry types that the service documents as "0 Undefined, 1 Directory, …"; no entry has type 0. */
const TYPES = [...(/Only entries of this type\. (.*?) \*\//.exec(API)?.[1] ?? '').matchAll(/(\d+) \w+/g)]
  .map(([, number]) => Number(number))
  .filter((type) => type !== 0);

const EXPECTED: readonly (readonly [type: number, kind: string, opens: string])[] = [
  [1, 'folder', 'folder'],
  [2, 'document', 'properties'],
  [3, 'photo', 'tab'],
  [4, 'raster', 'map'],
  [5, 'pointcloud', 'scene'],
  [6, 'photo', 'tab'],
  [7, 'document', 'properties'],
  [8, 'document', 'tab'],
  [9, 'video', 'tab'],
  [10, 'video', 'tab'],
  [11, 'mesh', 'scene'],
  [12, 'photo', 'tab'],
  [13, 'photo', 'tab'],
  [14, 'vector', 'properties'],
  [15, 'splat', 'scene'],
  [16, 'tiles3d', 'scene'],
];

describe('the kinds', () => {
  test('have every entry type of the service', () => {
    expect(TYPES.length).toBeGreaterThanOrEqual(16);
    expect(EXPECTED.map(([type]) => type)).toEqual(TYPES);
    expect(KINDS.looks.map(({ type }) => type)).toEqual(TYPES);
  });

  test.each(EXPECTED)('an entry of type %d is a %s and opens the %s', (type, name, opens) => {
    const entry = entryOf('a', type);
    const { title, Icon } = lookOf(entry);
    expect([kindOf(entry).name, viewerFor(entry).opens]).toEqual([name, opens]);
    expect(title).not.toBe('');
    expect(Icon).toHaveProperty('$$typeof');
  });

  test('open what the service says that they do', () => {
    const told = ['map', 'scene', 'tab'];
    const opening = EXPECTED.filter(([, , opens]) => told.includes(opens)).map(([type, , opens]) => [type, opens]);
    expect(VIEWERS.toSorted(([one], [other]) => one - other)).toEqual(opening);
  });

  test('stand in for a type that is not known: it is a file', () =>
    expect([kindOf({ type: 99 }), viewerFor(entryOf('a', 99)).opens]).toEqual([kindOf({ type: 2 }), 'properties']));

  test('can be drawn on where they have a backdrop', async () => {
    const { ofType } = await loadDetails(KINDS);
    for (const { type } of KINDS.looks)
      expect([type, kindOf({ type }).isDrawnOn === true]).toEqual([type, ofType(type).backdrop !== undefined]);
  });

  test('have sections of the properties for their own entries only', async () => {
    const { all } = await loadDetails(KINDS);
    const sectionsOf = (...of: Parameters<typeof entryOf>) =>
      all.flatMap(({ section }) =>
        section === undefined || section.render(entryOf(...of), { org: 'o', ds: 'd' }) === null ? [] : section.title,
      );
    const hash = 'ab';
    expect(sectionsOf('a.laz', 5, { hash })).toEqual(['Points']);
    expect(sectionsOf('a.laz', 5, { hash, buildStatus: 'queued' })).toEqual([]);
    expect(sectionsOf('a.laz', 5)).toEqual([]);
    expect(sectionsOf('a.shp', 14, { hash, properties: { vector: { layers: [{ name: 'a' }] } } })).toEqual(['Layers']);
    expect(sectionsOf('a.tif', 4, { hash })).toEqual([]);
  });

  test('show results of tools, each tool in one kind', () => {
    const tools = KINDS.all.flatMap(({ results }) => results?.tools ?? []);
    expect(new Set(tools).size).toBe(tools.length);
    expect(resultsOf('volume')).toBe(KINDS.all.find(({ name }) => name === 'terrain')?.results);
    expect(resultsOf('bulk-download')).toBeUndefined();
  });
});

describe('a new kind', () => {
  const look = { type: 99, title: 'Globe', Icon: lookOf({ type: 4 }).Icon };
  const globe: Kind = {
    name: 'globe',
    types: [look],
    viewer: () => ({ opens: 'map' }),
    details: () =>
      Promise.resolve({
        facts: [{ group: 'Content', name: 'Radius', text: (of) => of.text('radius') }],
        hidden: ['seed'],
        addresses: ({ hash }) => [{ name: 'Globe', address: `/globes/${hash}` }],
      }),
    results: { tools: ['spin'], View: () => null },
  };
  const kinds = kindList([...KINDS.all, globe]);
  const entry = entryOf('a.globe', 99, { hash: 'ab', properties: { radius: '6371 km', seed: 1 } });

  test('is chosen for its entries, and no other entry changes', () => {
    expect([kindOf(entry, kinds), lookOf(entry, kinds), resultsOf('spin', kinds)]).toEqual([
      globe,
      look,
      globe.results,
    ]);
    expect(viewerFor(entry, kinds)).toEqual({ opens: 'map' });
    for (const [type] of EXPECTED) expect(viewerFor(entryOf('a', type), kinds)).toEqual(viewerFor(entryOf('a', type)));
    expect(viewerFor(entry).opens).toBe('properties');
  });

  test('has its rows and addresses in the properties', async () => {
    const details = await loadDetails(kinds);
    const groups = factGroups(entry, details).map(({ title, facts }) => [title, facts]);
    expect(groups.slice(1)).toEqual([['Content', [['Radius', '6371 km']]]]);
    expect(builtAddresses('https://a.b', { org: 'o', ds: 'd' }, entry, details)).toEqual([
      { name: 'Globe', address: 'https://a.b/globes/ab' },
    ]);
  });

  test.each([
    ['its name', { ...globe, name: 'raster' }, 'Two kinds are named "raster".'],
    [
      'an entry type',
      { ...globe, types: [{ ...look, type: 4 }] },
      'The kinds "raster" and "globe" both have the entry type 4.',
    ],
  ])('is refused where another one has %s', (_what, kind, message) =>
    expect(() => kindList([...KINDS.all, kind])).toThrow(message),
  );

  test('is no list alone: plain files need a kind', () =>
    expect(() => kindList([globe])).toThrow('No kind has the entry type 2, plain files.'));
});
