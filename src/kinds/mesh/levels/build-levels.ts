import type { TriangleModel } from '../model/triangle-model.ts';
import { partition } from './partition.ts';
import type { SimplifyCell } from './simplify-cell.ts';

/** Triangles that lie together, at one fineness; coarser ones stand for several of the level before. */
export interface LevelNode {
  /** 0: the triangles of the model itself. */
  readonly level: number;
  /** Vertices of the model. */
  readonly vertices: Uint32Array;
  /** Three of `vertices` each, those that replace the same finer node together. */
  readonly triangles: Uint16Array;
  /** The finer nodes that replace its triangles, and where these end; `SINK` for those of the model. */
  readonly patches: readonly Patch[];
  /** How far, in the units of the model, the surface lies off at most where this node is not shown but what stands for it. */
  readonly error: number;
}

export interface Patch {
  /** Number of a node of the level before. */
  readonly node: number;
  /** In triangles. */
  readonly end: number;
}

/** What replaces the finest triangles: nothing. */
export const SINK = -1;
/** Of a cell: few requests, and a node that is decoded within a frame. Vertices are at most three times as many, numbered by 16 bits. */
export const CELL_TRIANGLES = 8192;
/** A level that loses less than this share is the last one: its nodes are several roots. */
const LEAST_LOSS = 0.05;

/** Places of vertices: those with the same place have the same number. */
export type PlaceNumbers = Uint32Array;

/**
 * Makes all levels of a model: each is cut into cells, and what is left of all cells when they are simplified to half is the next. Vertices
 * whose place lies in two cells stay, so that nodes of different levels fit beside each other without a gap.
 *
 * @param places of the vertices, by number
 * @param progress told of the share of the work that is done
 * @returns nodes, each behind those that replace its triangles
 */
export async function buildLevels(
  model: Pick<TriangleModel, 'positions' | 'triangles'>,
  places: PlaceNumbers,
  simplify: SimplifyCell,
  progress: (share: number) => void,
): Promise<readonly LevelNode[]> {
  const nodes: LevelNode[] = [];
  const total = model.triangles.length / 3;
  let [current, source, level]: [Uint32Array, Int32Array, number] = [
    model.triangles,
    new Int32Array(total).fill(SINK),
    0,
  ];
  for (;;) {
    const count = current.length / 3;
    const { list, ends } = partition(middlesOf(model.positions, current), CELL_TRIANGLES, level);
    const shared = sharedPlaces(current, list, ends, places);
    const first = nodes.length;
    const cells = await Promise.all(
      ends.map(async (end, cell) => {
        const numbers = list.subarray(ends[cell - 1] ?? 0, end);
        const gathered = gather(current, source, numbers);
        const locked = Uint8Array.from(gathered.vertices, (vertex) => shared[places[vertex]!]!);
        const simplified = ends.length === 1 ? null : await simplify(gathered, locked);
        progress(Math.min(1, (2 * total - 2 * count + 2 * end) / (4 * total)));
        return { ...gathered, simplified };
      }),
    );
    for (const { simplified, ...node } of cells) nodes.push({ level, ...node, error: simplified?.error ?? Infinity });
    const left = cells.reduce((sum, { simplified }) => sum + (simplified?.triangles.length ?? 0) / 3, 0);
    if (ends.length === 1) return nodes;
    if (left > (1 - LEAST_LOSS) * count) {
      for (let node = first; node < nodes.length; node += 1) nodes[node] = { ...nodes[node]!, error: Infinity };
      return nodes;
    }
    const [next, from] = [new Uint32Array(3 * left), new Int32Array(left)];
    let at = 0;
    cells.forEach(({ vertices, simplified }, cell) => {
      const { triangles } = simplified!;
      for (let corner = 0; corner < triangles.length; corner += 1)
        next[3 * at + corner] = vertices[triangles[corner]!]!;
      from.fill(first + cell, at, at + triangles.length / 3);
      at += triangles.length / 3;
    });
    [current, source, level] = [next, from, level + 1];
  }
}

function middlesOf(positions: Float32Array, triangles: Uint32Array): Float32Array {
  const middles = new Float32Array(triangles.length);
  for (let at = 0; at < triangles.length; at += 3)
    for (let axis = 0; axis < 3; axis += 1)
      middles[at + axis] =
        (positions[3 * triangles[at]! + axis]! +
          positions[3 * triangles[at + 1]! + axis]! +
          positions[3 * triangles[at + 2]! + axis]!) /
        3;
  return middles;
}

/** 1 for each place that lies in more than one cell. */
function sharedPlaces(
  triangles: Uint32Array,
  list: Uint32Array,
  ends: readonly number[],
  places: PlaceNumbers,
): Uint8Array {
  const cellOf = new Int32Array(places.length).fill(-1);
  const shared = new Uint8Array(places.length);
  ends.forEach((end, cell) => {
    for (let at = ends[cell - 1] ?? 0; at < end; at += 1)
      for (let corner = 0; corner < 3; corner += 1) {
        const place = places[triangles[3 * list[at]! + corner]!]!;
        if (cellOf[place] === -1) cellOf[place] = cell;
        else if (cellOf[place] !== cell) shared[place] = 1;
      }
  });
  return shared;
}

type Gathered = Pick<LevelNode, 'vertices' | 'triangles' | 'patches'>;

/** The triangles of a cell with vertices of their own, those of one source together. */
function gather(triangles: Uint32Array, source: Int32Array, numbers: Uint32Array): Gathered {
  const ordered = numbers.toSorted((one, other) => source[one]! - source[other]! || one - other);
  const numberOf = new Map<number, number>();
  const own = new Uint16Array(3 * ordered.length);
  const patches: Patch[] = [];
  ordered.forEach((triangle, index) => {
    for (let corner = 0; corner < 3; corner += 1) {
      const vertex = triangles[3 * triangle + corner]!;
      let number = numberOf.get(vertex);
      if (number === undefined) numberOf.set(vertex, (number = numberOf.size));
      own[3 * index + corner] = number;
    }
    const node = source[triangle]!;
    if (patches.at(-1)?.node === node) patches[patches.length - 1] = { node, end: index + 1 };
    else patches.push({ node, end: index + 1 });
  });
  return { vertices: Uint32Array.from(numberOf.keys()), triangles: own, patches };
}
