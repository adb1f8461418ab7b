import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dracoGltf, HILL, meshoptGltf } from '../../testing/compressed-gltf.ts';
import { createGltf, type GltfDraft } from '../../testing/gltf-bytes.ts';
import { cornersOf, type ModelFiles, modelFiles, valuesOf } from '../../testing/model-files.ts';
import type { TriangleModel } from '../triangle-model.ts';
import { decodeDraco } from './draco.ts';
import { type DracoLibrary, loadDraco } from './draco-library.ts';
import type { GltfParts } from './parts.ts';

interface Primitive {
  readonly attributes: Record<string, number>;
  readonly extensions: { readonly KHR_draco_mesh_compression: { readonly attributes: Record<string, number> } };
}

let files: ModelFiles;
beforeAll(async () => {
  files = await modelFiles();
});
afterAll(() => files.close());

const read = (draft: GltfDraft): Promise<TriangleModel> => files.read('a.glb', draft.glb());

const upright = ([x, y, z]: readonly number[]): readonly number[] => [x!, -z! + 0, y!];
/** All triangles as texts: decoders may change their order, and with which corner each begins. */
const shown = (triangles: readonly (readonly (readonly number[])[])[]): readonly string[] =>
  triangles
    .map((corners) => {
      const texts = corners.map(String);
      const first = texts.indexOf(texts.toSorted()[0]!);
      return [...texts.slice(first), ...texts.slice(0, first)].join(' ');
    })
    .toSorted();
const EXPECTED = shown(HILL.triangles.map((corners) => corners.map((index) => upright(HILL.places[index]!))));

describe('Draco', () => {
  it('places, texture places and triangles come back', async () => {
    const model = await read(await dracoGltf());
    const corners = cornersOf(model).map((triangle) =>
      triangle.map((place) => place.map((value) => Math.round(value) + 0)),
    );
    expect(shown(corners)).toEqual(EXPECTED);
    const places = valuesOf(model, model.positions, 3);
    for (const [index, [u, v]] of valuesOf(model, model.uvs, 2).entries()) {
      expect(u).toBeCloseTo(places[index]![0]! / HILL.side, 2);
      expect(v).toBeCloseTo(1 + places[index]![1]! / HILL.side, 2);
    }
  });

  it.each([
    ['cut off', (bytes: Uint8Array) => bytes.subarray(0, 40)],
    ['something else', (bytes: Uint8Array) => bytes.fill(7)],
    ['empty', () => new Uint8Array(0)],
    [
      'of billions of vertices',
      () =>
        Uint8Array.from([
          ...Buffer.from('DRACO'),
          2,
          2,
          1,
          0,
          0,
          0,
          1,
          0xff,
          0xff,
          0xff,
          0xff,
          15,
          1,
          1,
          1,
          0,
          9,
          3,
          0,
          0,
          0,
          0,
          0,
          0,
        ]),
    ],
  ])('that is %s: refused', async (_, change) => {
    const refused = read(await dracoGltf(change));
    await expect(refused).rejects.toThrow(/Draco data/);
    await expect(refused).rejects.toHaveProperty('name', 'OperationRefusal');
  });

  it('values that are not read may be anything', async () => {
    const draft = await dracoGltf();
    const [{ attributes, extensions }] = draft.json.meshes[0]!['primitives'] as [Primitive];
    attributes['_BATCH'] = 0;
    extensions.KHR_draco_mesh_compression.attributes['_BATCH'] = 99;
    expect((await read(draft)).triangles.length / 3).toBe(HILL.triangles.length);
  });

  it('of 50 million places with a hundred numbers each: refused before the decoder counts its bytes by 32 bits', async () => {
    const rooms: number[] = [];
    const library = {
      ...(await loadDraco()),
      Mesh: class {
        num_points = () => 50_000_000;
        num_faces = () => 1;
      },
      Decoder: class {
        DecodeArrayToMesh = () => ({ ok: () => true, error_msg: () => '' });
        GetAttributeByUniqueId = () => ({ ptr: 1, num_components: () => 100 });
      },
      destroy: () => undefined,
      _malloc: (bytes: number) => rooms.push(bytes),
      _free: () => undefined,
    } as unknown as DracoLibrary;
    const accessors = [{ count: 50_000_000, componentType: 5126 }];
    const views = { bytes: () => new Uint8Array(0), length: () => 0, stride: () => 0 };
    const primitive = {
      attributes: { POSITION: 0 },
      extensions: { KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: 0 } } },
    };
    const decode = (): unknown =>
      decodeDraco(library, { accessors } as unknown as GltfParts, views, primitive, ['POSITION']);
    expect(decode).toThrow('more than 1073741824 bytes');
    expect(rooms).toEqual([]);
  });

  it('of more vertices than it declares: refused', async () => {
    const draft = await dracoGltf();
    draft.json.accessors[0]!['count'] = 10;
    await expect(read(draft)).rejects.toThrow(/vert/);
  });
});

describe('meshopt and quantized values', () => {
  it('come back', async () => expect(shown(cornersOf(await read(await meshoptGltf())))).toEqual(EXPECTED));

  it('normalized values are shares of 1', async () => {
    const draft = createGltf();
    const places = [0, 0, 0, 32_767, 0, 0, 0, -32_768, 16_384].flatMap((value) => value);
    draft.addMesh({ attributes: { POSITION: draft.addAccessor(places, 'VEC3', 5122, { normalized: true }) } });
    const [, , third] = cornersOf(await read(draft))[0]!;
    expect(third!.map((value) => Math.round(value * 1000) / 1000)).toEqual([0, -0.5, -1]);
  });

  it.each([
    ['a billion vertices', { count: 1_000_000_000 }, 'more than 536870912 bytes'],
    ['some million vertices', { count: 50_000_000 }, 'declare more than they can hold'],
    ['a stride of nothing', { byteStride: 0 }, 'not describe its compressed data soundly'],
    ['a stride without sense', { byteStride: 6, count: 200 }, 'cannot be decoded'],
    ['an unknown mode', { mode: 'OTHER' }, 'not describe its compressed data soundly'],
    ['an unknown filter', { filter: 'toString' }, 'not describe its compressed data soundly'],
    ['data behind its end', { byteOffset: 10_000_000 }, 'shorter than its data'],
    ['other data', { byteOffset: 4 }, 'cannot be decoded'],
    ['too few vertices', { count: 2 }, /cannot be decoded|beyond the end/],
  ])('%s: refused', async (_, changes, reason) => {
    const draft = await meshoptGltf((extension) => Object.assign(extension, changes));
    await expect(read(draft)).rejects.toThrow(reason);
  });
});
