import { SLOT_NUMBERS, type Slots } from './slots.ts';

/** Largest coordinate of a cell, which fits 32 bits. At this distance the 24 bits of a float cannot tell neighbouring cells apart. */
const FARTHEST_CELL = 2 ** 30;
/** Mean number of slots in a sub-cell. Fewer make more empty sub-cells to visit; more make more candidates to compare. */
const SLOTS_OF_SUBCELL = 2;
/** Maximum sub-cells along a side of a cell. Their 262,144 suit a million splats in one cell. */
const MOST_SPLIT = 64;
/** Minimum entries of the hash table per cell, which keeps probes short. */
const PLACES_OF_CELL = 3;

/**
 * A hash grid of cells of one size that holds slots by their centres. Cells with many slots are split into sub-cells, so that a
 * search visits near slots first.
 */
export class CellGrid {
  /** Side of a cell, in units of the file. */
  step = 1;
  /** Number of sub-cells along a side per cell. */
  splits: Int32Array;
  /** Index in `heads` of the first sub-cell per cell. */
  starts: Int32Array;
  /** Upper bound of the variances of the slots per cell. It does not shrink when slots leave. */
  mosts: Float32Array;
  /** Upper bound of the variances of all slots. */
  most = 0;
  /** First slot per sub-cell; -1 for none. */
  heads: Int32Array;
  /** Next slot of the same sub-cell per slot; -1 for none. */
  readonly next: Int32Array;
  private readonly previous: Int32Array;
  private readonly numbers: Float32Array;
  private readonly origin: readonly [number, number, number];
  private cells = 0;
  private headsUsed = 0;
  private table: Int32Array;
  private mask: number;
  private xs: Int32Array;
  private ys: Int32Array;
  private zs: Int32Array;
  private counts: Int32Array;
  private readonly cellOf: Int32Array;

  constructor(slots: Slots, origin: readonly [number, number, number]) {
    this.numbers = slots.numbers;
    this.origin = origin;
    this.next = new Int32Array(slots.count);
    this.previous = new Int32Array(slots.count);
    this.cellOf = new Int32Array(slots.count);
    const cells = 1024;
    this.splits = new Int32Array(cells);
    this.starts = new Int32Array(cells);
    this.mosts = new Float32Array(cells);
    this.xs = new Int32Array(cells);
    this.ys = new Int32Array(cells);
    this.zs = new Int32Array(cells);
    this.counts = new Int32Array(cells);
    this.heads = new Int32Array(cells);
    this.table = new Int32Array(4096);
    this.mask = 4095;
  }

  /** Empties the grid and fills it with the first `count` slots, in cells with sides of `step`. */
  fill(step: number, slots: Int32Array, count: number): void {
    this.step = step;
    this.cells = 0;
    this.headsUsed = 0;
    this.most = 0;
    this.table.fill(0);
    for (let index = 0; index < count; index += 1) {
      const slot = slots[index]!;
      const cell = this.cellAround(slot);
      this.cellOf[slot] = cell;
      this.counts[cell]! += 1;
    }
    for (let cell = 0; cell < this.cells; cell += 1) {
      const split = Math.floor(Math.cbrt(this.counts[cell]! / SLOTS_OF_SUBCELL));
      this.openHeads(cell, Math.max(1, Math.min(MOST_SPLIT, split)));
    }
    // Each slot becomes the first of its list, so going backwards makes lists that run forwards.
    for (let index = count - 1; index >= 0; index -= 1) this.link(slots[index]!);
  }

  /** Adds a slot. */
  add(slot: number): void {
    const cells = this.cells;
    const cell = this.cellAround(slot);
    if (cell === cells) this.openHeads(cell, 1);
    this.cellOf[slot] = cell;
    this.link(slot);
  }

  /** Removes a slot. Its centre may have changed since it was added. */
  remove(slot: number): void {
    const [after, before] = [this.next[slot]!, this.previous[slot]!];
    if (before >= 0) this.next[before] = after;
    else this.heads[-1 - before] = after;
    if (after >= 0) this.previous[after] = before;
  }

  /** Coordinate along an axis of the cell that contains a value. */
  coordinate(value: number, axis: 0 | 1 | 2): number {
    const cell = Math.floor((value - this.origin[axis]) / this.step);
    return Math.max(-FARTHEST_CELL, Math.min(FARTHEST_CELL, cell)) | 0;
  }

  /** Lower edge along an axis of the cells with a coordinate. */
  edge(coordinate: number, axis: 0 | 1 | 2): number {
    return this.origin[axis] + coordinate * this.step;
  }

  /** Returns the cell with these coordinates, or -1. */
  cellAt(x: number, y: number, z: number): number {
    const { table, mask, xs, ys, zs } = this;
    for (let place = hashOf(x, y, z) & mask; ; place = (place + 1) & mask) {
      const cell = table[place]! - 1;
      if (cell < 0) return -1;
      if (xs[cell] === x && ys[cell] === y && zs[cell] === z) return cell;
    }
  }

  /** Index in `heads` of the sub-cell of a slot. */
  private headOf(slot: number, cell: number): number {
    const split = this.splits[cell]!;
    if (split === 1) return this.starts[cell]!;
    const at = SLOT_NUMBERS * slot;
    const { numbers, step } = this;
    const x = subcell(numbers[at]! - this.edge(this.xs[cell]!, 0), step, split);
    const y = subcell(numbers[at + 1]! - this.edge(this.ys[cell]!, 1), step, split);
    const z = subcell(numbers[at + 2]! - this.edge(this.zs[cell]!, 2), step, split);
    return this.starts[cell]! + (z * split + y) * split + x;
  }

  private link(slot: number): void {
    const cell = this.cellOf[slot]!;
    const most = this.numbers[SLOT_NUMBERS * slot + 6]!;
    if (most > this.mosts[cell]!) this.mosts[cell] = most;
    if (most > this.most) this.most = most;
    const head = this.headOf(slot, cell);
    const first = this.heads[head]!;
    this.next[slot] = first;
    this.previous[slot] = -1 - head;
    if (first >= 0) this.previous[first] = slot;
    this.heads[head] = slot;
  }

  /** Returns the cell that contains the centre of a slot. A new cell has no sub-cells yet. */
  private cellAround(slot: number): number {
    const at = SLOT_NUMBERS * slot;
    const x = this.coordinate(this.numbers[at]!, 0);
    const y = this.coordinate(this.numbers[at + 1]!, 1);
    const z = this.coordinate(this.numbers[at + 2]!, 2);
    let place = hashOf(x, y, z) & this.mask;
    for (;;) {
      const cell = this.table[place]! - 1;
      if (cell < 0) break;
      if (this.xs[cell] === x && this.ys[cell] === y && this.zs[cell] === z) return cell;
      place = (place + 1) & this.mask;
    }
    const cell = this.cells;
    this.cells += 1;
    if (cell === this.xs.length) this.growCells();
    this.xs[cell] = x;
    this.ys[cell] = y;
    this.zs[cell] = z;
    this.counts[cell] = 0;
    this.mosts[cell] = 0;
    this.table[place] = cell + 1;
    if (this.cells * PLACES_OF_CELL > this.table.length) this.growTable();
    return cell;
  }

  private openHeads(cell: number, split: number): void {
    const end = this.headsUsed + split * split * split;
    if (end > this.heads.length) this.heads = longer(this.heads, Math.max(end, 2 * this.heads.length));
    this.heads.fill(-1, this.headsUsed, end);
    this.splits[cell] = split;
    this.starts[cell] = this.headsUsed;
    this.headsUsed = end;
  }

  private growCells(): void {
    const length = 2 * this.xs.length;
    this.xs = longer(this.xs, length);
    this.ys = longer(this.ys, length);
    this.zs = longer(this.zs, length);
    this.counts = longer(this.counts, length);
    this.splits = longer(this.splits, length);
    this.starts = longer(this.starts, length);
    const mosts = new Float32Array(length);
    mosts.set(this.mosts);
    this.mosts = mosts;
  }

  private growTable(): void {
    this.table = new Int32Array(2 * this.table.length);
    this.mask = this.table.length - 1;
    for (let cell = 0; cell < this.cells; cell += 1) {
      let place = hashOf(this.xs[cell]!, this.ys[cell]!, this.zs[cell]!) & this.mask;
      while (this.table[place] !== 0) place = (place + 1) & this.mask;
      this.table[place] = cell + 1;
    }
  }
}

/** Coordinate of the sub-cell at a distance from the edge of its cell. */
export const subcell = (distance: number, step: number, split: number): number =>
  Math.max(0, Math.min(split - 1, Math.floor((distance / step) * split)));

/**
 * Random odd factors: nobody can prepare a file whose cells all collide in the table. The tree does not depend on them, as cells are
 * numbered in the order of their first slots.
 */
const FACTORS = crypto.getRandomValues(new Int32Array(3)).map((factor) => factor | 1);
const [X_FACTOR, Y_FACTOR, Z_FACTOR] = FACTORS as unknown as [number, number, number];

/** Mixes high bits into the low ones, which index the table. */
function hashOf(x: number, y: number, z: number): number {
  let hash = Math.imul(x, X_FACTOR) + Math.imul(y, Y_FACTOR) + Math.imul(z, Z_FACTOR);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

function longer(array: Int32Array, length: number): Int32Array {
  const grown = new Int32Array(length);
  grown.set(array);
  return grown;
}
