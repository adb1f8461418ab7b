import { joined } from '../../../bytes/index.ts';
import { type CortoMesh, encodeCorto } from '../corto/corto-encode.ts';

/** The geometry of a node as a Corto stream, or as plain values one kind behind the other. */
export function nodeBytes(
  mesh: CortoMesh,
  steps: { readonly position: number; readonly uv: number },
  isCompressed: boolean,
): Uint8Array<ArrayBuffer> {
  return isCompressed ? encodeCorto(mesh, steps) : plainBytes(mesh);
}

/** Normals have 16 bits. */
const UNIT_NORMAL = 32_767;

function plainBytes({ positions, uvs, normals, colours, triangles }: CortoMesh): Uint8Array<ArrayBuffer> {
  return joined([
    bytesOf(positions),
    ...(uvs === null ? [] : [bytesOf(uvs)]),
    ...(normals === null ? [] : [bytesOf(Int16Array.from(normals, (value) => Math.round(value * UNIT_NORMAL)))]),
    ...(colours === null ? [] : [colours]),
    bytesOf(Uint16Array.from(triangles)),
  ]);
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);
