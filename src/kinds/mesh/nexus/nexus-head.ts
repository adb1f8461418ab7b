import { type CortoMesh, decodeCorto } from '../corto/corto-decode.ts';
import { CortoError } from '../corto/corto-format.ts';

/**
 * Tables at the start of a Nexus file, version 2 (Visual Computing Lab, ISTI - CNR), and its nodes. Pages use this file as well: it
 * needs no Node.js.
 */

type Triple = readonly [x: number, y: number, z: number];

/** Triangles that lie together at one fineness. */
export interface NexusNode {
  /** Where its geometry is in the file. */
  readonly offset: number;
  readonly bytes: number;
  readonly vertices: number;
  readonly triangles: number;
  /** Distance between the surface and the model if the node is not used, in units of the model. */
  readonly error: number;
  readonly centre: Triple;
  /** Radius of a ball around the node and all finer nodes that replace it. */
  readonly radius: number;
  /** Radius of a ball around the node alone. */
  readonly tight: number;
  /** Its patches are those from `firstPatch` to before `endPatch`. */
  readonly firstPatch: number;
  readonly endPatch: number;
  /** Steps to the finest node that replaces it; 0 for the finest. */
  readonly level: number;
}

/** Triangles of a node that one finer node replaces. */
export interface NexusPatch {
  /** Number of the finer node; the number of nodes where nothing replaces it. */
  readonly node: number;
  /** Where it ends in the triangles of its node. */
  readonly end: number;
  /** Number of its picture; null for none. */
  readonly texture: number | null;
}

export interface FileRange {
  readonly offset: number;
  readonly bytes: number;
}

export interface NexusHead {
  /** Vertices of all nodes together. */
  readonly vertices: number;
  /** Triangles of all nodes together. */
  readonly triangles: number;
  readonly hasNormals: boolean;
  readonly hasColours: boolean;
  /** Whether vertices have a place in a picture. */
  readonly hasUvs: boolean;
  readonly hasTextures: boolean;
  /** Whether nodes are Corto streams. */
  readonly isCompressed: boolean;
  readonly sphere: { readonly centre: Triple; readonly radius: number };
  /** Coarse ones first: each before all that replace it. */
  readonly nodes: readonly NexusNode[];
  /** Nodes that no other one replaces a part of. */
  readonly roots: number;
  readonly patches: readonly NexusPatch[];
  /** JPEG pictures; without bytes where there is none. */
  readonly textures: readonly FileRange[];
}

/** A Nexus file that is damaged, or that cannot be read. */
export class NexusError extends Error {
  override readonly name = 'NexusError';
}

const MAGIC = 0x4e78_7320;
const VERSION = 2;
/** Places in the file are multiples of it. */
const UNIT = 256;
/** Bytes of the header, which is enough for `nexusHeadBytes`. */
export const NEXUS_HEADER_BYTES = 88;
const [NODE_BYTES, PATCH_BYTES, TEXTURE_BYTES] = [44, 12, 68] as const;
const NO_TEXTURE = 0xffff_ffff;
/** Tables of a model with hundreds of millions of triangles. */
const MOST_HEAD_BYTES = 64 * 1024 * 1024;
/** 65,535 vertices and triangles with all attributes have 3 MB. */
const MOST_NODE_BYTES = 16 * 1024 * 1024;
const MOST_TEXTURE_BYTES = 64 * 1024 * 1024;

const FLAG_MECO = 2;
const FLAG_CORTO = 4;
/** Attributes: the type and the number of components. */
const [TYPE_UINT8, TYPE_INT16, TYPE_UINT16, TYPE_FLOAT32] = [2, 3, 4, 7] as const;
const [POSITION_AT, NORMAL_AT, COLOUR_AT, UV_AT, FACE_AT] = [24, 26, 28, 30, 40] as const;
const LAST_ATTRIBUTE_AT = 54;

const damaged = (what: string): NexusError => new NexusError(`The Nexus file is damaged: ${what}.`);

/**
 * Bytes at the start of a file that `parseNexusHead` needs.
 *
 * @param header at least `NEXUS_HEADER_BYTES`
 * @throws NexusError
 */
export function nexusHeadBytes(header: Uint8Array): number {
  if (header.length < NEXUS_HEADER_BYTES) throw new NexusError('This is no Nexus file: it is too short.');
  const view = viewOf(header);
  if (view.getUint32(0, true) !== MAGIC) throw new NexusError('This is no Nexus file.');
  const version = view.getUint32(4, true);
  if (version !== VERSION) throw new NexusError(`Nexus files of version ${version} cannot be read.`);
  const { nodes, patches, textures } = countsOf(view);
  if (nodes < 2) throw damaged('it has no nodes');
  const bytes = NEXUS_HEADER_BYTES + NODE_BYTES * nodes + PATCH_BYTES * patches + TEXTURE_BYTES * textures;
  if (bytes > MOST_HEAD_BYTES) throw damaged('its tables are too long');
  return bytes;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

interface Counts {
  /** One more than nodes: the last one is the end. */
  readonly nodes: number;
  readonly patches: number;
  /** One more than pictures, or none: the last one is the end. */
  readonly textures: number;
}

const countsOf = (view: DataView): Counts => ({
  nodes: view.getUint32(60, true),
  patches: view.getUint32(64, true),
  textures: view.getUint32(68, true),
});

/**
 * Reads the tables of a file and checks that they fit together: a node is replaced by nodes behind it only, so no path through them is
 * a circle.
 *
 * @param bytes the first `nexusHeadBytes` of the file, or more
 * @param fileBytes length of the file; null where it is not known
 * @throws NexusError
 */
export function parseNexusHead(bytes: Uint8Array, fileBytes: number | null = null): NexusHead {
  if (bytes.length < nexusHeadBytes(bytes)) throw damaged('its tables are cut off');
  const view = viewOf(bytes);
  const counts = countsOf(view);
  const patchTable = NEXUS_HEADER_BYTES + NODE_BYTES * counts.nodes;
  const textures = readTextures(view, patchTable + PATCH_BYTES * counts.patches, counts.textures);
  const patches = readPatches(view, patchTable, counts, textures.length);
  const nodes = readNodes(view, counts, patches);
  for (const { offset, bytes: length } of [...nodes, ...textures])
    if (fileBytes !== null && offset + length > fileBytes) throw new NexusError('The Nexus file is cut off.');
  return {
    ...readLayout(view),
    vertices: Number(view.getBigUint64(8, true)),
    triangles: Number(view.getBigUint64(16, true)),
    hasTextures: textures.length > 0,
    sphere: { centre: triple(view, 72), radius: length(view, 84) },
    nodes,
    roots: patches.reduce((least, { node }) => Math.min(least, node), nodes.length),
    patches,
    textures,
  };
}

type Layout = Pick<NexusHead, 'hasNormals' | 'hasColours' | 'hasUvs' | 'isCompressed'>;

function readLayout(view: DataView): Layout {
  const flags = view.getUint32(56, true);
  if ((flags & FLAG_MECO) !== 0) throw new NexusError('Nexus files with MECO compression cannot be read.');
  const isCompressed = (flags & FLAG_CORTO) !== 0;
  const has = (at: number, type: number, count: number): boolean => {
    if (view.getUint8(at) === 0) return false;
    if (!isCompressed && (view.getUint8(at) !== type || view.getUint8(at + 1) !== count))
      throw new NexusError('The Nexus file stores an attribute in a way that cannot be read.');
    return true;
  };
  if (!has(POSITION_AT, TYPE_FLOAT32, 3) || !has(FACE_AT, TYPE_UINT16, 3))
    throw new NexusError('The Nexus file has no triangles.');
  const known = [POSITION_AT, NORMAL_AT, COLOUR_AT, UV_AT, FACE_AT];
  for (let at = POSITION_AT; at <= LAST_ATTRIBUTE_AT; at += 2)
    if (!isCompressed && !known.includes(at as (typeof known)[number]) && view.getUint8(at) !== 0)
      throw new NexusError('The Nexus file has an attribute that is not known.');
  return {
    isCompressed,
    hasNormals: has(NORMAL_AT, TYPE_INT16, 3),
    // Some writers call the bytes of a colour signed.
    hasColours: has(COLOUR_AT, view.getUint8(COLOUR_AT) === 1 ? 1 : TYPE_UINT8, 4),
    hasUvs: has(UV_AT, TYPE_FLOAT32, 2),
  };
}

function readTextures(view: DataView, table: number, count: number): readonly FileRange[] {
  return Array.from({ length: Math.max(0, count - 1) }, (_, index) =>
    rangeOf(view, table + TEXTURE_BYTES * index, table + TEXTURE_BYTES * (index + 1), MOST_TEXTURE_BYTES),
  );
}

/** From the place that one entry names to that of the next. */
function rangeOf(view: DataView, entry: number, next: number, most: number): FileRange {
  const [from, to] = [UNIT * view.getUint32(entry, true), UNIT * view.getUint32(next, true)];
  if (to < from || to - from > most) throw damaged('its parts are out of order');
  return { offset: from, bytes: to - from };
}

function readPatches(view: DataView, table: number, counts: Counts, textureCount: number): readonly NexusPatch[] {
  return Array.from({ length: counts.patches }, (_, index) => {
    const at = table + PATCH_BYTES * index;
    const [node, texture] = [view.getUint32(at, true), view.getUint32(at + 8, true)];
    if (node >= counts.nodes) throw damaged('a patch leads to a node that does not exist');
    // Files without pictures name any.
    const hasTexture = texture !== NO_TEXTURE && textureCount > 0;
    if (hasTexture && texture >= textureCount) throw damaged('a patch has a picture that does not exist');
    return { node, end: view.getUint32(at + 4, true), texture: hasTexture ? texture : null };
  });
}

function readNodes(view: DataView, counts: Counts, patches: readonly NexusPatch[]): readonly NexusNode[] {
  const nodes: NexusNode[] = [];
  const last = counts.nodes - 1;
  // Fine ones first: a node is one level above the nodes that replace it.
  for (let number = last - 1; number >= 0; number -= 1) {
    const at = NEXUS_HEADER_BYTES + NODE_BYTES * number;
    const [firstPatch, endPatch] = [view.getUint32(at + 40, true), view.getUint32(at + NODE_BYTES + 40, true)];
    if (firstPatch > endPatch || endPatch > counts.patches) throw damaged('patches are out of order');
    const own = patches.slice(firstPatch, endPatch);
    const triangles = view.getUint16(at + 6, true);
    requirePatches(own, number, triangles);
    nodes.push({
      ...rangeOf(view, at, at + NODE_BYTES, MOST_NODE_BYTES),
      vertices: view.getUint16(at + 4, true),
      triangles,
      error: length(view, at + 8),
      centre: triple(view, at + 20),
      radius: length(view, at + 32),
      tight: length(view, at + 36),
      firstPatch,
      endPatch,
      level: own.reduce(
        (most, { node }) => (node === last ? most : Math.max(most, nodes[last - 1 - node]!.level + 1)),
        0,
      ),
    });
  }
  return nodes.reverse();
}

function requirePatches(patches: readonly NexusPatch[], number: number, triangles: number): void {
  let before = 0;
  for (const { node, end } of patches) {
    if (node <= number) throw damaged('nodes replace each other in a circle');
    if (end < before) throw damaged('patches are out of order');
    before = end;
  }
  if (before !== triangles) throw damaged('patches do not have all triangles of their node');
}

function triple(view: DataView, at: number): Triple {
  const values = [0, 4, 8].map((part) => view.getFloat32(at + part, true));
  if (!values.every(Number.isFinite)) throw damaged('a place is no number');
  return values as unknown as Triple;
}

/** Roots of some writers have an infinite error. */
function length(view: DataView, at: number): number {
  const value = view.getFloat32(at, true);
  if (!(value >= 0)) throw damaged('a length is no number');
  return value;
}

/** What `decodeNode` needs of a head. */
export type NodeLayout = Layout & Pick<NexusHead, 'patches'>;

/**
 * The mesh of a node, with a group for each of its patches.
 *
 * @param bytes the range of the node
 * @throws NexusError
 */
export function decodeNode(head: NodeLayout, node: NexusNode, bytes: Uint8Array): CortoMesh {
  const groups = head.patches.slice(node.firstPatch, node.endPatch).map(({ end }) => end);
  const mesh = head.isCompressed ? decompressed(node, bytes) : plain(head, node, bytes);
  if (mesh.positions.length !== 3 * node.vertices || mesh.triangles.length !== 3 * node.triangles)
    throw damaged('a node has other numbers of vertices or triangles than its table says');
  return { ...mesh, groups };
}

function decompressed({ vertices, triangles }: NexusNode, bytes: Uint8Array): Omit<CortoMesh, 'groups'> {
  try {
    return decodeCorto(bytes, { vertices, triangles });
  } catch (error) {
    throw error instanceof CortoError ? new NexusError(`A node is damaged. ${error.message}`) : error;
  }
}

/** All values of an attribute stand together: positions, places in the picture, normals, colours, triangles. */
function plain(head: Layout, { vertices, triangles }: NexusNode, bytes: Uint8Array): Omit<CortoMesh, 'groups'> {
  let at = 0;
  // A copy, because the bytes may stand at any address.
  const take = (length: number): ArrayBuffer => {
    at += length;
    if (at > bytes.length) throw damaged('a node is cut off');
    return new Uint8Array(bytes.subarray(at - length, at)).buffer;
  };
  const positions = new Float32Array(take(12 * vertices));
  const uvs = head.hasUvs ? new Float32Array(take(8 * vertices)) : null;
  const normals = head.hasNormals
    ? Float32Array.from(new Int16Array(take(6 * vertices)), (value) => value / 32767)
    : null;
  const colours = head.hasColours ? new Uint8Array(take(4 * vertices)) : null;
  const corners = Uint32Array.from(new Uint16Array(take(6 * triangles)));
  if (corners.some((vertex) => vertex >= vertices)) throw damaged('a triangle has a vertex that does not exist');
  return { positions, normals, colours, uvs, triangles: corners };
}
