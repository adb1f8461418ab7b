import createDraco from 'three/examples/jsm/libs/draco/gltf/draco_wasm_wrapper.js';
import { ARRAYS, type ArrayName, type DracoGeometry, type DracoRequest, type NumberArray } from './decode-messages.ts';

type Pointer = number;
type Handle = object;
type Attribute = Handle & { readonly num_components: () => number };
type Geometry = Handle & { readonly num_points: () => number; readonly num_faces?: () => number };
type Decoder = {
  readonly GetEncodedGeometryType: (buffer: Handle) => number;
  readonly DecodeBufferToMesh: (buffer: Handle, mesh: Geometry) => Status;
  readonly DecodeBufferToPointCloud: (buffer: Handle, cloud: Geometry) => Status;
  readonly GetAttributeByUniqueId: (geometry: Geometry, id: number) => Attribute;
  readonly GetAttributeDataArrayForAllPoints: (
    geometry: Geometry,
    attribute: Attribute,
    type: number,
    bytes: number,
    at: Pointer,
  ) => boolean;
  readonly GetTrianglesUInt32Array: (mesh: Geometry, bytes: number, at: Pointer) => boolean;
};
type Status = { readonly ok: () => boolean; readonly error_msg: () => string };
/** The decoder of Draco, as far as it is used here. */
type Draco = {
  readonly Decoder: new () => Decoder;
  readonly DecoderBuffer: new () => { readonly Init: (bytes: Int8Array, length: number) => void };
  readonly Mesh: new () => Geometry;
  readonly PointCloud: new () => Geometry;
  readonly TRIANGULAR_MESH: number;
  readonly destroy: (handle: object) => void;
  readonly _malloc: (bytes: number) => Pointer;
  readonly _free: (at: Pointer) => void;
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
} & Readonly<Record<`DT_${string}`, number>>;

const TYPES: Readonly<Record<ArrayName, `DT_${string}`>> = {
  Float32Array: 'DT_FLOAT32',
  Int8Array: 'DT_INT8',
  Uint8Array: 'DT_UINT8',
  Int16Array: 'DT_INT16',
  Uint16Array: 'DT_UINT16',
  Int32Array: 'DT_INT32',
  Uint32Array: 'DT_UINT32',
};

let started: Promise<Draco> | undefined;

/** @param wasm the program of the decoder, which is asked for when it is first used */
export async function decodeDraco(
  { bytes, attributes }: DracoRequest,
  wasm: () => Promise<ArrayBuffer>,
): Promise<DracoGeometry> {
  started ??= wasm().then((wasmBinary) => createDraco({ wasmBinary }) as Promise<Draco>);
  const draco = await started;
  const decoder = new draco.Decoder();
  const buffer = new draco.DecoderBuffer();
  let geometry: Geometry | undefined;
  try {
    buffer.Init(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes.length);
    const isMesh = decoder.GetEncodedGeometryType(buffer) === draco.TRIANGULAR_MESH;
    geometry = isMesh ? new draco.Mesh() : new draco.PointCloud();
    const status = isMesh
      ? decoder.DecodeBufferToMesh(buffer, geometry)
      : decoder.DecodeBufferToPointCloud(buffer, geometry);
    if (!status.ok()) throw new Error(`A surface is damaged: ${status.error_msg()}`);
    const whole = geometry;
    const values = Object.entries(attributes).map(([name, { id, array }]) => [
      name,
      attributeOf(draco, decoder, whole, id, array),
    ]);
    return { index: isMesh ? trianglesOf(draco, decoder, whole) : null, attributes: Object.fromEntries(values) };
  } finally {
    if (geometry !== undefined) draco.destroy(geometry);
    draco.destroy(buffer);
    draco.destroy(decoder);
  }
}

function attributeOf(draco: Draco, decoder: Decoder, geometry: Geometry, id: number, array: ArrayName) {
  const attribute = decoder.GetAttributeByUniqueId(geometry, id);
  const size = attribute.num_components();
  const count = geometry.num_points() * size;
  const bytes = count * ARRAYS[array].BYTES_PER_ELEMENT;
  const copied = copy(draco, bytes, (at) =>
    decoder.GetAttributeDataArrayForAllPoints(geometry, attribute, draco[TYPES[array]]!, bytes, at),
  );
  return { size, values: new ARRAYS[array](copied, 0, count) as NumberArray };
}

function trianglesOf(draco: Draco, decoder: Decoder, mesh: Geometry): Uint32Array<ArrayBuffer> {
  const bytes = 12 * (mesh.num_faces?.() ?? 0);
  return new Uint32Array(copy(draco, bytes, (at) => decoder.GetTrianglesUInt32Array(mesh, bytes, at)));
}

/** Bytes that the decoder writes into its memory. */
function copy(draco: Draco, bytes: number, write: (at: Pointer) => boolean): ArrayBuffer {
  const at = draco._malloc(bytes);
  try {
    if (!write(at)) throw new Error('A surface is damaged: it lacks numbers.');
    return draco.HEAPU8.slice(at, at + bytes).buffer;
  } finally {
    draco._free(at);
  }
}
