import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EntryType } from '../../inspection/entry-type.ts';
import { type InspectedFiles, inspectedFiles } from '../testing/inspected-files.ts';
import { soundTiles, tilesetJson, zipBytes, type ZipMember } from '../../../test/support/zip-bytes.ts';
import { processorTime } from '../../../test/support/processor-time.ts';

let files: InspectedFiles;
beforeAll(async () => {
  files = await inspectedFiles();
});
afterAll(() => files.close());

const DEGREES = 180 / Math.PI;

describe('an archive of 3D Tiles', () => {
  it.each([0, 8, 93] as const)('method %i: version, error and the place of a region', async (method) => {
    const { type, properties, pointGeometry, polygonGeometry } = await files.inspect('a.3tz', soundTiles({}, method));
    expect(type).toBe(EntryType.Tiles3D);
    expect(properties).toEqual({
      georeferenced: true,
      tilesetVersion: '1.1',
      geometricError: 12.5,
      tiles: 1,
      contents: { glb: 1 },
    });
    const [longitude, latitude, height] = pointGeometry?.coordinates ?? [];
    expect(longitude).toBeCloseTo(0.1225 * DEGREES, 9);
    expect(latitude).toBeCloseTo(0.8115 * DEGREES, 9);
    expect(height).toBe(450);
    expect(polygonGeometry?.coordinates[0]).toHaveLength(5);
  });

  /** East, north and up at 0 degrees east and north, column by column: there, they are y, z and x. */
  const equator = [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 6_378_137, 0, 0, 1];

  it.each([
    ['a box', { box: [0, 0, 0, 100, 0, 0, 0, 200, 0, 0, 0, 10] }, 200, 400, 20],
    ['a sphere', { sphere: [0, 0, 0, 150] }, 300, 300, 300],
  ])('%s with a transform', async (_, boundingVolume, east, north, up) => {
    const bytes = soundTiles({ boundingVolume, transform: equator });
    const { properties, pointGeometry, polygonGeometry } = await files.inspect('a.3tz', bytes);
    expect(properties['georeferenced']).toBe(true);
    const ring = polygonGeometry?.coordinates[0] ?? [];
    const extent = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);
    // A degree has 111,319.5 m along the equator and 110,574 m across it.
    expect(extent(ring.map(([longitude]) => longitude)) * 111_319.5).toBeCloseTo(east, 1);
    expect(extent(ring.map(([, latitude]) => latitude)) * 110_574.3).toBeCloseTo(north, 1);
    expect(2 * ((pointGeometry?.coordinates[2] ?? NaN) - (ring[0]?.[2] ?? NaN))).toBeCloseTo(up, 1);
  });

  it.each([
    ['a box of local coordinates', { box: [0, 0, 0, 100, 0, 0, 0, 200, 0, 0, 0, 10] }],
    ['a region upside down', { region: [0, 1, 0.1, 0.9, 0, 1] }],
    ['no numbers', { box: ['a'] }],
    ['nothing', {}],
  ])('%s has no place', async (_, boundingVolume) => {
    const facts = await files.inspect('a.3tz', soundTiles({ boundingVolume }));
    expect(facts).toMatchObject({ type: EntryType.Tiles3D, pointGeometry: null, polygonGeometry: null });
    expect(facts.properties['georeferenced']).toBe(false);
  });
});

const warned = async (bytes: Buffer): Promise<readonly [type: number, warning: unknown]> => {
  const { type, properties } = await files.inspect('a.3tz', bytes);
  return [type, properties['warning']];
};
const root: ZipMember = { name: 'tileset.json', content: tilesetJson(), method: 8 };
const content: ZipMember = { name: 'content/0.glb', content: 'glTF' };

describe('R-7 an archive of 3D Tiles that points elsewhere', () => {
  it.each([
    'https://example.org/0.glb',
    '//example.org/0.glb',
    'file:///etc/passwd',
    '/etc/passwd',
    '../../0.glb',
    '..%2F..%2F0.glb',
    'C:\\0.glb',
  ])('content at %s is told with that address', async (uri) => {
    expect(await warned(soundTiles({ content: { uri } }))).toEqual([
      EntryType.Tiles3D,
      `It names what lies outside of it, so it is not built: ${uri}.`,
    ]);
  });

  it('content that is not in it gets a word, also of children and of several contents', async () => {
    const child = {
      contents: [{ uri: 'content/0.glb' }, { uri: 'no.glb' }],
      children: [{ content: { url: 'b.glb' } }],
    };
    const [type, warning] = await warned(soundTiles({ children: [child] }));
    expect([type, warning]).toEqual([EntryType.Tiles3D, '2 of its files are not in it.']);
  });
});

describe('C-3 an archive whose names would do harm is Generic', () => {
  it.each([
    ['../x', [{ name: '../x', content: '' }, root], /lead out/],
    ['a/../../x', [{ name: 'a/../../x', content: '' }, root], /lead out/],
    ['/x', [{ name: '/x', content: '' }, root], /lead out/],
    ['..\\x', [{ name: '..\\x', content: '' }, root], /lead out/],
    ['C:/x', [{ name: 'C:/x', content: '' }, root], /lead out/],
    ['a name twice', [content, root, root], /twice/],
    ['another name in front of the content', [content, { ...root, localName: 'tileset.jsom' }], /does not agree/],
    ['no tileset', [content], /no tileset\.json/],
  ])('%s', async (_, members: readonly ZipMember[], warning) => {
    expect(await warned(zipBytes(members))).toEqual([EntryType.Generic, expect.stringMatching(warning)]);
  });
});

const zeros = Buffer.alloc(40 * 2 ** 20);
const same = (count: number, member: ZipMember): readonly ZipMember[] =>
  Array.from({ length: count }, (_, index) => ({ ...member, name: `${member.name}${index}` }));
const overlapping: ZipMember = { name: 'a', content: '', method: 8, declaredPacked: 100, declaredSize: 100, offset: 0 };

const bombs: readonly (readonly [what: string, members: () => readonly ZipMember[], warning: RegExp])[] = [
  ['a tileset that inflates to more than declared', () => [{ ...root, content: zeros, declaredSize: 1000 }], /damaged/],
  ['a tileset that holds less than declared', () => [{ ...root, declaredSize: 100_000 }], /as long as declared/],
  ['files that overlap', () => [root, ...same(1000, overlapping)], /overlap/],
  ['4 GB in nothing', () => [root, { ...overlapping, declaredSize: 0xffff_fffe }], /more than can be packed/],
  ['50,000 files and no tileset', () => same(50_000, { name: 'a', content: '' }), /no tileset/],
];

it('C-4 a tileset that is larger than is read keeps the type, and is not unpacked', async () => {
  const [type, warning] = await warned(zipBytes([{ ...root, content: zeros }]));
  expect([type, warning]).toEqual([EntryType.Tiles3D, expect.stringMatching(/larger than 16777216/)]);
});

describe('C-4 an archive that is a bomb is Generic, before anything is unpacked', () => {
  it.each(bombs)('%s', async (_, members, warning) => {
    const bytes = zipBytes(members());
    const began = processorTime();
    expect(await warned(bytes)).toEqual([EntryType.Generic, expect.stringMatching(warning)]);
    expect(processorTime() - began).toBeLessThan(4000);
  });
});

describe('the tileset.json of a folder', () => {
  it('has version, error, place and kinds of contents, and asks for the files by which others of its words are told apart', async () => {
    files.askedFor();
    const children = [{ content: { uri: 'a/1.b3dm' } }, { contents: [{ uri: 'a/2.b3dm' }, { uri: 'b.json' }] }];
    const { type, properties, polygonGeometry } = await files.inspect('tileset.json', tilesetJson({ children }));
    expect([type, properties]).toEqual([
      EntryType.Tiles3D,
      {
        georeferenced: true,
        tilesetVersion: '1.1',
        geometricError: 12.5,
        tiles: 3,
        contents: { b3dm: 2, glb: 1, json: 1 },
      },
    ]);
    expect(polygonGeometry?.coordinates[0]).toHaveLength(5);
    const asked = files.askedFor().filter((name) => !name.endsWith('tileset.json'));
    expect(asked.toSorted()).toEqual(['a/1.b3dm', 'a/2.b3dm', 'b.json', 'content/0.glb']);
  });

  it('below another one that names it is a part of that', async () => {
    const others = { '../tileset.json': tilesetJson({ content: { uri: 'folder/tileset.json' } }) };
    const { type, properties } = await files.inspect('tileset.json', tilesetJson(), others);
    expect([type, properties]).toEqual([EntryType.Generic, { partOf: '../tileset.json' }]);
  });

  it('that leads outside of its folder is told with the address', async () => {
    const { properties } = await files.inspect('tileset.json', tilesetJson({ content: { uri: '../0.glb' } }));
    expect(properties['warning']).toBe('It names what lies outside of it, so it is not built: ../0.glb.');
  });

  it.each(['{"asset":{}}', '[1]', 'text', '{"type":"FeatureCollection","features":[]}'])(
    'which is %s is a file like any other',
    async (text) => {
      const { type, properties } = await files.inspect('tileset.json', text);
      expect([type, properties]).toEqual([EntryType.Generic, {}]);
    },
  );
});

describe('a damaged archive', () => {
  it.each([
    ['only its first bytes', 'PK\x03\x04', /no ZIP archive/],
    ['another archive', zipBytes([{ name: 'tileset.json', content: '[]' }]), /no object/],
    ['a tileset without a version', zipBytes([{ name: 'tileset.json', content: '{}' }]), /none of 3D Tiles/],
    ['a tileset cut off', zipBytes([{ name: 'tileset.json', content: '{"asset"' }]), /no JSON/],
  ])('%s', async (_, bytes, warning) => {
    expect(await warned(Buffer.from(bytes))).toEqual([EntryType.Generic, expect.stringMatching(warning)]);
  });
});
