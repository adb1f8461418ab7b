import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../test/support/shared-data.ts';
import { EntryType } from '../../inspection/entry-type.ts';
import { glbBytes, gltfJson, soundGltf, soundObj, soundPly, triangleBuffer } from './testing/mesh-bytes.ts';
import { type InspectedFiles, inspectedFiles } from '../testing/inspected-files.ts';

if (!hasSharedData) console.log('Skipped: facts of real meshes. There is no ../shared/data beside the repository.');

let files: InspectedFiles;
beforeAll(async () => {
  files = await inspectedFiles();
});
afterAll(() => files.close());

const BOX = { min: [0, 0, 0], max: [10, 20, 5] };

describe('a mesh', () => {
  it('OBJ: counts, box and groups; up is z, a missing material is named', async () => {
    const { type, properties, pointGeometry } = await files.inspect('house.obj', soundObj());
    expect(type).toBe(EntryType.Model);
    expect(properties).toEqual({
      georeferenced: false,
      vertices: 4,
      faces: 2,
      groups: 1,
      objects: 0,
      bounds: BOX,
      missingDependencies: ['materials/house.mtl'],
      missingCount: 1,
      warning: 'Files that it needs are missing: materials/house.mtl. Upload them.',
    });
    expect(pointGeometry).toBeNull();
  });

  const TRIANGLES = [
    [0, 0, 0, 10, 0, 0, 10, 20, 0],
    [0, 0, 0, 10, 20, 0, 0, 20, 5],
  ] as const;
  /** @param count the number of triangles that it says */
  const binaryStl = (comment: string, count: number = TRIANGLES.length): Buffer => {
    const bytes = Buffer.alloc(84 + TRIANGLES.length * 50);
    bytes.write(comment);
    bytes.writeUInt32LE(count, 80);
    for (const [index, corners] of TRIANGLES.entries())
      for (const [at, value] of corners.entries()) bytes.writeFloatLE(value, 84 + index * 50 + 12 + at * 4);
    return bytes;
  };
  const facets = TRIANGLES.map(([a, b, c, d, e, f, g, h, i]) =>
    [
      'facet normal 0 0 1',
      'outer loop',
      `vertex ${a} ${b} ${c}`,
      `vertex ${d} ${e} ${f}`,
      `vertex ${g} ${h} ${i}`,
      'endloop',
      'endfacet',
    ].join('\n  '),
  );

  it.each([
    ['binary', binaryStl('made by a scanner')],
    ['binary that begins like text', binaryStl('solid made by a scanner')],
    ['text', `solid house\n${facets.join('\n')}\nendsolid house\n`],
  ])('STL, %s: its triangles and box', async (_, bytes) => {
    const { type, properties } = await files.inspect('house.stl', bytes);
    expect(type).toBe(EntryType.Model);
    expect(properties).toEqual({ georeferenced: false, vertices: 6, faces: 2, bounds: BOX });
  });

  it.each([
    ['more triangles than it has', binaryStl('a', 0xffff_ffff)],
    ['no triangle', 'solid empty\nendsolid empty\n'],
    ['other words', 'words'],
  ])('STL with %s is a file with a word about it', async (_, bytes) => {
    const { type, properties } = await files.inspect('house.stl', bytes);
    expect([type, properties['warning']]).toEqual([
      EntryType.Generic,
      expect.stringContaining('This file cannot be read as a model.'),
    ]);
  });

  it('OBJ: textures are looked for beside their material library, in every spelling a statement has', async () => {
    const library = [
      'newmtl a',
      'map_Kd .\\walls\\a wall.jpg',
      'map_bump -bm 0.5 -o 0 0 bump.png',
      'refl -type sphere ../sky.png',
      'map_Ks /etc/passwd',
      'map_Kd http://127.0.0.1:9/x.png',
    ].join('\r\n');
    const others = { 'materials/house.mtl': library, 'materials/bump.png': 'x' };
    const { properties } = await files.inspect('house.obj', soundObj(), others);
    expect(properties['missingDependencies']).toEqual(['materials/walls/a wall.jpg', 'sky.png']);
    expect(properties['warning']).toMatch(/name files outside of the dataset/);
    expect(files.askedFor().some((name) => /passwd|http/.test(name))).toBe(false);
  });

  it('glTF: counts and box of the scene, buffers and pictures of other files by their decoded names', async () => {
    const { type, properties } = await files.inspect('house.gltf', soundGltf('my%20house.bin', 'wall.png'), {
      'my house.bin': triangleBuffer(),
    });
    expect(type).toBe(EntryType.Model);
    expect(properties).toMatchObject({ vertices: 3, faces: 1, missingDependencies: ['wall.png'] });
    // The node is moved by 100 along x.
    expect(properties['bounds']).toEqual({ min: [100, 0, 0], max: [110, 20, 5] });
  });

  it.each([
    ['a quarter turn around z', { rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] }, [-20, 0, 0], [0, 10, 5]],
    ['a matrix', { matrix: [0, 2, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1] }, [-13, 8, 9], [7, 28, 14]],
    [
      'shift, turn and scale, in this order',
      { translation: [1, 2, 3], rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2], scale: [1, 2, 1] },
      [1, -3, 3],
      [11, 2, 43],
    ],
  ])('the box of a GLB is that of its nodes as they lie: %s', async (_, node, min, max) => {
    const json = { ...gltfJson(undefined, undefined), nodes: [{ mesh: 0, ...node }] };
    const { properties } = await files.inspect('a.glb', glbBytes(json));
    const found = properties['bounds'] as { readonly min: number[]; readonly max: number[] };
    const rounded = [found.min, found.max].map((corner) => corner.map((value) => Math.round(value * 1e9) / 1e9 + 0));
    expect(rounded).toEqual([min, max]);
  });

  it('the box of a GLB whose places are shares of whole numbers', async () => {
    const json = gltfJson(undefined, undefined) as { accessors: Record<string, unknown>[] };
    json.accessors[0] = {
      componentType: 5122,
      normalized: true,
      count: 3,
      type: 'VEC3',
      min: [-32_767, 0, 0],
      max: [0, 32_767, 0],
    };
    const { properties } = await files.inspect(
      'a.glb',
      glbBytes({ ...json, nodes: [{ mesh: 0, scale: [10, 20, 1] }] }),
    );
    expect(properties['bounds']).toEqual({ min: [-10, 0, 0], max: [0, 20, 0] });
  });

  it('a number of vertices beyond what can be counted is not told', async () => {
    const json = gltfJson(undefined, undefined);
    const endless = { componentType: 5126, count: Number.MAX_SAFE_INTEGER, type: 'VEC3' };
    const primitives = [{ attributes: { POSITION: 0 } }, { attributes: { POSITION: 1 } }];
    const facts = await files.inspect(
      'a.glb',
      glbBytes({ ...json, accessors: [endless, endless], meshes: [{ primitives }] }),
    );
    expect(facts.properties).not.toHaveProperty('vertices');
  });

  it('GLB: embedded data need no other file', async () => {
    const { type, properties } = await files.inspect('house.glb', glbBytes());
    expect(type).toBe(EntryType.Model);
    expect(properties).toMatchObject({ vertices: 3, faces: 1, version: '2.0' });
    expect(properties['missingDependencies']).toBeUndefined();
  });

  it.each(['ascii', 'binary_little_endian', 'binary_big_endian'] as const)('PLY, %s', async (encoding) => {
    const { type, properties } = await files.inspect('house.ply', soundPly(encoding));
    expect(type).toBe(EntryType.Model);
    expect(properties).toEqual({ georeferenced: false, vertices: 4, faces: 2, bounds: BOX });
  });

  it('PLY with strips of triangles: their number is not told', async () => {
    const bytes = soundPly('ascii').toString().replace('element face', 'element tristrips');
    const { type, properties } = await files.inspect('house.ply', bytes);
    expect([type, properties]).toEqual([EntryType.Model, { georeferenced: false, vertices: 4, bounds: BOX }]);
  });

  it('PLY: its pictures are looked for beside it', async () => {
    const bytes = soundPly('ascii')
      .toString()
      .replace(
        '\nelement vertex',
        '\ncomment TextureFile my wall.png\ncomment TextureFile ../../../x.png\nelement vertex',
      );
    const { type, properties } = await files.inspect('house.ply', bytes);
    expect([type, properties['missingDependencies']]).toEqual([EntryType.Model, ['my wall.png']]);
    expect(properties['warning']).toMatch(/outside of the dataset/);
    expect((await files.inspect('house.ply', bytes, { 'my wall.png': 'x' })).properties).not.toHaveProperty(
      'missingCount',
    );
  });

  it('PLY with any gaps between the words of its header', async () => {
    const bytes = soundPly('ascii').toString().replace('element face 2', 'element \t face  2');
    expect(await files.inspect('house.ply', bytes)).toMatchObject({ type: EntryType.Model, properties: { faces: 2 } });
  });
});

describe('a file that says where the origin of a mesh lies', () => {
  const origin = '{"latitude": 46.5, "lon": 7, "elevation": 400}';
  it.each([
    'house.geo.json',
    'georef.json',
    'reference_lla.json',
    '../reference_lla.json',
    '../opensfm/reference_lla.json',
  ])('%s places it', async (sidecar) => {
    const { properties, pointGeometry, polygonGeometry } = await files.inspect('house.obj', soundObj(), {
      [sidecar]: origin,
    });
    expect(properties['georeferenced']).toBe(true);
    const [longitude = NaN, latitude = NaN, height = NaN] = pointGeometry?.coordinates ?? [];
    // The middle lies 5 m east and 10 m north of the origin; a degree has 111.16 km north and 76.8 km east there.
    expect(longitude).toBeCloseTo(7 + 5 / 76_755, 6);
    expect(latitude).toBeCloseTo(46.5 + 10 / 111_162, 6);
    expect(height).toBeCloseTo(402.5, 3);
    expect(polygonGeometry?.coordinates[0]).toHaveLength(5);
  });

  it('with y up, z leads south', async () => {
    const { pointGeometry } = await files.inspect('house.glb', glbBytes(), { 'georef.json': origin });
    const [longitude = NaN, latitude = NaN] = pointGeometry?.coordinates ?? [];
    expect(longitude).toBeGreaterThan(7);
    expect(latitude).toBeLessThan(46.5);
  });

  it.each([
    ['no JSON', 'latitude'],
    ['a latitude beyond the pole', '{"lat": 91, "lon": 0}'],
    ['a text for a number', '{"lat": "46.5", "lon": 7}'],
    ['only one number', '{"lat": 46.5}'],
    ['a megabyte', `{"lat": 46.5, "lon": 7, "x": "${'x'.repeat(2 ** 20)}"}`],
  ])('%s places nothing', async (_, sidecar) => {
    const facts = await files.inspect('house.obj', soundObj(), { 'georef.json': sidecar });
    expect(facts).toMatchObject({ type: EntryType.Model, pointGeometry: null, properties: { georeferenced: false } });
  });

  it('coordinates that are not local get no place, but a word', async () => {
    const facts = await files.inspect('far.obj', 'v 321499 4297501 7\n', { 'georef.json': origin });
    expect(facts).toMatchObject({ pointGeometry: null, polygonGeometry: null });
    expect(facts.properties).toMatchObject({ georeferenced: true, warning: expect.stringMatching(/too far/) });
  });
});

interface Expected {
  readonly facts: {
    readonly vertices?: number;
    readonly faces?: number;
    readonly triangles?: number;
    readonly elements?: { readonly vertex: number; readonly face: number };
    readonly missingCompanions?: readonly string[];
    readonly bounds?: readonly number[];
  };
}

const expected: Readonly<Record<string, Expected>> = hasSharedData
  ? (JSON.parse(await readFile(join(SHARED_DATA, 'expected.json'), 'utf8')) as { files: Record<string, Expected> })
      .files
  : {};
const meshes = Object.entries(expected).filter(([path]) => /^(mesh|broken)\/.*\.(obj|gltf|glb|ply)$/.test(path));

describe.runIf(hasSharedData)('facts of real meshes, computed by other programs', () => {
  it.each(meshes)('%s', async (path, { facts }) => {
    const { type, properties } = await files.inspectAt(join(SHARED_DATA, path), SHARED_DATA);
    expect(type).toBe(EntryType.Model);
    expect(properties['faces']).toBe(facts.faces ?? facts.elements?.face ?? facts.triangles);
    expect(properties['vertices']).toBe(facts.vertices ?? facts.elements?.vertex ?? properties['vertices']);
    const missing = (facts.missingCompanions ?? []).map((name) => name.replaceAll('\\', '/').replace('./', ''));
    expect(new Set((properties['missingDependencies'] ?? []) as string[])).toEqual(new Set(missing));
    const { min, max } = properties['bounds'] as { min: number[]; max: number[] };
    const wanted = facts.bounds ?? [...min, ...max];
    [...min, ...max].forEach((value, index) => expect(value).toBeCloseTo(wanted[index] ?? NaN, 4));
  });

  it('hostile/index_out_of_range.gltf is Generic, with a word why', async () => {
    const facts = await files.inspectAt(join(SHARED_DATA, 'hostile/index_out_of_range.gltf'), SHARED_DATA);
    expect(facts).toMatchObject({
      type: EntryType.Generic,
      properties: { warning: expect.stringMatching(/vertex 255/) },
    });
  });
});

it('is a part of a tileset above it that names it, and no model', async () => {
  const tileset = JSON.stringify({ asset: { version: '1.1' }, root: { content: { uri: 'folder/0.glb' } } });
  const glb = glbBytes();
  const { type, properties } = await files.inspect('0.glb', glb, { '../tileset.json': tileset });
  expect([type, properties]).toEqual([EntryType.Generic, { partOf: '../tileset.json' }]);
  expect((await files.inspect('1.glb', glb, { '../tileset.json': tileset })).type).toBe(EntryType.Model);
});
