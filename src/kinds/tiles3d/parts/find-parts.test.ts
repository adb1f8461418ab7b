import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processorTime } from '../../../../test/support/processor-time.ts';
import { tilesetJson } from '../../../../test/support/zip-bytes.ts';
import { compositeBytes, glbBytes, subtreeBytes, tileBytes } from '../testing/tile-bytes.ts';
import { type TilesBuilds, tilesBuilds } from '../testing/tiles-build.ts';

let builds: TilesBuilds;
beforeAll(async () => {
  builds = await tilesBuilds();
});
afterAll(() => builds.close());

const gltf = (...uris: readonly string[]): object => ({
  asset: { version: '2.0' },
  buffers: uris.slice(0, 1).map((uri) => ({ uri })),
  images: uris.slice(1).map((uri) => ({ uri })),
});
const tilesetNaming = (uris: readonly string[]): string =>
  tilesetJson({ content: undefined, contents: uris.map((uri) => ({ uri })) });
const tilesetOf = (...uris: readonly string[]): string => tilesetNaming(uris);

describe('what a tileset consists of', () => {
  it('is what its tiles name, and what those are drawn with', async () => {
    const inner = glbBytes(gltf('0.bin', 'tex/0.jpg', 'data:image/png;base64,AA'));
    const { files, missing } = await builds.parts({
      'tileset.json': tilesetOf('a/0.gltf', 'a/1.b3dm', 'a/2.i3dm', 'a/3.cmpt', 'a/4.pnts', 'a/5.glb'),
      'a/0.gltf': JSON.stringify(gltf('0.bin', '../shared.png')),
      'a/1.b3dm': tileBytes('b3dm', inner),
      'a/2.i3dm': tileBytes('i3dm', Buffer.from('models/tree.glb\0\0  '), 0),
      'a/models/tree.glb': glbBytes(gltf('leaf.bin')),
      'a/3.cmpt': compositeBytes([
        tileBytes('b3dm', glbBytes(gltf('3.bin'))),
        tileBytes('i3dm', glbBytes(gltf('4.bin'))),
      ]),
      'a/5.glb': 'damaged',
      'a/0.bin': '',
      'shared.png': '',
      'a/tex/0.jpg': '',
    });
    expect([...files.keys()].toSorted()).toEqual(
      ['tileset.json', 'shared.png', 'a/0.bin', 'a/tex/0.jpg', 'a/models/tree.glb', 'a/5.glb']
        .concat(['a/0.gltf', 'a/1.b3dm', 'a/2.i3dm', 'a/3.cmpt'])
        .toSorted(),
    );
    expect([...missing].toSorted()).toEqual(['a/3.bin', 'a/4.bin', 'a/4.pnts', 'a/models/leaf.bin']);
  });

  it('has schemas and the contents of older versions', async () => {
    const { missing } = await builds.parts({
      'tileset.json': JSON.stringify({
        asset: { version: '1.0' },
        schemaUri: 'schema.json5',
        root: {
          content: { url: '0.b3dm' },
          extensions: { '3DTILES_multiple_contents': { content: [{ uri: '1.b3dm' }, { uri: '2.i3dm' }] } },
        },
      }),
    });
    expect(missing.toSorted()).toEqual(['0.b3dm', '1.b3dm', '2.i3dm', 'schema.json5']);
  });

  it('is a schema of metadata as well, which is no tileset', async () => {
    const { files, missing } = await builds.parts({
      'tileset.json': JSON.stringify({
        asset: { version: '1.1' },
        schemaUri: 'meta/schema.json',
        root: { content: { uri: '0.pnts' } },
      }),
      'meta/schema.json': JSON.stringify({ id: 'city', classes: {} }),
      '0.pnts': '',
    });
    expect([[...files.keys()].toSorted(), missing]).toEqual([['0.pnts', 'meta/schema.json', 'tileset.json'], []]);
  });

  it('is what further tilesets name, whatever the names of those end with', async () => {
    const outside = tilesetOf('https://example.org/0.glb');
    await expect(builds.parts({ 'tileset.json': tilesetOf('more/a'), 'more/a': outside })).rejects.toThrow(
      'https://example.org/0.glb',
    );
    const { missing } = await builds.parts({ 'tileset.json': tilesetOf('more/a'), 'more/a': tilesetOf('0.glb') });
    expect(missing).toEqual(['more/0.glb']);
    const circle = { 'tileset.json': tilesetOf('a'), a: tilesetOf('b'), b: tilesetOf('a') };
    await expect(builds.parts(circle)).rejects.toThrow('in a circle: b names a');
  });

  it('is found of 200,000 files', async () => {
    const names = Array.from({ length: 200_000 }, (_, index) => `${index}.glb`);
    const tileset = Buffer.from(tilesetNaming(names));
    const { files } = await builds.partsOf({ 'tileset.json': tileset, 'tile.glb': glbBytes() }, (name) =>
      name === 'tileset.json' ? name : 'tile.glb',
    );
    expect(files.size).toBe(200_001);
  }, 120_000);

  it('whose thousands of files are missing is told by the first thousand', async () => {
    const names = Array.from({ length: 2500 }, (_, index) => `${index}.b3dm`);
    const { missing, missingCount } = await builds.parts({ 'tileset.json': tilesetNaming(names) });
    expect([missing, missingCount]).toEqual([names.slice(0, 1000), 2500]);
  });
});

const bits = (...set: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(1 + (Math.max(0, ...set) >> 3));
  for (const bit of set) bytes[bit >> 3]! |= 1 << (bit & 7);
  return bytes;
};
const implicit = ({ contents, ...more }: Readonly<Record<string, unknown>> = {}): string =>
  tilesetJson({
    content: { uri: 'c/{level}/{x}/{y}.glb' },
    contents,
    implicitTiling: {
      subdivisionScheme: 'QUADTREE',
      subtreeLevels: 2,
      availableLevels: 4,
      subtrees: { uri: 's/{level}.{x}.{y}.subtree' },
      ...more,
    },
  });

describe('tiles whose names follow a rule', () => {
  it('are those that the subtrees tell of', async () => {
    // The root and its tile in the north-east; below that the subtree of its south-west corner.
    const head = subtreeBytes(
      {
        bufferViews: [
          { buffer: 0, byteOffset: 0, byteLength: 1 },
          { buffer: 0, byteOffset: 8, byteLength: 2 },
        ],
        buffers: [{ byteLength: 16 }],
        tileAvailability: { bitstream: 0 },
        contentAvailability: [{ bitstream: 0 }],
        childSubtreeAvailability: { bitstream: 1 },
      },
      Buffer.concat([bits(0, 4), Buffer.alloc(7), bits(12)]),
    );
    const below = JSON.stringify({
      buffers: [{ uri: 'bits.bin', byteLength: 1 }],
      bufferViews: [{ buffer: 0, byteOffset: 0, byteLength: 1 }],
      tileAvailability: { constant: 1 },
      contentAvailability: [{ bitstream: 0 }],
      childSubtreeAvailability: { constant: 0 },
    });
    const files = { 'tileset.json': implicit(), 's/0.0.0.subtree': head };
    expect(await builds.parts(files)).toMatchObject({
      missing: ['c/0/0/0.glb', 'c/1/1/1.glb', 's/2.2.2.subtree'],
      tiles: 3,
    });
    const more = { ...files, 's/2.2.2.subtree': below };
    expect((await builds.parts(more)).missing).toEqual(['c/0/0/0.glb', 'c/1/1/1.glb', 's/bits.bin']);
    const all = { ...more, 's/bits.bin': bits(0, 2) };
    expect((await builds.parts(all)).missing).toEqual(['c/0/0/0.glb', 'c/1/1/1.glb', 'c/2/2/2.glb', 'c/3/5/4.glb']);
  });

  it('of octrees have three numbers', async () => {
    const json = implicit({
      subdivisionScheme: 'OCTREE',
      subtreeLevels: 1,
      availableLevels: 2,
      subtrees: { uri: 's{level}{x}{y}{z}' },
    });
    const root = JSON.stringify({
      tileAvailability: { constant: 1 },
      contentAvailability: [{ constant: 0 }],
      childSubtreeAvailability: { constant: 1 },
    });
    const { missing } = await builds.parts({ 'tileset.json': json, s0000: root });
    expect(missing).toEqual(['s1000', 's1100', 's1010', 's1110', 's1001', 's1101', 's1011', 's1111']);
  });

  it.each([
    ['says too little', { availableLevels: undefined }, 'says too little'],
    ['has levels without end', { subtreeLevels: 30 }, 'more levels than are looked at'],
    [
      'has contents without end',
      { contents: Array.from({ length: 20_000 }, (_, index) => ({ uri: `${index}/{level}/{x}/{y}.glb` })) },
      'more than 100 contents',
    ],
    [
      'has its subtrees elsewhere',
      { subtrees: { uri: 'https://example.org/{level}.subtree' } },
      'https://example.org/{level}.subtree',
    ],
  ])('a rule that %s is refused', async (_, rule, words) => {
    await expect(builds.parts({ 'tileset.json': implicit(rule) })).rejects.toThrow(words);
  });

  it.each([
    [
      'points beyond its bytes',
      {
        buffers: [{}],
        bufferViews: [{ buffer: 0, byteOffset: 0, byteLength: 9e9 }],
        tileAvailability: { bitstream: 0 },
      },
      'beyond its bytes',
    ],
    ['has its bits on another host', { buffers: [{ uri: 'https://example.org/a' }] }, 'https://example.org/a'],
  ])('a subtree that %s is refused', async (_, json, words) => {
    const files = { 'tileset.json': implicit(), 's/0.0.0.subtree': subtreeBytes(json, Buffer.alloc(8)) };
    await expect(builds.parts(files)).rejects.toThrow(words);
  });

  it('a subtree that names very many files is refused', async () => {
    const contents = Array.from({ length: 100 }, (_, index) => ({ uri: `${index}/{level}/{x}/{y}.glb` }));
    const json = implicit({ contents: contents.slice(1), subtreeLevels: 9, availableLevels: 9 });
    const all = JSON.stringify({
      tileAvailability: { constant: 1 },
      contentAvailability: contents.map(() => ({ constant: 1 })),
    });
    await expect(builds.parts({ 'tileset.json': json, 's/0.0.0.subtree': all })).rejects.toThrow('250000 files');
  });

  it('a subtree of brackets alone is refused', async () => {
    const files = { 'tileset.json': implicit(), 's/0.0.0.subtree': `{"a":${'['.repeat(30_000_000)}` };
    await expect(builds.parts(files)).rejects.toThrow('nested too deep');
  });

  it('a subtree that is cut off is refused', async () => {
    const files = { 'tileset.json': implicit(), 's/0.0.0.subtree': subtreeBytes({}, Buffer.alloc(80)).subarray(0, 60) };
    await expect(builds.parts(files)).rejects.toThrow('cut off');
  });
});

describe('a hostile tileset ends with a reason, in time', () => {
  const circle = { 'tileset.json': tilesetOf('a.json'), 'a.json': tilesetOf('b.json'), 'b.json': tilesetOf('a.json') };
  const chain = Object.fromEntries(
    Array.from({ length: 150 }, (_, index) => [
      index === 0 ? 'tileset.json' : `${index}.json`,
      tilesetOf(`${index + 1}.json`),
    ]),
  );
  const nested = (depth: number): string =>
    tilesetJson().replace('"root":{', `"root":{"children":[${'{"children":['.repeat(depth)}${']}'.repeat(depth)}],`);
  it.each([
    ['in a circle', circle, 'in a circle: b.json names a.json'],
    [
      'that names itself',
      { 'tileset.json': tilesetOf('tileset.json') },
      'in a circle: tileset.json names tileset.json',
    ],
    ['of 150 in each other', { ...chain, '150.json': tilesetOf() }, 'More than 100 of its tilesets'],
    [
      'of a million tiles',
      { 'tileset.json': tilesetJson({ children: Array.from({ length: 1_000_000 }, () => ({})) }) },
      'more tiles',
    ],
    ['of 600,000 tiles in each other', { 'tileset.json': nested(600_000) }, 'nested too deep'],
    [
      'of 300,000 files',
      { 'tileset.json': tilesetNaming(Array.from({ length: 300_000 }, (_, index) => `${index}.glb`)) },
      'names more files',
    ],
    ['of brackets alone', { 'tileset.json': '['.repeat(8_000_000) }, 'nested too deep'],
    ['whose brackets are text', { 'tileset.json': `{"asset":"${'\\\\['.repeat(20_000)}` }, 'no JSON'],
    ['larger than is read', { 'tileset.json': `${' '.repeat(17 * 2 ** 20)}{}` }, 'larger than'],
  ])(
    '%s',
    async (_, files, words) => {
      const began = processorTime();
      await expect(builds.parts(files)).rejects.toThrow(words);
      expect(processorTime() - began).toBeLessThan(10_000);
    },
    60_000,
  );

  it('with a content of brackets alone is read without that', async () => {
    const files = { 'tileset.json': tilesetOf('0.gltf'), '0.gltf': `{"a":${'['.repeat(8_000_000)}` };
    expect((await builds.parts(files)).missing).toEqual([]);
  });

  it('with numbers that are none is read for what it names', async () => {
    const json = tilesetJson({ geometricError: 0, boundingVolume: { box: [1e308, 0] }, transform: 'x' }).replace(
      '12.5',
      '1e999',
    );
    expect((await builds.parts({ 'tileset.json': json })).missing).toEqual(['content/0.glb']);
  });
});
