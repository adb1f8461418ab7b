import { type ByteWriter, createByteWriter } from './byte-writer.ts';
import { connect, type Connectivity } from './connectivity.ts';
import { type CortoMesh, ENTROPY_TUNSTALL, MAGIC, STRATEGY_PARALLELOGRAM, VERSION } from './corto-format.ts';
import { attributesOf, type CortoSteps, type WrittenAttribute } from './encode-attributes.ts';
import { writeBits, writeDifferences, writeWords } from './encode-values.ts';

export type { CortoMesh } from './corto-format.ts';
export type { CortoSteps } from './encode-attributes.ts';

/**
 * Encodes a mesh as a Corto stream. Vertices come back in another order, and triangles in another order within their group.
 *
 * @param mesh each of its vertices is part of a triangle, and no triangle has a vertex twice
 * @throws RangeError for a mesh that cannot be stored
 */
export function encodeCorto(mesh: CortoMesh, steps: CortoSteps): Uint8Array<ArrayBuffer> {
  const { triangles, groups } = mesh;
  const connectivity = connect({ triangles, groups, vertexCount: mesh.positions.length / 3 });
  const attributes = attributesOf(mesh, steps);
  const out = createByteWriter();
  writeHead(out, attributes, mesh);
  writeTriangles(out, connectivity);
  for (const { head, numbers, lead } of attributes) {
    for (const value of lead) out.u8(value);
    writeDifferences(out, numbers, connectivity, (head.strategy & STRATEGY_PARALLELOGRAM) !== 0);
  }
  return out.finish();
}

export function writeHead(
  out: ByteWriter,
  attributes: readonly Pick<WrittenAttribute, 'head'>[],
  { positions, triangles, groups }: Pick<CortoMesh, 'positions' | 'triangles' | 'groups'>,
): void {
  out.i32(MAGIC);
  out.i32(VERSION);
  out.u8(ENTROPY_TUNSTALL);
  // Pairs of texts about the mesh: none.
  out.i32(0);
  out.i32(attributes.length);
  for (const { head } of attributes) {
    out.text(head.name);
    out.i32(head.codec);
    out.f32(head.step);
    for (const value of [head.components, head.type, head.strategy]) out.u8(value);
  }
  out.i32(positions.length / 3);
  out.i32(triangles.length / 3);
  out.i32(groups.length);
  for (const end of groups) {
    out.i32(end);
    // Pairs of texts about the group: none.
    out.u8(0);
  }
}

export function writeTriangles(out: ByteWriter, { mostEdges, codes, bits }: Connectivity): void {
  out.i32(mostEdges);
  writeWords(out, codes);
  writeBits(out, bits);
}
