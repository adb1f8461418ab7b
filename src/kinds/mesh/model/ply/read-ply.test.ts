import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlyEncoding } from '../../testing/mesh-bytes.ts';
import { cornersOf, type ModelFiles, modelFiles, valuesOf } from '../../testing/model-files.ts';
import { plyBytes, type PlyRows } from '../../testing/ply-bytes.ts';
import type { TriangleModel } from '../triangle-model.ts';

let files: ModelFiles;
beforeAll(async () => {
  files = await modelFiles();
});
afterAll(() => files.close());

const ENCODINGS = ['ascii', 'binary_little_endian', 'binary_big_endian'] as const;
const PLACES = [
  [0, 0, 0],
  [1, 0, 0],
  [1, 1, 0],
  [0, 1, 0],
] as const;
const vertex = (
  properties: readonly string[] = [],
  values: (index: number) => readonly number[] = () => [],
): PlyRows => ({
  name: 'vertex',
  properties: ['float x', 'float y', 'double z', ...properties],
  rows: PLACES.map((place, index) => [...place, ...values(index)]),
});
const INDICES = 'list uchar int vertex_indices';
const face = (...rows: PlyRows['rows']): PlyRows => ({ name: 'face', properties: [INDICES], rows });
const FACES = face([[0, 1, 2]], [[0, 2, 3]]);
const HALVES = [
  [PLACES[0], PLACES[1], PLACES[2]],
  [PLACES[0], PLACES[2], PLACES[3]],
];

const read = (
  elements: readonly PlyRows[],
  { encoding = 'binary_little_endian' as PlyEncoding, pictures = [] as readonly string[] } = {},
): Promise<TriangleModel> =>
  files.read(
    'a.ply',
    plyBytes(
      encoding,
      elements,
      pictures.map((name) => `TextureFile ${name}`),
    ),
    Object.fromEntries(pictures.map((name) => [name, ''])),
  );

describe.each(ENCODINGS)('PLY, %s', (encoding) => {
  it('comes back as it was written, in any types', async () => {
    const meshes = fc.record({
      places: fc.uniqueArray(fc.tuple(fc.integer({ min: -99, max: 99 }), fc.nat(99), fc.nat(99)), {
        minLength: 3,
        maxLength: 60,
        selector: String,
      }),
      type: fc.constantFrom('char', 'short', 'int', 'float', 'double'),
      indexType: fc.constantFrom('char', 'uchar', 'short', 'ushort', 'int', 'uint'),
      lengthType: fc.constantFrom('uchar', 'ushort', 'int'),
      faces: fc.array(fc.uniqueArray(fc.nat(99), { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 60 }),
    });
    await fc.assert(
      fc.asyncProperty(meshes, async ({ places, type, indexType, lengthType, faces }) => {
        const sound = faces
          .map((corners) => corners.map((corner) => corner % places.length))
          .filter((corners) => new Set(corners).size === 3);
        fc.pre(sound.length > 0);
        const model = await read(
          [
            { name: 'camera', properties: ['float a', 'list uchar float b'], rows: [[1, [2, 3]]] },
            {
              name: 'vertex',
              properties: [`${type} x`, 'short other', `${type} y`, `${type} z`],
              rows: places.map(([x, y, z]) => [x, 7, y, z]),
            },
            {
              name: 'face',
              properties: ['uchar flags', `list ${lengthType} ${indexType} vertex_index`, 'list uchar short more'],
              rows: sound.map((corners) => [1, corners, [4, 5, 6]]),
            },
          ],
          { encoding },
        );
        expect(cornersOf(model)).toEqual(sound.map((corners) => corners.map((corner) => places[corner])));
      }),
      { numRuns: 30 },
    );
  });

  it('of more than one piece', async () => {
    const rows = Array.from({ length: 150_000 }, (_, index) => [index % 500, Math.floor(index / 500), index % 7]);
    const faces = Array.from({ length: 149_000 }, (_, index) => [[index, index + 1, index + 500]]);
    const model = await read(
      [
        { name: 'vertex', properties: ['double x', 'double y', 'float z'], rows },
        { name: 'face', properties: [INDICES], rows: faces },
      ],
      { encoding },
    );
    expect(model.triangles.length / 3).toBe(faces.length);
    expect(cornersOf(model).at(-1)).toEqual([rows[148_999], rows[149_000], rows[149_499]]);
  });

  it('cut off: refused', async () => {
    const whole = plyBytes(encoding, [vertex(), FACES]);
    await expect(files.read('a.ply', whole.subarray(0, whole.length - 8))).rejects.toThrow(
      /cut off|more than it holds/,
    );
  });
});

describe('values of a PLY', () => {
  it('polygons and strips of triangles', async () => {
    expect(cornersOf(await read([vertex(), face([[0, 1, 2, 3]])]))).toEqual(HALVES);
    const strips: PlyRows = {
      name: 'tristrips',
      properties: ['list int int vertex_indices'],
      rows: [[[0, 1, 3, 2, -1, 0, 1, 2]]],
    };
    expect(cornersOf(await read([vertex(), strips]))).toEqual([
      [PLACES[0], PLACES[1], PLACES[3]],
      [PLACES[3], PLACES[1], PLACES[2]],
      [PLACES[0], PLACES[1], PLACES[2]],
    ]);
  });

  it.each([
    ['bytes', ['uchar red', 'uchar green', 'uchar blue', 'uchar alpha'], [255, 128, 0, 64]],
    ['floats', ['float red', 'float green', 'float blue', 'float alpha'], [1, 0.5, 0, 0.25]],
    ['shorts', ['ushort red', 'ushort green', 'ushort blue', 'ushort alpha'], [65_535, 32_768, 0, 16_448]],
    [
      'other names',
      ['uchar diffuse_red', 'uchar diffuse_green', 'uchar diffuse_blue', 'uchar diffuse_alpha'],
      [255, 128, 0, 64],
    ],
  ])('colours: %s', async (_, properties, values) => {
    const model = await read([vertex(properties, () => values), FACES]);
    expect(valuesOf(model, model.colours, 4)[0]).toEqual([255, 128, 0, 64]);
    expect(model.materials).toEqual([{ name: '', colour: [255, 255, 255, 255], texture: null }]);
  });

  it('colours of faces', async () => {
    const faces: PlyRows = {
      name: 'face',
      properties: [INDICES, 'uchar red', 'uchar green', 'uchar blue'],
      rows: [
        [[0, 1, 2], 255, 0, 0],
        [[0, 2, 3], 0, 0, 255],
      ],
    };
    const model = await read([vertex(), faces]);
    const colours = valuesOf(model, model.colours, 4);
    expect([colours[0], colours[5], model.positions.length / 3]).toEqual([[255, 0, 0, 255], [0, 0, 255, 255], 6]);
  });

  it('normals', async () => {
    const model = await read([vertex(['float nx', 'float ny', 'float nz'], () => [0, 0, 2]), FACES]);
    expect(valuesOf(model, model.normals, 3)[0]).toEqual([0, 0, 1]);
  });

  it.each([
    ['s', 't'],
    ['u', 'v'],
    ['texture_u', 'texture_v'],
  ])('texture places of vertices: %s, %s', async (u, v) => {
    const properties = [`float ${u}`, `float ${v}`, 'uchar red', 'uchar green', 'uchar blue'];
    const elements = [vertex(properties, (index) => [index / 4, 1, 9, 9, 9]), FACES];
    const model = await read(elements, { pictures: ['my picture.png'] });
    expect(valuesOf(model, model.uvs, 2)).toEqual([0, 1, 2, 0, 2, 3].map((index) => [index / 4, 1]));
    expect(model.materials.map(({ name, colour }) => [name, colour])).toEqual([
      ['my picture.png', [255, 255, 255, 255]],
    ]);
    expect([model.colours, (await read(elements)).uvs]).toEqual([null, null]);
  });

  it('texture places of faces, in several pictures', async () => {
    const faces: PlyRows = {
      name: 'face',
      properties: [INDICES, 'list uchar float texcoord', 'int texnumber'],
      rows: [
        [[0, 1, 2], [0, 0, 1, 0, 1, 1], 0],
        [[0, 2, 3], [0, 0, 0.5, 0.5, 0, 1], 1],
        [[0, 1, 3], [0, 0, 1, 0, 0, 1], 99],
      ],
    };
    const model = await read([vertex(), faces], { pictures: ['a.png', 'b.png'] });
    expect(model.materials.map(({ name }) => name)).toEqual(['a.png', 'b.png']);
    expect(model.materialOf).toEqual(Uint32Array.of(0, 1, 0));
    expect(valuesOf(model, model.uvs, 2).slice(3, 6)).toEqual([
      [0, 0],
      [0.5, 0.5],
      [0, 1],
    ]);
    expect(model.positions.length / 3).toBe(7);
  });

  it('a missing picture: drawn with the colours, with a warning', async () => {
    const properties = ['uchar red', 'uchar green', 'uchar blue'];
    const bytes = plyBytes('ascii', [vertex(properties, () => [1, 2, 3]), FACES], ['TextureFile a.png']);
    const model = await files.read('a.ply', bytes);
    expect(valuesOf(model, model.colours, 4)[0]).toEqual([1, 2, 3, 255]);
    expect(model.warnings).toEqual(['Pictures are missing; their materials have a plain colour instead: a.png.']);
  });

  it('places that are no numbers: their faces are left out', async () => {
    const broken = { ...vertex(), rows: [...PLACES.slice(0, 3), [NaN, 0, 0]] };
    const model = await read([broken, FACES]);
    expect([cornersOf(model), model.warnings]).toEqual([
      [HALVES[0]],
      ['1 of its faces have corners that are not finite numbers; they are left out.'],
    ]);
  });

  it.each([
    ['no face', [vertex(), face()], 'It has no face.'],
    ['faces of two corners', [vertex(), face([[0, 1]])], 'It has no face.'],
    ['a vertex that is not there', [vertex(), face([[0, 1, 4]])], 'A face names vertex 4, but it has 4 vertices.'],
    ['a vertex below zero', [vertex(), face([[0, 1, -2]])], 'A face names vertex -2, but it has 4 vertices.'],
    ['faces before vertices', [FACES, vertex()], 'Its faces come before its vertices'],
    ['no places', [{ name: 'vertex', properties: ['float x'], rows: [[1]] }, FACES], 'Its vertices have no places'],
  ])('%s: refused', async (_, elements, reason) => {
    await expect(read(elements)).rejects.toThrow(reason);
  });

  it.each([
    [
      'billions of vertices',
      'element vertex 4000000000\nproperty float x\nelement face 1\n',
      'declares more than it holds',
    ],
    [
      'elements of nothing',
      'element vertex 1\nproperty float x\nproperty float y\nproperty float z\nelement a 999999999999999\n',
      'no face',
    ],
    ['a list without end', 'element vertex 1\nproperty list uint uchar x\n', 'no places'],
    [
      'a picture of the machine',
      'comment TextureFile /etc/passwd\nelement face 1\n',
      'outside of the dataset: passwd by an absolute path.',
    ],
  ])('%s: refused', async (_, lines, reason) => {
    const bytes = Buffer.concat([
      Buffer.from(`ply\nformat binary_little_endian 1.0\n${lines}end_header\n`),
      Buffer.alloc(12, 0xff),
    ]);
    await expect(files.read('a.ply', bytes)).rejects.toThrow(reason);
  });
});
