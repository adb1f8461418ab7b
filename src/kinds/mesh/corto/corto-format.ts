/**
 * Names and numbers of the Corto format (Visual Computing Lab, ISTI - CNR), which stores the geometry of a node of a Nexus file.
 * Pages use this file as well: it needs no Node.js.
 */

/** A mesh as a stream stores it. */
export interface CortoMesh {
  /** x, y, z of each vertex. */
  readonly positions: Float32Array;
  /** Unit vectors; null for none. */
  readonly normals: Float32Array | null;
  /** Red, green, blue, alpha of each vertex; null for none. */
  readonly colours: Uint8Array | null;
  /** u, v of each vertex; null for none. */
  readonly uvs: Float32Array | null;
  /** Three vertices each. */
  readonly triangles: Uint32Array;
  /** Where each group of triangles ends, in triangles. The last value is the number of triangles. */
  readonly groups: readonly number[];
}

/** A stream that is damaged, or that is no Corto stream. */
export class CortoError extends Error {
  override readonly name = 'CortoError';
}

export const MAGIC = 0x787a_6300;
export const VERSION = 1;
/** The only way of coding bytes that is in use. */
export const ENTROPY_TUNSTALL = 1;

export const CODEC_GENERIC = 1;
export const CODEC_NORMAL = 2;
export const CODEC_COLOUR = 3;

export const TYPE_UINT32 = 0;
export const TYPE_INT32 = 1;
export const TYPE_INT16 = 3;
export const TYPE_UINT8 = 4;
export const TYPE_FLOAT = 6;

/** Strategy bit: values are predicted from three vertices (a + b - c), not from one. */
export const STRATEGY_PARALLELOGRAM = 1;
/** Strategy bit: all components of a value have the same number of bits. */
export const STRATEGY_CORRELATED = 2;

/** Normals are stored as the difference from the normal of a vertex nearby. */
export const NORMALS_BY_DIFFERENCE = 0;
/** Normals are stored as the difference from the normal of the triangles around the vertex. */
export const NORMALS_ESTIMATED = 1;
/** As estimated, but only at open borders; elsewhere the estimate is the normal. */
export const NORMALS_AT_BORDERS = 2;

/** A new vertex. */
export const CLER_VERTEX = 0;
/** The third vertex is the start of the edge before. */
export const CLER_LEFT = 1;
/** The third vertex is the end of the edge after. */
export const CLER_RIGHT = 2;
/** The triangle closes a hole: the edges before and after end here. */
export const CLER_END = 3;
/** No triangle behind this edge. */
export const CLER_BOUNDARY = 4;
/** The edge is taken up again when no others are left. */
export const CLER_DELAY = 5;
/** The third vertex exists; its number is stored. */
export const CLER_SPLIT = 6;

/** Fields of an edge of the front: from, to, the vertex opposite, the edge before, the edge after. */
export const [EDGE_FROM, EDGE_TO, EDGE_OPPOSITE, EDGE_BEFORE, EDGE_AFTER] = [0, 1, 2, 3, 4] as const;
export const EDGE_FIELDS = 5;
/** Value of `EDGE_FROM` once an edge has been removed from the front. */
export const EDGE_REMOVED = -1;

/** Bits of a vertex number in a stream. */
export const splitBits = (vertexCount: number): number => 32 - Math.clz32(vertexCount);
