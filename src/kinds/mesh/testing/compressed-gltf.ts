import { createRequire } from 'node:module';
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { createGltf, type GltfDraft } from './gltf-bytes.ts';

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
/** A hill of some hundred triangles. */
export const HILL = { side: SIDE, places: PLACES, triangles: TRIANGLES };

/** An object of draco3dgltf, which has no types. */
type DracoObject = Readonly<Record<string, (...values: unknown[]) => number>>;
interface DracoPackage {
  createEncoderModule(options: object): Promise<Readonly<Record<string, new () => DracoObject>>>;
}

/** Compresses the hill by draco3dgltf. */
async function dracoBytes(): Promise<{ readonly bytes: Uint8Array; readonly ids: Readonly<Record<string, number>> }> {
  const draco = await (createRequire(import.meta.url)('draco3dgltf') as DracoPackage).createEncoderModule({});
  const created = (name: string): DracoObject => new draco[name]!();
  const [encoder, builder] = [created('Encoder'), created('MeshBuilder')];
  const [mesh, output] = [created('Mesh'), created('DracoInt8Array')];
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

/** The hill compressed by Draco. @param change damages the compressed bytes */
export async function dracoGltf(change: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes): Promise<GltfDraft> {
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
/** The hill with values compressed by meshoptimizer. @param change damages the description of its places */
export async function meshoptGltf(change?: (extension: Record<string, unknown>) => void): Promise<GltfDraft> {
  await MeshoptEncoder.ready;
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
}
