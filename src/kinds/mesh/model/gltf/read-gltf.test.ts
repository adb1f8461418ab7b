import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ComponentType, createGltf, type GltfDraft } from '../../testing/gltf-bytes.ts';
import { cornersOf, type ModelFiles, modelFiles, valuesOf } from '../../testing/model-files.ts';
import type { TriangleModel } from '../triangle-model.ts';

let files: ModelFiles;
beforeAll(async () => {
  files = await modelFiles();
});
afterAll(() => files.close());

const read = (draft: GltfDraft): Promise<TriangleModel> => files.read('a.glb', draft.glb());

/** A square whose y is up: it lies in x and y, and z is 0. */
const PLACES = [
  [0, 0, 0],
  [1, 0, 0],
  [1, 2, 0],
  [0, 2, 0],
] as const;
const INDICES = [0, 1, 2, 0, 2, 3];
/** The same where z is up. */
const UPRIGHT = PLACES.map(([x, y]) => [x, 0, y]);
const corner = (...indices: readonly number[]): readonly (readonly number[])[] =>
  indices.map((index) => UPRIGHT[index]!);
const SQUARE = [corner(0, 1, 2), corner(0, 2, 3)];

/** A model of the square. @param attributes more of them, as accessors */
function squareGltf(primitive: Readonly<Record<string, unknown>> = {}, node = {}): GltfDraft {
  const draft = createGltf();
  const { attributes, ...others } = primitive;
  draft.addMesh(
    {
      attributes: { POSITION: draft.addAccessor(PLACES.flat(), 'VEC3'), ...(attributes as object) },
      indices: draft.addAccessor(INDICES, 'SCALAR', 5123),
      ...others,
    },
    node,
  );
  return draft;
}

describe('triangles of a glTF model', () => {
  it('in a GLB, in a file beside it, in itself', async () => {
    const draft = squareGltf();
    const models = [
      await read(draft),
      await files.read('a.gltf', draft.gltf('my%20data/a.bin'), { 'my data/a.bin': draft.binary }),
      await files.read('a.gltf', draft.gltf()),
    ];
    for (const model of models) {
      expect([cornersOf(model), model.warnings, model.uvs, model.normals, model.colours]).toEqual([
        SQUARE,
        [],
        null,
        null,
        null,
      ]);
      expect(model.materials).toEqual([{ name: '', colour: [255, 255, 255, 255], texture: null }]);
    }
  });

  it('in itself, of more than a description may have', async () => {
    const side = 1000;
    const draft = createGltf();
    const places = Array.from({ length: side * side }, (_, index) => [
      index % side,
      index % 7,
      Math.floor(index / side),
    ]);
    const indices = Array.from({ length: 100_000 }, (_, index) => [index * 9, index * 9 + 1, index * 9 + side]);
    draft.addMesh({
      attributes: { POSITION: draft.addAccessor(places.flat(), 'VEC3') },
      indices: draft.addAccessor(indices.flat(), 'SCALAR', 5125),
    });
    const text = draft.gltf();
    expect(text.length).toBeGreaterThan(17_000_000);
    const last = cornersOf(await files.read('a.gltf', text)).at(-1);
    expect(last).toEqual(indices.at(-1)!.map((index) => [places[index]![0], -places[index]![2]!, places[index]![1]]));
  });

  it('in itself, written as text', async () => {
    const draft = squareGltf();
    const bytes = [...draft.binary].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    expect(cornersOf(await files.read('a.gltf', draft.gltf(`data:,${bytes}`)))).toEqual(SQUARE);
  });

  it.each([
    ['a list', 4, INDICES, SQUARE],
    ['a strip', 5, [0, 1, 3, 2], [corner(0, 1, 3), corner(3, 1, 2)]],
    ['a fan', 6, [0, 1, 2, 3], SQUARE],
  ])('as %s, with indices and without', async (_, mode, indices, expected) => {
    const withIndices = squareGltf();
    withIndices.json.meshes = [];
    withIndices.json.meshes.push({
      primitives: [{ mode, attributes: { POSITION: 0 }, indices: withIndices.addAccessor(indices, 'SCALAR', 5121) }],
    });
    expect(cornersOf(await read(withIndices))).toEqual(expected);
    const inOrder = createGltf();
    const places = indices.flatMap((index) => PLACES[index]!);
    inOrder.addMesh({ mode, attributes: { POSITION: inOrder.addAccessor(places, 'VEC3') } });
    const model = await read(inOrder);
    expect([cornersOf(model), model.positions.length / 3]).toEqual([expected, 4]);
  });

  it('come back as they were written, in any types and order of bytes', async () => {
    const meshes = fc.record({
      places: fc.array(fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99)), { minLength: 3, maxLength: 50 }),
      faces: fc.array(fc.tuple(fc.nat(49), fc.nat(49), fc.nat(49)), { minLength: 1, maxLength: 80 }),
      type: fc.constantFrom<ComponentType>(5120, 5121, 5122, 5123, 5126),
      indexType: fc.constantFrom<ComponentType>(5121, 5123, 5125),
    });
    await fc.assert(
      fc.asyncProperty(meshes, async ({ places, faces, type, indexType }) => {
        const sound = faces
          .map((corners) => corners.map((index) => index % places.length))
          .filter((corners) => new Set(corners.map((index) => String(places[index]))).size === 3);
        fc.pre(sound.length > 0);
        const draft = createGltf();
        draft.addMesh({
          attributes: { POSITION: draft.addAccessor(places.flat(), 'VEC3', type) },
          indices: draft.addAccessor(sound.flat(), 'SCALAR', indexType),
        });
        expect(cornersOf(await read(draft))).toEqual(
          sound.map((corners) =>
            corners.map((index) => [places[index]![0], -places[index]![2] + 0, places[index]![1]]),
          ),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('of one view with several values in turn', async () => {
    const draft = createGltf();
    const view = draft.addView(new Uint8Array(Float32Array.from(PLACES.flatMap((place) => [9, ...place, 9])).buffer), {
      byteStride: 20,
    });
    draft.json.accessors.push({ bufferView: view, byteOffset: 4, componentType: 5126, count: 4, type: 'VEC3' });
    draft.addMesh({ attributes: { POSITION: 0 }, indices: draft.addAccessor(INDICES, 'SCALAR', 5125) });
    expect(cornersOf(await read(draft))).toEqual(SQUARE);
  });

  it('with sparse values in place of others, or of none', async () => {
    for (const hasView of [true, false]) {
      const draft = createGltf();
      const given = draft.addAccessor([...PLACES.slice(0, 2), [7, 7, 7], [8, 8, 8]].flat(), 'VEC3');
      const [indices, values] = hasView ? [[2, 3], PLACES.slice(2)] : [[1, 2, 3], PLACES.slice(1)];
      const accessor = draft.json.accessors[given]!;
      if (!hasView) delete accessor['bufferView'];
      accessor['sparse'] = {
        count: indices.length,
        indices: { bufferView: draft.addView(Uint8Array.from(indices)), componentType: 5121 },
        values: { bufferView: draft.addView(new Uint8Array(Float32Array.from(values.flat()).buffer)) },
      };
      draft.addMesh({ attributes: { POSITION: given }, indices: draft.addAccessor(INDICES, 'SCALAR', 5123) });
      expect(cornersOf(await read(draft))).toEqual(SQUARE);
    }
  });

  it('points and lines beside them are left out, with a warning; alone they are refused', async () => {
    const draft = squareGltf();
    draft.addMesh({ mode: 1, attributes: { POSITION: 0 } });
    expect((await read(draft)).warnings).toEqual(['Its points and lines are left out.']);
    const points = createGltf();
    points.addMesh({ mode: 0, attributes: { POSITION: points.addAccessor(PLACES.flat(), 'VEC3') } });
    await expect(read(points)).rejects.toThrow('Its scene shows points and lines, and no triangle.');
  });
});

describe('the scene of a glTF model', () => {
  const placed = async (node: object): Promise<readonly (readonly number[])[]> =>
    cornersOf(await read(squareGltf({}, node)))[0]!;

  it.each([
    [
      'shifted',
      { translation: [10, 20, 30] },
      [
        [10, -30, 20],
        [11, -30, 20],
        [11, -30, 22],
      ],
    ],
    [
      'turned around y',
      { rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] },
      [
        [0, 0, 0],
        [0, 1, 0],
        [0, 1, 2],
      ],
    ],
    [
      'scaled, then shifted',
      { scale: [2, 3, 1], translation: [1, 1, 1] },
      [
        [1, -1, 1],
        [3, -1, 1],
        [3, -1, 7],
      ],
    ],
    [
      'by a matrix',
      { matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1] },
      [
        [5, -7, 6],
        [6, -7, 6],
        [6, -7, 8],
      ],
    ],
    [
      'mirrored: triangles turn the other way',
      { scale: [-1, 1, 1] },
      [
        [0, 0, 0],
        [-1, 0, 2],
        [-1, 0, 0],
      ],
    ],
  ])('%s', async (_, node, corners) => expect(await placed(node)).toEqual(corners));

  it('of nodes inside of nodes; a mesh is shown by several', async () => {
    const draft = squareGltf();
    draft.json.nodes = [
      { children: [1, 2], translation: [100, 0, 0] },
      { mesh: 0, translation: [10, 0, 0] },
      { children: [3], scale: [2, 2, 2] },
      { mesh: 0, translation: [1, 0, 0] },
    ];
    const model = await read(draft);
    const first = cornersOf(model).map(([place]) => place![0]);
    expect(first.toSorted((a, b) => a - b)).toEqual([102, 102, 110, 110]);
    expect(model.positions.length / 3).toBe(8);
  });

  it('the default one, else the first, else all nodes', async () => {
    const draft = createGltf();
    for (const x of [1, 2, 3]) {
      const place = draft.addAccessor(PLACES.flat(), 'VEC3');
      draft.addMesh(
        { attributes: { POSITION: place }, indices: draft.addAccessor([0, 1, 2], 'SCALAR', 5121) },
        { translation: [10 * x, 0, 0] },
      );
    }
    const shown = async (scene: unknown, scenes: readonly object[] | undefined): Promise<readonly number[]> => {
      Object.assign(draft.json, { scene, scenes });
      return cornersOf(await read(draft))
        .map(([place]) => place![0])
        .toSorted((a, b) => a - b);
    };
    const scenes = [{ nodes: [0] }, { nodes: [1, 2] }];
    expect(await shown(1, scenes)).toEqual([20, 30]);
    expect(await shown(undefined, scenes)).toEqual([10]);
    expect(await shown(undefined, undefined)).toEqual([10, 20, 30]);
  });

  it('normals are turned with their nodes, however those scale', async () => {
    const draft = squareGltf({}, { scale: [1, 1, 4], rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] });
    const normals = PLACES.flatMap(() => [0, 0, 1]);
    const primitive = (draft.json.meshes[0] as { primitives: { attributes: Record<string, number> }[] }).primitives[0]!;
    primitive.attributes['NORMAL'] = draft.addAccessor(normals, 'VEC3');
    const model = await read(draft);
    expect(valuesOf(model, model.normals, 3)[0]).toEqual([1, 0, 0]);
  });
});

describe('materials of a glTF model', () => {
  const PNG = Buffer.from('\x89PNG a picture', 'latin1');
  const painted = (
    material: object,
    more: {
      readonly attributes?: (draft: GltfDraft) => object;
      readonly image?: object;
      readonly texture?: object;
    } = {},
  ): GltfDraft => {
    const draft = createGltf();
    const attributes = {
      POSITION: draft.addAccessor(PLACES.flat(), 'VEC3'),
      TEXCOORD_0: draft.addAccessor([0, 0, 1, 0, 1, 0.25, 0, 0.25], 'VEC2'),
      ...more.attributes?.(draft),
    };
    const image = more.image ?? { bufferView: draft.addView(PNG), mimeType: 'image/png', name: 'wall' };
    draft.json.materials.push(material as Record<string, unknown>);
    Object.assign(draft.json, { textures: [more.texture ?? { source: 0 }], images: [image] });
    draft.addMesh({ attributes, indices: draft.addAccessor(INDICES, 'SCALAR', 5123), material: 0 });
    return draft;
  };
  const withTexture = (reference: object = {}): object => ({
    name: 'walls',
    pbrMetallicRoughness: { baseColorTexture: { index: 0, ...reference } },
    extensions: { KHR_materials_unlit: {} },
  });

  it('colour, in sRGB as pictures are; alpha only where it is blended', async () => {
    const pbrMetallicRoughness = { baseColorFactor: [1, 0.5, 0, 0.5] };
    const opaque = await read(painted({ name: 'a', pbrMetallicRoughness }));
    expect(opaque.materials).toEqual([{ name: 'a', colour: [255, 188, 0, 255], texture: null }]);
    const blended = await read(painted({ pbrMetallicRoughness, alphaMode: 'BLEND' }));
    expect(blended.materials[0]!.colour).toEqual([255, 188, 0, 128]);
  });

  it('of the older model, too', async () => {
    const old = { diffuseFactor: [0, 1, 0, 1], diffuseTexture: { index: 0 } };
    const { materials } = await read(painted({ extensions: { KHR_materials_pbrSpecularGlossiness: old } }));
    expect(materials).toEqual([{ name: '', colour: [0, 255, 0, 255], texture: { bytes: PNG } }]);
  });

  it('a picture in a buffer, with places from its bottom', async () => {
    const model = await read(painted(withTexture()));
    expect(model.materials).toEqual([{ name: 'walls', colour: [255, 255, 255, 255], texture: { bytes: PNG } }]);
    expect(valuesOf(model, model.uvs, 2).slice(0, 3)).toEqual([
      [0, 1],
      [1, 1],
      [1, 0.75],
    ]);
  });

  it('a picture in a file, in the description, as WebP', async () => {
    const inFile = painted(withTexture(), { image: { uri: 'my%20wall.jpg' } });
    const { materials } = await files.read('a.glb', inFile.glb(), { 'my wall.jpg': PNG });
    expect(materials[0]!.texture).toEqual({
      path: expect.stringMatching(/\/my wall\.jpg$/),
      name: 'my wall.jpg',
    });
    const uri = `data:image/png;base64,${PNG.toString('base64')}`;
    expect((await read(painted(withTexture(), { image: { uri } }))).materials[0]!.texture).toEqual({ bytes: PNG });
    const texture = { extensions: { EXT_texture_webp: { source: 0 } } };
    expect((await read(painted(withTexture(), { texture }))).materials[0]!.texture).toEqual({ bytes: PNG });
  });

  it.each([
    [
      'KTX2',
      { texture: { extensions: { KHR_texture_basisu: { source: 0 } } }, image: { uri: 'a.ktx2' } },
      'Pictures are KTX2, which cannot be read; their materials have a plain colour instead: a.ktx2.',
    ],
    [
      'KTX2 by its bytes',
      { image: { uri: `data:;base64,${Buffer.from('\xabKTX 20\xbb\r\n', 'latin1').toString('base64')}`, name: 'b' } },
      'Pictures are KTX2, which cannot be read; their materials have a plain colour instead: b.',
    ],
    ['KTX2 by its type', { image: { bufferView: 0, mimeType: 'image/ktx2' } }, 'picture 0'],
    [
      'missing',
      { image: { uri: 'b.png' } },
      'Pictures are missing; their materials have a plain colour instead: b.png.',
    ],
    [
      'without data',
      { image: {} },
      'Pictures cannot be found in the model; their materials have a plain colour instead: picture 0.',
    ],
    ['not described', { texture: { source: 7 } }, 'picture 7'],
    ['of no source', { texture: {} }, 'texture 0'],
  ])('a picture that is %s: its colour, with a warning', async (_, more, warning) => {
    const { materials, uvs, warnings } = await files.read('a.glb', painted(withTexture(), more).glb(), {
      'a.ktx2': '',
    });
    expect([materials[0]!.texture, uvs, warnings]).toEqual([null, null, [expect.stringContaining(warning)]]);
  });

  it('KHR_texture_transform: scaled, turned against the clock, shifted; places of its own number', async () => {
    const transform = (extension: object): object => withTexture({ extensions: { KHR_texture_transform: extension } });
    const places = async (extension: object, attributes?: (draft: GltfDraft) => object) => {
      const model = await read(painted(transform(extension), attributes === undefined ? {} : { attributes }));
      return valuesOf(model, model.uvs, 2).slice(0, 3);
    };
    expect(await places({ offset: [0.5, 0.25], scale: [0.5, 2] })).toEqual([
      [0.5, 0.75],
      [1, 0.75],
      [1, 0.25],
    ]);
    // u leads right and v down: a quarter turn takes what leads right to the top.
    expect(await places({ rotation: Math.PI / 2 })).toEqual([
      [0, 1],
      [0, 2],
      [0.25, 2],
    ]);
    const other = (draft: GltfDraft): object => ({
      TEXCOORD_1: draft.addAccessor([255, 0, 0, 255, 0, 0, 0, 0], 'VEC2', 5121, { normalized: true }),
    });
    expect(await places({ texCoord: 1 }, other)).toEqual([
      [1, 1],
      [0, 0],
      [0, 1],
    ]);
  });

  it.each([
    ['floats', 'VEC3', 5126, [1, 0.5, 0], [255, 188, 0, 255]],
    ['bytes with alpha', 'VEC4', 5121, [255, 128, 0, 51], [255, 188, 0, 51]],
    ['shorts', 'VEC3', 5123, [65_535, 32_768, 0], [255, 188, 0, 255]],
  ] as const)('colours of vertices: %s', async (_, type, componentType, values, expected) => {
    const attributes = (draft: GltfDraft): object => ({
      COLOR_0: draft.addAccessor(
        PLACES.flatMap(() => values),
        type,
        componentType,
        { normalized: componentType !== 5126 },
      ),
    });
    const model = await read(painted({}, { attributes }));
    expect(valuesOf(model, model.colours, 4)[0]).toEqual(expected);
    // Half of the light of the material.
    const dark = await read(painted({ pbrMetallicRoughness: { baseColorFactor: [0.5, 0.5, 0.5, 1] } }, { attributes }));
    expect([valuesOf(dark, dark.colours, 4)[0]![0], dark.materials[0]!.colour]).toEqual([188, [255, 255, 255, 255]]);
    const textured = await read(painted(withTexture(), { attributes }));
    expect([valuesOf(textured, textured.colours, 4)[0], textured.uvs === null]).toEqual([expected, false]);
  });

  it('each is once in the model, in the order of its faces', async () => {
    const draft = squareGltf();
    draft.json.materials.push({ name: 'a' }, { name: 'b' }, { name: 'unused' });
    for (const material of [1, 0, 1, undefined, 9])
      draft.addMesh({ attributes: { POSITION: 0 }, indices: 1, ...(material === undefined ? {} : { material }) });
    const { materials, materialOf } = await read(draft);
    expect(materials.map(({ name }) => name)).toEqual(['', 'b', 'a']);
    expect([...materialOf]).toEqual([0, 0, 1, 1, 2, 2, 1, 1, 0, 0, 0, 0]);
  });
});
