import type { Vector3 } from '../../../geodata/place/box.ts';
import { childOf, type NodeKey } from '../copc/copc-layout.ts';
import { startWasm, type WasmMemory } from '../../../webassembly/index.ts';

/** The cube of a whole cloud, and how its points are stored. */
export interface CloudCube {
  readonly min: Vector3;
  readonly side: number;
  readonly scale: Vector3;
  readonly offset: Vector3;
}

/**
 * Up to so many points a node is not divided: 2 MB. Its children would have a quarter of them each, and points that are spread over
 * smaller chunks compress worse. With 100,000 a flight of very regular points was 1.24 times as large as a plain LAZ, with 300,000 it is
 * 1.03 to 1.14 times as large.
 */
const MAX_LEAF_POINTS = 300_000;
/** The same for the root, which a viewer reads before it shows anything. */
const MAX_ROOT_POINTS = 100_000;
/** A node that is divided keeps about so many, evenly over its cube. More make files smaller, fewer make the first picture faster. */
const SAMPLE_POINTS = 60_000;
const LEAST_SAMPLE_POINTS = 50_000;
/** A child with fewer is no node of its own: its points stay with the parent. The models of each chunk begin anew. */
export const MIN_NODE_POINTS = 15_000;
/** A sample has one point of each cell of a grid of 2^4 (points everywhere in the cube) to 2^10 cells a side. */
const [COARSEST_GRID, FINEST_GRID] = [4, 10] as const;
/** What the ancestors of a part get of it: parts are sampled alone, so the grid is the same for all. A surface fills 16,000 of its cells. */
const ANCESTOR_GRID = 7;
export const GRID_CELLS = 2 ** ANCESTOR_GRID;
/** Levels of the finest grid, below which cells are not told apart. */
export const MAX_LEVEL = 21;
/** Deep nodes of many points at one place: what a chunk may hold. */
const MAX_NODE_POINTS = 4_000_000;

export interface Octree {
  /** Room for records, which the caller fills before it calls `arrange` or `group`. */
  room(points: number, recordBytes: number): Uint8Array;
  /**
   * Arranges points that all lie in a node. Where that is not the root, its ancestors get their share first.
   *
   * @param emit called for each node with points, parents before children; its records are overwritten afterwards
   */
  arrange(points: number, node: NodeKey, emit: (key: NodeKey, records: Uint8Array) => void): void;
  /** @returns points that do not lie in a node, by more than half a step of their coordinates */
  countOutside(points: number, node: NodeKey): number;
  /** @returns records by cell of a grid of 2^depth cells a side in a node, and how many each cell has */
  group(points: number, node: NodeKey, depth: number): { readonly records: Uint8Array; readonly counts: Uint32Array };
}

interface Exports {
  readonly memory: WasmMemory;
  setCube(...numbers: number[]): void;
  makeRoom(points: number, recordBytes: number, outgoing: number): number;
  recordsAddress(): number;
  outputAddress(): number;
  orderAddress(): number;
  groupCountsAddress(): number;
  sortRecords(count: number): void;
  countCells(start: number, end: number, level: number, most: number): number;
  takeSample(start: number, end: number, level: number): number;
  takeEvenly(start: number, end: number, count: number): number;
  childStart(start: number, end: number, level: number, child: number): number;
  gather(start: number, end: number): void;
  groupRecords(count: number, level: number, depth: number): void;
  countOutside(count: number, level: number, x: number, y: number, z: number): number;
}

export function createOctree({ min, side, scale, offset }: CloudCube): Octree {
  const wasm = startWasm<Exports>('octree');
  wasm.setCube(...min, side, ...scale, ...offset);
  let recordBytes = 0;
  const bytes = (address: number, length: number): Uint8Array =>
    new Uint8Array(wasm.memory.buffer, address >>> 0, length);

  type Emit = (key: NodeKey, records: Uint8Array) => void;
  const emitRange = (emit: Emit, key: NodeKey, start: number, end: number): void => {
    if (start === end) return;
    wasm.gather(start, end);
    emit(key, bytes(wasm.outputAddress(), (end - start) * recordBytes));
  };

  /** Where the sample of a node ends. */
  function sampled(level: number, start: number, end: number): number {
    let grid: number = COARSEST_GRID;
    while (grid < FINEST_GRID && wasm.countCells(start, end, level + grid + 1, SAMPLE_POINTS) <= SAMPLE_POINTS)
      grid += 1;
    const taken = wasm.takeSample(start, end, level + grid);
    // Grids differ by four times their cells on a surface. Many points at one place fill no grid at all: the tree would be as deep as can be.
    const missing = Math.min(LEAST_SAMPLE_POINTS, end - start) - (taken - start);
    return missing > 0 ? wasm.takeEvenly(taken, end, missing) : taken;
  }

  /** Brings the points of small children in front of the others. @returns ranges of the children that are left */
  function withoutSmall(level: number, start: number, end: number): readonly (readonly [number, number, number])[] {
    const starts = Array.from({ length: 9 }, (_, child) =>
      child === 8 ? end : wasm.childStart(start, end, level, child),
    );
    const ranges = Array.from({ length: 8 }, (_, child) => [child, starts[child]!, starts[child + 1]!] as const);
    const isSmall = ([, from, to]: readonly [number, number, number]): boolean => to - from < MIN_NODE_POINTS;
    const order = new Uint32Array(wasm.memory.buffer, wasm.orderAddress() >>> 0, end);
    const small = ranges.filter(isSmall).map(([, from, to]) => order.slice(from, to));
    const large = ranges
      .filter((range) => !isSmall(range))
      .map(([child, from, to]) => ({ child, numbers: order.slice(from, to) }));
    let at = start;
    for (const numbers of small) {
      order.set(numbers, at);
      at += numbers.length;
    }
    return large.map(({ child, numbers }) => {
      order.set(numbers, at);
      at += numbers.length;
      return [child, at - numbers.length, at] as const;
    });
  }

  function divide(key: NodeKey, start: number, end: number, emit: Emit): void {
    const most = key.level === 0 ? MAX_ROOT_POINTS : MAX_LEAF_POINTS;
    if (end - start <= most || key.level >= MAX_LEVEL) {
      if (end - start > MAX_NODE_POINTS)
        throw new RangeError(`${end - start} points lie at one place, more than a node can hold.`);
      emitRange(emit, key, start, end);
      return;
    }
    const rest = sampled(key.level, start, end);
    const children = withoutSmall(key.level, rest, end);
    emitRange(emit, key, start, children[0]?.[1] ?? end);
    for (const [child, from, to] of children) divide(childOf(key, child), from, to, emit);
  }

  return {
    room(points, bytesOfRecord) {
      recordBytes = bytesOfRecord;
      if (wasm.makeRoom(points, recordBytes, points) === 0)
        throw new RangeError(`${points} points do not fit into memory.`);
      return bytes(wasm.recordsAddress(), points * recordBytes);
    },

    arrange(points, node, emit) {
      wasm.sortRecords(points);
      let start = 0;
      for (let level = 0; level < node.level && start < points; level += 1) {
        const next = wasm.takeSample(start, points, level + ANCESTOR_GRID);
        const up = node.level - level;
        emitRange(emit, { level, x: node.x >> up, y: node.y >> up, z: node.z >> up }, start, next);
        start = next;
      }
      divide(node, start, points, emit);
    },

    countOutside: (points, { level, x, y, z }) => wasm.countOutside(points, level, x, y, z),

    group(points, { level }, depth) {
      wasm.groupRecords(points, level, depth);
      return {
        records: bytes(wasm.outputAddress(), points * recordBytes),
        counts: new Uint32Array(wasm.memory.buffer, wasm.groupCountsAddress(), 8 ** depth),
      };
    },
  };
}
