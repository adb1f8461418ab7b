import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dracoGltf, meshoptGltf } from '../testing/compressed-gltf.ts';
import { createGltf } from '../testing/gltf-bytes.ts';
import { soundObj, soundPly } from '../testing/mesh-bytes.ts';
import { type ModelFiles, modelFiles } from '../testing/model-files.ts';
import type { TriangleModel } from './triangle-model.ts';

let files: ModelFiles;
beforeAll(async () => {
  files = await modelFiles();
});
afterAll(() => files.close());

/** A GLB with most of what one can have. */
function richGlb(): Buffer {
  const draft = createGltf();
  const attributes = {
    POSITION: draft.addAccessor([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], 'VEC3'),
    NORMAL: draft.addAccessor([0, 0, 127, 0, 0, 127, 0, 0, 127, 0, 0, 127], 'VEC3', 5120, { normalized: true }),
    TEXCOORD_0: draft.addAccessor([0, 0, 1, 0, 1, 1, 0, 1], 'VEC2'),
    COLOR_0: draft.addAccessor(
      Array.from({ length: 16 }, (_, index) => 16 * index),
      'VEC4',
      5121,
      { normalized: true },
    ),
  };
  draft.json.accessors[0]!['sparse'] = {
    count: 1,
    indices: { bufferView: draft.addView(Uint8Array.of(2)), componentType: 5121 },
    values: { bufferView: draft.addView(new Uint8Array(Float32Array.of(1, 2, 3).buffer)) },
  };
  const image = draft.addView(Buffer.from('a picture'));
  draft.json.materials.push({ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } });
  Object.assign(draft.json, { textures: [{ source: 0 }], images: [{ bufferView: image, mimeType: 'image/png' }] });
  draft.addMesh({ attributes, indices: draft.addAccessor([0, 1, 2, 0, 2, 3], 'SCALAR', 5123), material: 0 });
  return draft.glb();
}

const facet = 'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n';
const SOUND: Readonly<Record<string, Buffer>> = {
  'a.obj': Buffer.from(`${soundObj()}vt 0 0\nv 1 2 3 0.5 0.5 0.5\nf 1/1/1 -1/-1/-1 2//1 3\n`),
  'a.glb': richGlb(),
  'draco.glb': (await dracoGltf()).glb(),
  'meshopt.glb': (await meshoptGltf()).glb(),
  'b.ply': soundPly('binary_little_endian'),
  'c.ply': soundPly('binary_big_endian'),
  'd.ply': soundPly('ascii'),
  'a.stl': Buffer.from(`solid a\n${facet}${facet}endsolid a\n`),
};

/** What is wrong with a model by the rules that all of them keep; empty for a sound one. */
function faultsOf(model: TriangleModel): readonly string[] {
  const { positions, normals, uvs, colours, triangles, materialOf, materials } = model;
  const count = positions.length / 3;
  const rules = {
    'it has triangles': triangles.length > 0,
    'triangles name vertices': triangles.every((vertex) => vertex < count),
    'each triangle has a material': materialOf.length === triangles.length / 3,
    'triangles name materials': materialOf.every((material) => material < materials.length),
    'each vertex has all values': [
      [normals, 3],
      [uvs, 2],
      [colours, 4],
    ].every(([values, width]) => values === null || (values as Float32Array).length === count * (width as number)),
    'values are finite': [positions, normals, uvs].every((values) => values?.every(Number.isFinite) ?? true),
  };
  return Object.entries(rules).flatMap(([rule, isKept]) => (isKept ? [] : [rule]));
}

/** A refusal whose reason is a sentence is as good as a sound model. */
const faultsOfError = (error: unknown): readonly string[] => {
  const text = String(error);
  return /^OperationRefusal: [A-Z]/.test(text) ? [] : [text];
};

describe('R-8 damaged models are read soundly or refused', () => {
  it.each(Object.entries(SOUND))('R-8 %s', async (name, bytes) => {
    expect(faultsOf(await files.read(name, bytes))).toEqual([]);
    const damages = fc.record({
      changes: fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 6 }),
      end: fc.oneof(fc.constant(bytes.length), fc.nat(bytes.length)),
    });
    await fc.assert(
      fc.asyncProperty(damages, async ({ changes, end }) => {
        const damaged = Buffer.from(bytes);
        for (const [at, value] of changes) damaged[at] = value;
        expect(await files.read(name, damaged.subarray(0, end)).then(faultsOf, faultsOfError)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it('R-8 any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom(...Object.keys(SOUND)),
        async (bytes, name) => {
          await expect(files.read(name, bytes)).rejects.toHaveProperty('name', 'OperationRefusal');
        },
      ),
      { numRuns: 200 },
    );
  });
});

it.each(Object.entries(SOUND))('%s: progress rises to the end', async (name, bytes) => {
  const shares: number[] = [];
  await files.read(name, bytes, {}, (share) => shares.push(share));
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect([shares[0]! >= 0, shares.at(-1)]).toEqual([true, 1]);
});
