import { inOrder } from '../../../concurrency/index.ts';
import { type Level, SINK } from './cell.ts';
import { partition } from './partition.ts';
import { sharedBytes, sharedNumbers } from './shared-arrays.ts';
import type { Surface } from './surface.ts';

/** A cell of a level: triangles whose numbers stand in its list from `first` to `end`. */
export interface CellWork {
  readonly level: Level;
  readonly first: number;
  readonly end: number;
  /** Whether nothing coarser is made of it. */
  readonly isRoot: boolean;
}

export interface CellOutcome {
  /** Triangles that are left of the cell for the next level, three vertices each; none of a root. */
  readonly left: Uint32Array;
}

export interface LevelOptions<O extends CellOutcome> {
  /** Triangles of a cell. */
  readonly cellTriangles: number;
  /** Cells that are worked at before the first of them is taken. */
  readonly ahead: number;
  work(cell: CellWork): Promise<O>;
  /** Takes what came of the cells, which become nodes of these numbers: each behind those that replace its triangles. */
  take(outcome: O, node: number): Promise<void>;
  /** @param share of the triangles of all levels that are done */
  progress(share: number): void;
}

/** A level that loses less than this share is the last one: its nodes are several roots. */
const LEAST_LOSS = 0.05;

/**
 * Makes all levels of a surface: each is cut into cells, and what is left of all cells when they are simplified to half is the next.
 * Vertices whose place lies in two cells stay, so that nodes of different levels fit beside each other without a gap.
 *
 * @returns number of the first node of each level
 */
export async function buildLevels<O extends CellOutcome>(
  surface: Pick<Surface, 'positions' | 'places' | 'triangles'>,
  { cellTriangles, ahead, work, take, progress }: LevelOptions<O>,
): Promise<readonly number[]> {
  const total = surface.triangles.length / 3;
  const firsts: number[] = [];
  let [done, nodes] = [0, 0];
  let current: Pick<Level, 'triangles' | 'sources'> = {
    triangles: surface.triangles,
    sources: new Int32Array(new SharedArrayBuffer(4 * total)).fill(SINK),
  };
  for (;;) {
    const count = current.triangles.length / 3;
    const { list, ends } = partition(surface.positions, current.triangles, cellTriangles, firsts.length);
    const isShared = sharedPlaces(current.triangles, list, ends, surface.places);
    const level: Level = { level: firsts.length, ...current, list, isShared };
    const isRoot = ends.length === 1;
    const next = nextLevel(isRoot ? 0 : count);
    firsts.push(nodes);
    await inOrder(
      ends.length,
      ahead,
      (cell) => work({ level, first: ends[cell - 1] ?? 0, end: ends[cell]!, isRoot }),
      async (outcome, cell) => {
        await take(outcome, nodes);
        next.add(outcome.left, nodes);
        nodes += 1;
        done += ends[cell]! - (ends[cell - 1] ?? 0);
        // Each level has half the triangles of the one before.
        progress(Math.min(1, done / (2 * total)));
      },
    );
    if (isRoot || next.count > (1 - LEAST_LOSS) * count) return firsts;
    current = next.level();
  }
}

/** Room for what is left of a level: memory that is not written to is not taken. */
function nextLevel(most: number) {
  const triangles = sharedNumbers(3 * most);
  const sources = new Int32Array(new SharedArrayBuffer(4 * most));
  let count = 0;
  return {
    get count() {
      return count;
    },
    add(left: Uint32Array, node: number): void {
      triangles.set(left, 3 * count);
      sources.fill(node, count, count + left.length / 3);
      count += left.length / 3;
    },
    level: () => ({ triangles: triangles.subarray(0, 3 * count), sources: sources.subarray(0, count) }),
  };
}

/** By place, 1 where it lies in more than one cell. */
function sharedPlaces(
  triangles: Uint32Array,
  list: Uint32Array,
  ends: readonly number[],
  places: Uint32Array,
): Uint8Array {
  const isShared = sharedBytes(places.length);
  if (ends.length === 1) return isShared;
  /** By place, one more than the first cell that has it. */
  const cellOf = new Uint32Array(places.length);
  let first = 0;
  for (let cell = 1; cell <= ends.length; cell += 1) {
    const end = ends[cell - 1]!;
    for (let at = first; at < end; at += 1) {
      const corner = 3 * list[at]!;
      for (let each = corner; each < corner + 3; each += 1) {
        const place = places[triangles[each]!]!;
        if (cellOf[place] === 0) cellOf[place] = cell;
        else if (cellOf[place] !== cell) isShared[place] = 1;
      }
    }
    first = end;
  }
  return isShared;
}
