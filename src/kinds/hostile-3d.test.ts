import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../test/support/shared-data.ts';
import { EntryType, type FileFacts } from '../inspection/index.ts';
import { e57Bytes, e57Xml } from './pointcloud/testing/e57-bytes.ts';
import { type InspectedFiles, inspectedFiles } from './testing/inspected-files.ts';
import { copcBytes, lasBytes, type LasOptions, projectedKeys, soundLas } from './pointcloud/testing/las-bytes.ts';
import { glbBytes, gltfJson, plyHeader, soundGltf, soundObj, soundPly } from './mesh/testing/mesh-bytes.ts';
import { ksplatBytes, splatPly, splatRecords, spzBytes } from './splat/testing/splat-bytes.ts';
import { soundTiles } from '../../test/support/zip-bytes.ts';
import { processorTime } from '../../test/support/processor-time.ts';

if (!hasSharedData) console.log('Skipped: damage to real files. There is no ../shared/data beside the repository.');

let files: InspectedFiles;
beforeAll(async () => {
  files = await inspectedFiles();
  await files.inspect('first.las', soundLas()); // the child is running before anything is timed
});
afterAll(() => files.close());

/** Inspects in less than a second, and shows no path, no control character and no number that is not finite. */
async function inspect(name: string, bytes: Buffer | string): Promise<FileFacts> {
  const facts = await files.inspect(name, bytes);
  const text = JSON.stringify(facts);
  expect(text).not.toContain(files.folder);
  expect(text).not.toMatch(/\\u00[01]|passwd/);
  const { pointGeometry, polygonGeometry } = facts;
  const numbers = [...(pointGeometry?.coordinates ?? []), ...(polygonGeometry?.coordinates[0] ?? []).flat()];
  expect(numbers.every(Number.isFinite)).toBe(true);
  return facts;
}

const cloud = (options: LasOptions): Buffer =>
  lasBytes({ points: Buffer.alloc(200), records: [projectedKeys(32_633)], ...options });

describe('R-7 a point cloud that lies about its points keeps what is true, and gets a word', () => {
  it.each([
    ['four billion points', { count: 0xffff_ffff }, /declares 4294967295 points, but holds no more than 10/],
    ['2^63 points', { minor: 4, count: 2n ** 63n }, /declares .* points/],
    ['bounds that are no numbers', { bounds: [NaN, NaN, NaN, NaN, NaN, NaN] }, /not a box/],
    ['infinite bounds', { bounds: [-Infinity, -Infinity, 0, Infinity, Infinity, 1] }, /not a box/],
    ['bounds turned round', { bounds: [500_200, 4_000_100, 110, 500_000, 4_000_000, 100] }, /not a box/],
    ['a scale of nothing', { scale: [0, 0, 0] }, /scale/],
    ['a scale that is no number', { scale: [NaN, 1, 1] }, /scale/],
    ['bounds that no point can reach', { bounds: [1e200, 1e200, 0, 1e201, 1e201, 1] }, /none of its points/],
    ['a position nowhere on Earth', { bounds: [1e30, 1e30, 0, 1e30, 1e30, 1], scale: [1e29, 1e29, 1] }, /do not lie/],
  ] as const)('%s', async (_, options, warning) => {
    const { type, properties, polygonGeometry } = await inspect('a.las', cloud(options));
    expect([type, properties['warning']]).toEqual([EntryType.PointCloud, expect.stringMatching(warning)]);
    expect(Number(properties['pointCount'])).toBeLessThanOrEqual(10);
    expect((polygonGeometry === null) === 'count' in options).toBe(false);
  });

  it.each([
    ['points outside of the file', { pointOffset: 0xffff_ff00 }, /cut off/],
    ['points within the header', { pointOffset: 100 }, /within its header/],
    ['four billion records', { recordCount: 0xffff_ffff }, /records/],
    ['one record too many', { recordCount: 2 }, /records/],
    ['points of one byte', { recordLength: 1 }, /too few/],
    ['points of no known format', { format: 63 }, /not known/],
    ['no known version', { minor: 9 }, /not known/],
  ] as const)('%s make it Generic', async (_, options, warning) => {
    const { type, properties } = await inspect('a.las', cloud(options));
    expect([type, properties['warning']]).toEqual([EntryType.Generic, expect.stringMatching(warning)]);
  });

  it('LAZ: more points than its chunks hold', async () => {
    const bytes = copcBytes();
    bytes.writeUInt32LE(50_000, bytes.indexOf('laszip encoded') - 2 + 54 + 12);
    bytes.writeBigUInt64LE(10n ** 12n, 247);
    const { properties } = await inspect('a.laz', bytes);
    expect(properties).toMatchObject({ pointCount: 50_000, warning: expect.stringMatching(/declares 1000000000000/) });
  });

  it('COPC: an octree whose only page leads to itself is not entered', async () => {
    const began = processorTime();
    expect(await inspect('a.copc.laz', copcBytes())).toMatchObject({ properties: { copc: true, pointCount: 2 } });
    expect(processorTime() - began).toBeLessThan(1000);
    const outside = await inspect('a.copc.laz', copcBytes({ rootOffset: 2n ** 62n }));
    expect(outside.properties['warning']).toMatch(/octree lies outside/);
  });

  it('EPT: keys that lead out are followed by nobody', async () => {
    const ept = {
      bounds: [0, 0, 0, 1, 1, 1],
      hierarchyType: 'json',
      dataType: '../../../etc/passwd',
      points: 1,
      schema: [{ name: '../X\u0000' }, 7],
      srs: { wkt: '/etc/passwd' },
      '../../x': { '0-0-0-0': -1 },
    };
    files.askedFor();
    const facts = await inspect('ept.json', JSON.stringify(ept));
    expect(facts).toMatchObject({ type: EntryType.PointCloud, properties: { dimensions: ['../X'] } });
    expect(files.askedFor()).toEqual([]);
  });

  it('EPT: a megabyte of nested lists is no tile', async () => {
    expect((await inspect('ept.json', '['.repeat(2 ** 20))).type).toBe(EntryType.Generic);
    const nested = `{"points": 1, "hierarchyType": "json", "schema": ${'['.repeat(1e5)}${']'.repeat(1e5)}}`;
    expect((await inspect('ept.json', nested)).type).toBe(EntryType.PointCloud);
  });
});

describe('R-7 PLY headers', () => {
  const vertex = ['float x', 'float y', 'float z'];
  it('one without end is Generic: no more than 64 KiB of it are read', async () => {
    const header = `ply\nformat ascii 1.0\n${'comment x\n'.repeat(200_000)}`;
    const { type, properties } = await inspect('a.ply', header);
    expect([type, properties['warning']]).toEqual([EntryType.Generic, expect.stringMatching(/no end within 65536/)]);
  });

  it.each([
    ['4 billion points', plyHeader('binary_little_endian', [['vertex', 4e9, vertex]]), EntryType.PointCloud],
    [
      '4 billion faces',
      plyHeader('ascii', [
        ['vertex', 0, vertex],
        ['face', 4e9, ['list uint int i']],
      ]),
      EntryType.Model,
    ],
    ['4 billion splats', plyHeader('ascii', [['vertex', 4e9, ['float f_dc_0']]]), EntryType.GaussianSplat],
  ])('%s that are not there get a word', async (_, bytes, type) => {
    const facts = await inspect('a.ply', bytes);
    expect(facts).toMatchObject({ type, properties: { warning: expect.stringMatching(/more than it holds/) } });
    const counts = ['pointCount', 'faces', 'splatCount'].map((key) => facts.properties[key] ?? 0);
    expect(Math.max(...counts.map(Number))).toBeLessThan(10);
  });

  it.each([
    ['a count that is no number', 'element vertex many\nproperty float x', /without sense/],
    ['a type that is none', 'element vertex 1\nproperty quaternion x', /unknown type/],
    ['a property of nothing', 'property float x', /without sense/],
  ])('%s is Generic', async (_, lines, warning) => {
    const facts = await inspect('a.ply', `ply\nformat ascii 1.0\n${lines}\nend_header\n`);
    expect(facts).toMatchObject({ type: EntryType.Generic, properties: { warning: expect.stringMatching(warning) } });
  });
});

describe('R-7 splats', () => {
  it('a gzip bomb is inflated no farther than its header', async () => {
    const bomb = spzBytes({ version: 3, count: 1, degree: 0, body: 100 * 2 ** 20 });
    const began = processorTime();
    expect(await inspect('a.spz', bomb)).toMatchObject({
      type: EntryType.GaussianSplat,
      properties: { splatCount: 1 },
    });
    expect(processorTime() - began).toBeLessThan(1000);
  });

  it.each([
    ['a.spz', spzBytes({ version: 2, count: 4e9, degree: 0, body: 0 }), /cannot hold more/],
    ['a.ksplat', ksplatBytes(1, 0).fill(0xff, 16, 20), /declares 4294967295 splats, but holds no more than 1/],
  ])('%s with four billion splats keeps what is true', async (name, bytes, warning) => {
    const { type, properties } = await inspect(name, bytes);
    expect([type, properties['warning']]).toEqual([EntryType.GaussianSplat, expect.stringMatching(warning)]);
    expect(Number(properties['splatCount'])).toBeLessThan(10_000);
  });

  it.each([
    ['a.spz', gzipSync('words that are no splats'), /cut off, or not/],
    ['a.spz', spzBytes({ version: 9, count: 1, degree: 0 }), /not known|not compressed/],
    ['a.spz', spzBytes({ version: 3, count: 1, degree: 200 }), /degree 200/],
    ['a.splat', splatRecords(2).subarray(0, 33), /multiple of 32/],
    ['a.splat', Buffer.alloc(64, 0xff), /not splats/],
    ['a.ksplat', Buffer.alloc(4000), /cut off/],
    ['a.ksplat', ksplatBytes(1, 0).fill(0xff, 4, 8), /sections/],
  ])('%s that is none is Generic', async (name, bytes, warning) => {
    const { type, properties } = await inspect(name, bytes);
    expect([type, properties['warning']]).toEqual([EntryType.Generic, expect.stringMatching(warning)]);
  });
});

describe('R-7 meshes', () => {
  it('files outside of the dataset are asked for by nobody', async () => {
    files.askedFor();
    const obj = 'mtllib ../../../../etc/passwd\nmtllib /etc/passwd\nmtllib C:\\x.mtl\nv 0 0 0\n';
    expect((await files.inspect('a.obj', obj)).properties['warning']).toMatch(/outside of the dataset/);
    const facts = await inspect('a.gltf', soundGltf('http://127.0.0.1:9/x.bin', 'file:///etc/hosts'));
    expect(facts.properties['warning']).toMatch(/outside of the dataset/);
    expect(files.askedFor().filter((name) => /^\/|:|^http/.test(name))).toEqual([]);
  });

  const changed = (key: string, value: unknown): Buffer =>
    glbBytes({ ...gltfJson(undefined, undefined), [key]: value });
  it.each([
    ['a terabyte of data', changed('buffers', [{ byteLength: 2 ** 40 }]), /more bytes than/],
    ['data beyond the end', changed('bufferViews', [{ buffer: 0, byteLength: 2 ** 40 }]), /beyond the end of a buffer/],
    [
      '2^36 numbers',
      changed('accessors', [{ bufferView: 0, componentType: 5126, count: 2 ** 36, type: 'VEC3' }]),
      /beyond/,
    ],
    ['no accessors', changed('accessors', []), /does not describe/],
    ['a length beyond the file', glbBytes(undefined, 2 ** 31), /cut off/],
    ['nothing but its name', Buffer.from('glTF\x02\0\0\0'), /cut off/],
    ['no version', changed('asset', {}), /which version/],
  ])('GLB with %s is Generic', async (_, bytes, warning) => {
    const facts = await inspect('a.glb', bytes);
    expect(facts).toMatchObject({ type: EntryType.Generic, properties: { warning: expect.stringMatching(warning) } });
  });

  it('nodes that contain each other end', async () => {
    const nodes = [
      { mesh: 0, children: [1, 0] },
      { mesh: 0, children: [0, 1], translation: [1e308, 1e308, 1e308] },
    ];
    expect(await inspect('a.glb', changed('nodes', nodes))).toMatchObject({ type: EntryType.Model });
  });

  it('a line of 10 MB is left out', async () => {
    const { properties } = await inspect('a.obj', `v 0 0 0\nf ${'1 '.repeat(5e6)}\nv 1 1 1\nv NaN 0 0\n`);
    expect(properties).toMatchObject({ vertices: 3, faces: 0, warning: expect.stringMatching(/1 of its vertices/) });
  });
});

/** A name, its sound content, and how far into it bits are flipped. */
type Sample = readonly [name: string, bytes: Buffer, header: number];

const generated: readonly Sample[] = [
  ['a.las', soundLas(), 400],
  ['a.copc.laz', copcBytes(), 1000],
  ['a.e57', e57Bytes(e57Xml([{ points: 9, bounds: [0, 1, 0, 1, 0, 1] }])), 2000],
  ['a.xyz', Buffer.from('1 2 3\n4 5 6\n'.repeat(20)), 240],
  ['a.ply', soundPly('binary_little_endian'), 200],
  ['a.obj', Buffer.from(soundObj()), 100],
  ['a.gltf', Buffer.from(soundGltf('a.bin')), 700],
  ['a.glb', glbBytes(), 700],
  ['b.ply', splatPly(10, 1), 600],
  ['a.spz', spzBytes({ version: 3, count: 10, degree: 0 }), 60],
  ['a.splat', splatRecords(50), 1600],
  ['a.ksplat', ksplatBytes(10, 1), 5120],
  ['a.3tz', soundTiles(), 600],
];

/** Numbers from 0 to 1, the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Cuts the sample in equal steps and flips bits half as often. The number of files that were inspected. */
async function damage([name, bytes, header]: Sample, steps: number): Promise<number> {
  const random = seeded(7);
  const cuts = Array.from({ length: steps }, (_, step) => bytes.subarray(0, Math.floor((bytes.length * step) / steps)));
  const flips = Array.from({ length: steps / 2 }, () => {
    const flipped = Buffer.from(bytes);
    for (let flip = 0; flip < 4; flip += 1) {
      const at = Math.floor(random() * Math.min(header, bytes.length));
      flipped[at] = (flipped[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    }
    return flipped;
  });
  const inspected = await Promise.all([...cuts, ...flips].map((damaged) => inspect(name, damaged)));
  return inspected.length;
}

describe('R-8 damage at random never throws, hangs or shows a number that is not finite', () => {
  it.each(generated)('%s, cut at each hundredth and with bits flipped', async (...sample) => {
    expect(await damage(sample, 100)).toBe(150);
  });

  const real = ['pointcloud/las14_ftus.las', 'pointcloud/color.ply', 'mesh/fuze/fuze.obj', 'splat/minimal.ksplat'];
  it.runIf(hasSharedData).each(real)('%s, cut at each fiftieth and with bits flipped', async (path) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    expect(await damage([name, await readFile(join(SHARED_DATA, path)), 3000], 50)).toBe(75);
  });
});
