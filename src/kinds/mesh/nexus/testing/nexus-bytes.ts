import { type CortoMesh } from '../../corto/corto-format.ts';
import { encodeCorto } from '../../corto/corto-encode.ts';

/** A node to write; its mesh has a group for each patch. */
export interface TestNode {
  readonly mesh: CortoMesh;
  /** Number of the node that replaces each group; the number of nodes for none. */
  readonly finer: readonly number[];
  readonly error: number;
  readonly centre: readonly [number, number, number];
  readonly radius: number;
  readonly picture?: Uint8Array;
}

const UNIT = 256;
const [HEADER, NODE, PATCH, TEXTURE] = [88, 44, 12, 68] as const;

/**
 * A small Nexus file, of nodes from the coarsest to the finest. All nodes have the same attributes.
 *
 * @param step to which compressed places are rounded; null for a file without compression
 */
export function nexusBytes(nodes: readonly TestNode[], step: number | null): Uint8Array<ArrayBuffer> {
  const hasPictures = nodes.some(({ picture }) => picture !== undefined);
  const payloads = nodes.map(({ mesh }) =>
    step === null ? plainNode(mesh) : encodeCorto(mesh, { position: step, uv: 1 / 4096 }),
  );
  const pictures = hasPictures ? nodes.map(({ picture }) => picture ?? new Uint8Array()) : [];
  const patchCount = nodes.reduce((sum, { finer }) => sum + finer.length, 0);
  const patchTable = HEADER + NODE * (nodes.length + 1);
  const textureTable = patchTable + PATCH * patchCount;
  const tables = textureTable + (hasPictures ? TEXTURE * (nodes.length + 1) : 0);
  const units = (bytes: number): number => Math.ceil(bytes / UNIT);
  const starts: number[] = [];
  let end = units(tables);
  for (const { length } of [...payloads, ...pictures]) {
    starts.push(end);
    end += units(length);
  }
  const bytes = new Uint8Array(UNIT * end);
  const view = new DataView(bytes.buffer);
  [...payloads, ...pictures].forEach((payload, index) => bytes.set(payload, UNIT * starts[index]!));
  let patch = 0;
  nodes.forEach(({ mesh, finer, error, centre, radius }, number) => {
    const at = HEADER + NODE * number;
    view.setUint32(at, starts[number]!, true);
    view.setUint16(at + 4, mesh.positions.length / 3, true);
    view.setUint16(at + 6, mesh.triangles.length / 3, true);
    view.setFloat32(at + 8, error, true);
    [...centre, radius, radius].forEach((value, part) => view.setFloat32(at + 20 + 4 * part, value, true));
    view.setUint32(at + 40, patch, true);
    finer.forEach((node, group) => {
      const place = patchTable + PATCH * patch;
      view.setUint32(place, node, true);
      view.setUint32(place + 4, mesh.groups[group]!, true);
      view.setUint32(place + 8, hasPictures ? number : 0xffff_ffff, true);
      patch += 1;
    });
  });
  view.setUint32(HEADER + NODE * nodes.length, starts[nodes.length] ?? end, true);
  view.setUint32(HEADER + NODE * nodes.length + 40, patch, true);
  pictures.forEach((_, number) =>
    view.setUint32(textureTable + TEXTURE * number, starts[nodes.length + number]!, true),
  );
  if (hasPictures) view.setUint32(textureTable + TEXTURE * nodes.length, end, true);
  writeHeader(view, nodes, { patchCount, hasPictures, isCompressed: step !== null });
  return bytes;
}

function writeHeader(
  view: DataView,
  nodes: readonly TestNode[],
  facts: { readonly patchCount: number; readonly hasPictures: boolean; readonly isCompressed: boolean },
): void {
  const total = (count: (mesh: CortoMesh) => number): bigint =>
    BigInt(nodes.reduce((sum, { mesh }) => sum + count(mesh), 0));
  const { normals, colours, uvs } = nodes[0]!.mesh;
  view.setUint32(0, 0x4e78_7320, true);
  view.setUint32(4, 2, true);
  view.setBigUint64(
    8,
    total(({ positions }) => positions.length / 3),
    true,
  );
  view.setBigUint64(
    16,
    total(({ triangles }) => triangles.length / 3),
    true,
  );
  view.setUint16(24, 0x0703);
  if (normals !== null) view.setUint16(26, 0x0303);
  if (colours !== null) view.setUint16(28, 0x0204);
  if (uvs !== null) view.setUint16(30, 0x0702);
  view.setUint16(40, 0x0403);
  view.setUint32(56, (facts.hasPictures ? 1 : 0) | (facts.isCompressed ? 4 : 0), true);
  view.setUint32(60, nodes.length + 1, true);
  view.setUint32(64, facts.patchCount, true);
  view.setUint32(68, facts.hasPictures ? nodes.length + 1 : 0, true);
  const { centre, radius } = nodes[0]!;
  [...centre, radius].forEach((value, part) => view.setFloat32(72 + 4 * part, value, true));
}

function plainNode({ positions, normals, colours, uvs, triangles }: CortoMesh): Uint8Array {
  const parts = [
    positions,
    uvs ?? [],
    normals === null ? [] : Int16Array.from(normals, (value) => Math.round(32767 * value)),
    colours ?? [],
    Uint16Array.from(triangles),
  ].map((part) =>
    Array.isArray(part) ? new Uint8Array() : new Uint8Array(part.buffer, part.byteOffset, part.byteLength),
  );
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
