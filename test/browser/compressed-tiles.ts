import { createRequire } from 'node:module';
import { MeshoptEncoder } from 'meshoptimizer';
import { CUBE, glb, linear } from './scene-tiles.ts';

/** A square of 20 m that looks south, in y up, as a glTF has it. */
const POSITIONS = new Float32Array([-10, -10, 10, 10, -10, 10, 10, 10, 10, -10, 10, 10]);
const INDICES = new Uint16Array([0, 1, 2, 0, 2, 3]);

const RED = {
  pbrMetallicRoughness: { baseColorFactor: [...CUBE.red.map(linear), 1] },
  extensions: { KHR_materials_unlit: {} },
};

const scene = (extension: string, primitive: object, more: object): object => ({
  asset: { version: '2.0' },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, material: 0, ...primitive }] }],
  materials: [RED],
  extensionsUsed: [extension, 'KHR_materials_unlit'],
  extensionsRequired: [extension],
  ...more,
});
const bounds = { min: [-10, -10, 10], max: [10, 10, 10] };
const accessor = (bufferView: number | undefined, componentType: number, count: number, type: string): object => ({
  ...(bufferView === undefined ? {} : { bufferView }),
  componentType,
  count,
  type,
});

/** The red side of the cube, compressed by meshopt. */
export async function meshoptGlb(): Promise<Buffer> {
  await MeshoptEncoder.ready;
  const bytesOf = (array: Float32Array | Uint16Array) => new Uint8Array(array.buffer);
  const parts = [
    {
      encoded: MeshoptEncoder.encodeGltfBuffer(bytesOf(POSITIONS), 4, 12, 'ATTRIBUTES'),
      count: 4,
      stride: 12,
      mode: 'ATTRIBUTES',
    },
    {
      encoded: MeshoptEncoder.encodeGltfBuffer(bytesOf(INDICES), 6, 2, 'TRIANGLES'),
      count: 6,
      stride: 2,
      mode: 'TRIANGLES',
    },
  ];
  let byteOffset = 0;
  const bufferViews = parts.map(({ encoded, count, stride, mode }) => {
    const packed = { buffer: 0, byteOffset, byteLength: encoded.length, byteStride: stride, count, mode };
    byteOffset += encoded.length;
    return { buffer: 1, byteLength: count * stride, extensions: { EXT_meshopt_compression: packed } };
  });
  const bytes = Buffer.concat(parts.map(({ encoded }) => encoded));
  const buffers = [
    { byteLength: bytes.length },
    { byteLength: 64, extensions: { EXT_meshopt_compression: { fallback: true } } },
  ];
  const accessors = [{ ...accessor(0, 5126, 4, 'VEC3'), ...bounds }, accessor(1, 5123, 6, 'SCALAR')];
  return glb(scene('EXT_meshopt_compression', {}, { buffers, bufferViews, accessors }), bytes);
}

/** The encoder of Draco, as far as it is used here: it has no types. */
interface DracoEncoder {
  readonly MeshBuilder: new () => {
    AddFacesToMesh(mesh: object, count: number, indices: Uint32Array): void;
    AddFloatAttributeToMesh(mesh: object, kind: number, count: number, size: number, values: Float32Array): number;
  };
  readonly Mesh: new () => object;
  readonly Encoder: new () => { EncodeMeshToDracoBuffer(mesh: object, bytes: object): number };
  readonly DracoInt8Array: new () => { GetValue(index: number): number };
  readonly POSITION: number;
}
interface Draco {
  createEncoderModule(options: object): Promise<DracoEncoder>;
}

/** The red side of the cube, compressed by Draco. */
export async function dracoGlb(): Promise<Buffer> {
  const draco = await (createRequire(import.meta.url)('draco3dgltf') as Draco).createEncoderModule({});
  const [builder, mesh] = [new draco.MeshBuilder(), new draco.Mesh()];
  builder.AddFacesToMesh(mesh, 2, new Uint32Array(INDICES));
  const position = builder.AddFloatAttributeToMesh(mesh, draco.POSITION, 4, 3, POSITIONS);
  const packed = new draco.DracoInt8Array();
  const length = new draco.Encoder().EncodeMeshToDracoBuffer(mesh, packed);
  const bytes = Buffer.from(Array.from({ length }, (_, index) => packed.GetValue(index) & 255));
  const extension = { bufferView: 0, attributes: { POSITION: position } };
  const accessors = [{ ...accessor(undefined, 5126, 4, 'VEC3'), ...bounds }, accessor(undefined, 5123, 6, 'SCALAR')];
  return glb(
    scene(
      'KHR_draco_mesh_compression',
      { extensions: { KHR_draco_mesh_compression: extension } },
      { buffers: [{ byteLength: length }], bufferViews: [{ buffer: 0, byteLength: length }], accessors },
    ),
    bytes,
  );
}
