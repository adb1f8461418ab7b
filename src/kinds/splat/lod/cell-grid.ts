import { SLOT_NUMBERS, type Slots } from './slots.ts';

/** Coordinates of cells are kept within 32 bits. Splats this many cells from the origin cannot be told apart by 24 bits of a float. */
const FARTHEST_CELL = 2 ** 30;
/** Slots that a sub-cell is to hold: fewer make more empty ones to look into, more make more candidates. */
const SLOTS_OF_SUBCELL = 2;
/** Sub-cells along a side of a cell at most: its 262,144 fit a scene of a million splats that lies in one cell. */
const MOST_SPLIT = 64;
/** Places of the hash table for each cell, so that chains stay short. */
const PLACES_OF_CELL = 3;

/**
 * A hash grid of cells of one size, which holds slots by their centres. Cells with many slots are split into sub-cells, so that a
 * crowd is searched from near to far.
 */
export class CellGrid {
  /** Side of a cell. */
  step = 1;
  /** Of each cell: sub-cells along its side, and where its sub-cells begin in `heads`. */
  splits: Int32Array;
  starts: Int32Array;
  /** The largest variance of a slot that is or was in each cell, and in any. */
  mosts: Float32Array;
  most = 0;
  /** First slot of each sub-cell, -1 for none. */
  heads: Int32Array;
  /** The next slot of the same sub-cell, -1 for none. */
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

  /** Starts anew with these slots, in cells of this size. */
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
    // From behind, so that lists run forward.
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

  /** Takes a slot out; its centre may have changed since it was added. */
  remove(slot: number): void {
    const [after, before] = [this.next[slot]!, this.previous[slot]!];
    if (before >= 0) this.next[before] = after;
    else this.heads[-1 - before] = after;
    if (after >= 0) this.previous[after] = before;
  }

  /** Coordinate of the cell along an axis. */
  coordinate(value: number, axis: 0 | 1 | 2): number {
    const cell = Math.floor((value - this.origin[axis]) / this.step);
    return Math.max(-FARTHEST_CELL, Math.min(FARTHEST_CELL, cell)) | 0;
  }

  /** Lowest place of the cell along an axis. */
  edge(coordinate: number, axis: 0 | 1 | 2): number {
    return this.origin[axis] + coordinate * this.step;
  }

  /** The cell with these coordinates, -1 for none. */
  cellAt(x: number, y: number, z: number): number {
    const { table, mask, xs, ys, zs } = this;
    for (let place = hashOf(x, y, z) & mask; ; place = (place + 1) & mask) {
      const cell = table[place]! - 1;
      if (cell < 0) return -1;
      if (xs[cell] === x && ys[cell] === y && zs[cell] === z) return cell;
    }
  }

  /** Sub-cell of a slot in its cell, as an index of `heads`. */
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

  /** The cell around the centre of a slot; makes it where it is new, without sub-cells. */
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

/** Sub-cell at a distance from the edge of a cell. */
export const subcell = (distance: number, step: number, split: number): number =>
  Math.max(0, Math.min(split - 1, Math.floor((distance / step) * split)));

/**
 * Odd factors by chance, so that nobody can choose splats whose cells share a place of the table. The tree does not depend on
 * them: cells are numbered by their first slot.
 */
const FACTORS = crypto.getRandomValues(new Int32Array(3)).map((factor) => factor | 1);
const [X_FACTOR, Y_FACTOR, Z_FACTOR] = FACTORS as unknown as [number, number, number];

/** Brings high bits down, as the table takes the low ones. */
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
