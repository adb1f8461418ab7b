import type { Surface } from './surface.ts';

/** A node that a triangle of a level stands for; of the finest triangles, none. */
export const SINK = -1;

/** The triangles of a level, in shared memory. */
export interface Level {
  /** 0: the triangles of the model. */
  readonly level: number;
  /** Three vertices of the surface each. */
  readonly triangles: Uint32Array;
  /** For each triangle, the node of the level before that it is left of; `SINK` for those of the model. */
  readonly sources: Int32Array;
  /** Numbers of triangles, those of a cell together. */
  readonly list: Uint32Array;
  /** By place, 1 where it lies in several cells. */
  readonly isShared: Uint8Array;
}

/** Triangles that replace the same finer node. */
export interface Patch {
  /** Number of a node of the level before, or `SINK`. */
  readonly node: number;
  /** Where they end, in triangles. */
  readonly end: number;
}

/** Triangles of one cell with vertices of their own. */
export interface Cell {
  /** Vertices of the surface. */
  readonly vertices: Uint32Array;
  /** Three numbers in `vertices` each, those of a patch together. */
  readonly triangles: Uint32Array;
  readonly patches: readonly Patch[];
}

/** Gathers cells; it keeps a number by vertex for the next one. */
export function createGatherer(vertexCount: number): (level: Level, first: number, end: number) => Cell {
  const numberOf = new Int32Array(vertexCount).fill(-1);
  return ({ triangles, sources, list }, first, end) => {
    const { ordered, patches } = bySource(sources, list.subarray(first, end));
    const own = new Uint32Array(3 * ordered.length);
    const vertices = new Uint32Array(own.length);
    let count = 0;
    for (let index = 0; index < ordered.length; index += 1)
      for (let corner = 0; corner < 3; corner += 1) {
        const vertex = triangles[3 * ordered[index]! + corner]!;
        if (numberOf[vertex]! < 0) {
          vertices[count] = vertex;
          numberOf[vertex] = count;
          count += 1;
        }
        own[3 * index + corner] = numberOf[vertex]!;
      }
    for (let number = 0; number < count; number += 1) numberOf[vertices[number]!] = -1;
    return { vertices: vertices.slice(0, count), triangles: own, patches };
  };
}

/** Triangles of the same source together, sources in order. */
function bySource(
  sources: Int32Array,
  numbers: Uint32Array,
): { readonly ordered: Uint32Array; readonly patches: readonly Patch[] } {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(sources[number]!, (counts.get(sources[number]!) ?? 0) + 1);
  const starts = new Map<number, number>();
  const patches: Patch[] = [];
  let end = 0;
  for (const node of [...counts.keys()].toSorted((one, other) => one - other)) {
    starts.set(node, end);
    end += counts.get(node)!;
    patches.push({ node, end });
  }
  const ordered = new Uint32Array(numbers.length);
  for (const number of numbers) {
    const at = starts.get(sources[number]!)!;
    ordered[at] = number;
    starts.set(sources[number]!, at + 1);
  }
  return { ordered, patches };
}

/** Values of some vertices. */
export function valuesOf<A extends Float32Array | Uint8Array>(values: A, width: number, vertices: Uint32Array): A {
  const found = new (values.constructor as new (length: number) => A)(width * vertices.length);
  for (let vertex = 0; vertex < vertices.length; vertex += 1)
    for (let part = 0; part < width; part += 1)
      found[width * vertex + part] = values[width * vertices[vertex]! + part]!;
  return found;
}

/** 1 for each vertex of a cell that stays, as other cells have its place, too. */
export function locksOf({ vertices }: Cell, { isShared }: Level, { places }: Surface): Uint8Array {
  const locks = new Uint8Array(vertices.length);
  for (let vertex = 0; vertex < locks.length; vertex += 1) locks[vertex] = isShared[places[vertices[vertex]!]!]!;
  return locks;
}
