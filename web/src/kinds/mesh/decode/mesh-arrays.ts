import { decodeNode } from '../../../../../src/kinds/mesh/nexus/nexus-head.ts';
import type { MeshArrays, MeshRequest } from './mesh-messages.ts';

/** Decodes a node for the graphics card. @throws NexusError */
export function meshArrays({ bytes, layout, node }: MeshRequest): MeshArrays {
  const { positions, normals, colours, uvs, triangles } = decodeNode(layout, node, new Uint8Array(bytes));
  return {
    positions: new Float32Array(positions),
    normals: normals === null ? null : shortNormals(normals),
    colours: colours === null ? null : new Uint8Array(colours),
    uvs: uvs === null ? null : new Float32Array(uvs),
    corners: Uint16Array.from(triangles),
  };
}

/** Four values each: graphics cards want attributes to begin at multiples of four bytes. */
function shortNormals(normals: Float32Array): Int16Array<ArrayBuffer> {
  const values = new Int16Array((4 * normals.length) / 3);
  for (let vertex = 0; 3 * vertex < normals.length; vertex += 1)
    for (let part = 0; part < 3; part += 1) values[4 * vertex + part] = Math.round(32767 * normals[3 * vertex + part]!);
  return values;
}

/** Buffers of a mesh, to hand over. */
export const buffersOf = ({ positions, normals, colours, uvs, corners }: MeshArrays): readonly ArrayBuffer[] =>
  [positions, normals, colours, uvs, corners].flatMap((array) => array?.buffer ?? []);

export const bytesOfMesh = (mesh: MeshArrays): number =>
  buffersOf(mesh).reduce((sum, { byteLength }) => sum + byteLength, 0);
