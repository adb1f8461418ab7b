import { createRequire } from 'node:module';
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGltf, type GltfDraft } from '../../testing/gltf-bytes.ts';
import { cornersOf, type ModelFiles, modelFiles, valuesOf } from '../../testing/model-files.ts';
import type { TriangleModel } from '../triangle-model.ts';

let files: ModelFiles;
beforeAll(async () => {
  files = await modelFiles();
  await MeshoptEncoder.ready;
});
afterAll(() => files.close());

const read = (draft: GltfDraft): Promise<TriangleModel> => files.read('a.glb', draft.glb());

/** A hill of some hundred triangles. */
const SIDE = 12;
const PLACES = Array.from({ length: SIDE * SIDE }, (_, index) => {
  const [x, y] = [index % SIDE, Math.floor(index / SIDE)];
  return [x, Math.round(8 * Math.sin(x / 3) * Math.cos(y / 4)), y];
});
const TRIANGLES = Array.from({ length: (SIDE - 1) * (SIDE - 1) }, (_, index) => {
  const a = Math.floor(index / (SIDE - 1)) * SIDE + (index % (SIDE - 1));
  return [
    [a, a + 1, a + SIDE],
    [a + 1, a + SIDE + 1, a + SIDE],
  ];
}).flat();
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
const EXPECTED = shown(TRIANGLES.map((corners) => corners.map((index) => upright(PLACES[index]!))));

interface DracoEncoder {
  readonly [name: string]: unknown;
}

/** Compresses the hill by draco3dgltf. */
async function dracoBytes(): Promise<{ readonly bytes: Uint8Array; readonly ids: Readonly<Record<string, number>> }> {
  const library = createRequire(import.meta.url)('draco3dgltf') as {
    createEncoderModule(
      options: object,
    ): Promise<Record<string, new () => Record<string, (...args: unknown[]) => number>> & DracoEncoder>;
  };
  const draco = await library.createEncoderModule({});
  const [encoder, builder, mesh, output] = ['Encoder', 'MeshBuilder', 'Mesh', 'DracoInt8Array'].map(
    (name) => new draco[name]!(),
  ) as [
    Record<string, (...args: unknown[]) => number>,
    Record<string, (...args: unknown[]) => number>,
    object,
    Record<string, (...args: unknown[]) => number>,
  ];
  builder['AddFacesToMesh']!(mesh, TRIANGLES.length, Uint32Array.from(TRIANGLES.flat()));
  const add = (type: string, width: number, values: readonly number[]): number =>
    builder['AddFloatAttribute']!(mesh, draco[type], PLACES.length, width, Float32Array.from(values));
  const ids = {
    POSITION: add('POSITION', 3, PLACES.flat()),
    TEXCOORD_0: add(
      'TEX_COORD',
      2,
      PLACES.flatMap(([x, , z]) => [x! / SIDE, z! / SIDE]),
    ),
  };
  encoder['SetAttributeQuantization']!(draco['POSITION'], 16);
  const length = encoder['EncodeMeshToDracoBuffer']!(mesh, output);
  return { bytes: Uint8Array.from({ length }, (_, index) => output['GetValue']!(index)), ids };
}

async function dracoGltf(change: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes): Promise<GltfDraft> {
  const { bytes, ids } = await dracoBytes();
  const draft = createGltf();
  draft.json.accessors.push(
    { componentType: 5126, count: PLACES.length, type: 'VEC3' },
    { componentType: 5126, count: PLACES.length, type: 'VEC2' },
    { componentType: 5125, count: 3 * TRIANGLES.length, type: 'SCALAR' },
  );
  draft.json.materials.push({ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } });
  Object.assign(draft.json, {
    extensionsRequired: ['KHR_draco_mesh_compression'],
    textures: [{ source: 0 }],
    images: [{ uri: 'data:image/png;base64,AAAA' }],
  });
  const extension = { bufferView: draft.addView(change(bytes)), attributes: ids };
  draft.addMesh({
    attributes: { POSITION: 0, TEXCOORD_0: 1 },
    indices: 2,
    material: 0,
    extensions: { KHR_draco_mesh_compression: extension },
  });
  return draft;
}

describe('Draco', () => {
  it('places, texture places and triangles come back', async () => {
    const model = await read(await dracoGltf());
    const corners = cornersOf(model).map((triangle) =>
      triangle.map((place) => place.map((value) => Math.round(value) + 0)),
    );
    expect(shown(corners)).toEqual(EXPECTED);
    const places = valuesOf(model, model.positions, 3);
    for (const [index, [u, v]] of valuesOf(model, model.uvs, 2).entries()) {
      expect(u).toBeCloseTo(places[index]![0]! / SIDE, 2);
      expect(v).toBeCloseTo(1 + places[index]![1]! / SIDE, 2);
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

  it('of more vertices than it declares: refused', async () => {
    const draft = await dracoGltf();
    draft.json.accessors[0]!['count'] = 10;
    await expect(read(draft)).rejects.toThrow(/vert/);
  });
});

describe('meshopt and quantized values', () => {
  /** Adds compressed data to a draft. @returns the number of the view */
  const addCompressed = (
    draft: GltfDraft,
    source: Uint8Array,
    count: number,
    mode: 'ATTRIBUTES' | 'TRIANGLES' | 'INDICES',
    change: (extension: Record<string, unknown>) => void = () => undefined,
  ): number => {
    const byteStride = source.length / count;
    const bytes = MeshoptEncoder.encodeGltfBuffer(source, count, byteStride, mode);
    const view = draft.addView(bytes);
    const { byteOffset, byteLength } = draft.json.bufferViews[view]!;
    const extension: Record<string, unknown> = { buffer: 0, byteOffset, byteLength, byteStride, count, mode };
    change(extension);
    draft.json.buffers[1] ??= { byteLength: 2 ** 20 };
    draft.json.bufferViews[view] = {
      buffer: 1,
      byteLength: source.length,
      ...(mode === 'ATTRIBUTES' ? { byteStride } : {}),
      extensions: { EXT_meshopt_compression: extension },
    };
    return view;
  };
  const bytesOf = (array: Uint16Array | Uint32Array | Int16Array): Uint8Array => new Uint8Array(array.buffer);
  const compressed = (change?: (extension: Record<string, unknown>) => void): GltfDraft => {
    const draft = createGltf();
    // Shorts of a smaller scale, four to each vertex: KHR_mesh_quantization.
    const places = bytesOf(Int16Array.from(PLACES.flatMap(([x, y, z]) => [4 * x!, 4 * y!, 4 * z!, 0])));
    const indices = bytesOf(Uint32Array.from(TRIANGLES.flat()));
    draft.json.accessors.push(
      {
        bufferView: addCompressed(draft, places, PLACES.length, 'ATTRIBUTES', change),
        componentType: 5122,
        count: PLACES.length,
        type: 'VEC3',
      },
      {
        bufferView: addCompressed(draft, indices, 3 * TRIANGLES.length, 'TRIANGLES'),
        componentType: 5125,
        count: 3 * TRIANGLES.length,
        type: 'SCALAR',
      },
    );
    draft.json['extensionsRequired'] = ['EXT_meshopt_compression', 'KHR_mesh_quantization'];
    draft.addMesh({ attributes: { POSITION: 0 }, indices: 1 }, { scale: [0.25, 0.25, 0.25] });
    return draft;
  };

  it('come back', async () => expect(shown(cornersOf(await read(compressed())))).toEqual(EXPECTED));

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
    const draft = compressed((extension) => Object.assign(extension, changes));
    await expect(read(draft)).rejects.toThrow(reason);
  });
});
