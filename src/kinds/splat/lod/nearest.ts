import { type CellGrid, subcell } from './cell-grid.ts';
import { SLOT_NUMBERS, type Slots } from './slots.ts';

/**
 * Maximum number of candidates of a search. Near ones come first, so the limit counts only where thousands of splats lie in one place.
 * There the time would otherwise grow with the square of the number of splats.
 */
const MOST_CANDIDATES = 2048;
/** Cost of two equal splats, up to rounding; a search ends there. */
const SAME = 1e-9;

/** Offsets x, y, z of the 27 cells around a cell and itself, from near to far. */
const AROUND = Int8Array.from(
  [...Array(27).keys()]
    .map((index) => [(index % 3) - 1, (Math.floor(index / 3) % 3) - 1, Math.floor(index / 9) - 1])
    .sort((a, b) => lengthOf(a) - lengthOf(b))
    .flat(),
);

function lengthOf(offset: readonly number[]): number {
  return offset.reduce((sum, value) => sum + value * value, 0);
}

/**
 * Finds the slot with the lowest cost of merging: the Bhattacharyya distance of both normal distributions plus the squared distance
 * of their colours. A cost is at least |d|^2 / 4 divided by the sum of both largest variances, d being the offset of the
 * centres, which bounds the distance to search.
 */
export class Nearest {
  /** The slot that the last search found; -1 for none. */
  slot = -1;
  /** Distance from which on no slot can have a lower cost than the one found. */
  reach = 0;
  private cost = Infinity;
  private looked = 0;
  /** The slot that the search is for. */
  private asked = -1;
  /** Square of the distance to the far corner of the 27 cells: (2 sqrt(3) step)^2. */
  private farthest2 = 0;
  private readonly grid: CellGrid;
  private readonly numbers: Float32Array;

  constructor(grid: CellGrid, slots: Slots) {
    this.grid = grid;
    this.numbers = slots.numbers;
  }

  /** Searches the 27 cells around a slot. The slot itself may be in the grid. */
  find(slot: number): void {
    const { grid, numbers } = this;
    const { step } = grid;
    const at = SLOT_NUMBERS * slot;
    const px = numbers[at]!;
    const py = numbers[at + 1]!;
    const pz = numbers[at + 2]!;
    const most = numbers[at + 6]!;
    this.slot = -1;
    this.cost = Infinity;
    this.looked = 0;
    const farthest2 = 12 * step * step;
    this.asked = slot;
    this.farthest2 = farthest2;
    const cx = grid.coordinate(px, 0);
    const cy = grid.coordinate(py, 1);
    const cz = grid.coordinate(pz, 2);
    for (let index = 0; index < 81 && this.looked < MOST_CANDIDATES && this.cost > SAME; index += 3) {
      const x = cx + AROUND[index]!;
      const y = cy + AROUND[index + 1]!;
      const z = cz + AROUND[index + 2]!;
      const dx = px - grid.edge(x, 0);
      const dy = py - grid.edge(y, 1);
      const dz = pz - grid.edge(z, 2);
      const outX = dx < 0 ? -dx : dx > step ? dx - step : 0;
      const outY = dy < 0 ? -dy : dy > step ? dy - step : 0;
      const outZ = dz < 0 ? -dz : dz > step ? dz - step : 0;
      const out2 = outX * outX + outY * outY + outZ * outZ;
      if (out2 >= Math.min(farthest2, 4 * this.cost * (most + grid.most))) continue;
      const cell = grid.cellAt(x, y, z);
      if (cell < 0) continue;
      const spread = most + grid.mosts[cell]!;
      if (out2 >= 4 * this.cost * spread) continue;
      const split = grid.splits[cell]!;
      const start = grid.starts[cell]!;
      if (split === 1) this.scan(start, start, spread);
      else if (index === 0) this.searchOwn(start, split, dx, dy, dz, spread);
      else this.searchBox(start, split, dx, dy, dz, spread);
    }
    this.reach = Math.sqrt(Math.min(farthest2, 4 * Math.max(0, this.cost) * (most + grid.most)));
  }

  /** Searches the cell of the slot in shells of sub-cells around it, until the distance bounds the cost. */
  private searchOwn(start: number, split: number, dx: number, dy: number, dz: number, spread: number): void {
    const { step } = this.grid;
    const side = step / split;
    const cx = subcell(dx, step, split);
    const cy = subcell(dy, step, split);
    const cz = subcell(dz, step, split);
    for (let shell = 0; shell < split && this.looked < MOST_CANDIDATES; shell += 1) {
      // The centre may lie at a face of its sub-cell, so a shell is one sub-cell nearer.
      const least = Math.max(0, shell - 1) * side;
      if (least * least >= 4 * this.cost * spread) break;
      const lowX = Math.max(0, cx - shell);
      const highX = Math.min(split - 1, cx + shell);
      const lowY = Math.max(0, cy - shell);
      const highY = Math.min(split - 1, cy + shell);
      const lowZ = Math.max(0, cz - shell);
      const highZ = Math.min(split - 1, cz + shell);
      for (let z = lowZ; z <= highZ; z += 1) {
        const isCap = z === cz - shell || z === cz + shell;
        for (let y = lowY; y <= highY; y += 1) {
          const row = start + (z * split + y) * split;
          if (isCap || y === cy - shell || y === cy + shell) this.scan(row + lowX, row + highX, spread);
          else {
            if (cx - shell >= 0) this.scan(row + cx - shell, row + cx - shell, spread);
            if (cx + shell < split) this.scan(row + cx + shell, row + cx + shell, spread);
          }
        }
      }
    }
  }

  /** Searches the sub-cells of another cell whose distance does not rule them out. */
  private searchBox(start: number, split: number, dx: number, dy: number, dz: number, spread: number): void {
    const { step } = this.grid;
    const { farthest2 } = this;
    const side = step / split;
    const reach = Math.sqrt(Math.min(farthest2, 4 * this.cost * spread));
    const lowY = subcell(dy - reach, step, split);
    const highY = subcell(dy + reach, step, split);
    const lowZ = subcell(dz - reach, step, split);
    const highZ = subcell(dz + reach, step, split);
    for (let z = lowZ; z <= highZ && this.looked < MOST_CANDIDATES; z += 1) {
      const outZ = dz < z * side ? z * side - dz : dz > (z + 1) * side ? dz - (z + 1) * side : 0;
      for (let y = lowY; y <= highY; y += 1) {
        const outY = dy < y * side ? y * side - dy : dy > (y + 1) * side ? dy - (y + 1) * side : 0;
        const left2 = Math.min(farthest2, 4 * this.cost * spread) - outY * outY - outZ * outZ;
        if (left2 <= 0) continue;
        const left = Math.sqrt(left2);
        const row = start + (z * split + y) * split;
        this.scan(row + subcell(dx - left, step, split), row + subcell(dx + left, step, split), spread);
      }
    }
  }

  /** Compares the slots in a row of sub-cells. */
  private scan(firstHead: number, lastHead: number, spread: number): void {
    const { numbers, asked: slot, farthest2 } = this;
    const { next, heads } = this.grid;
    const a = SLOT_NUMBERS * slot;
    const px = numbers[a]!;
    const py = numbers[a + 1]!;
    const pz = numbers[a + 2]!;
    const pr = numbers[a + 3]!;
    const pg = numbers[a + 4]!;
    const pb = numbers[a + 5]!;
    const most = numbers[a + 6]!;
    let { cost, looked } = this;
    let best = this.slot;
    let reach2 = Math.min(farthest2, 4 * cost * spread);
    for (let head = firstHead; head <= lastHead; head += 1) {
      for (let other = heads[head]!; other >= 0 && looked < MOST_CANDIDATES; other = next[other]!) {
        looked += 1;
        const b = SLOT_NUMBERS * other;
        const dx = numbers[b]! - px;
        const dy = numbers[b + 1]! - py;
        const dz = numbers[b + 2]! - pz;
        const distance2 = dx * dx + dy * dy + dz * dz;
        if (distance2 >= reach2 || other === slot) continue;
        const red = numbers[b + 3]! - pr;
        const green = numbers[b + 4]! - pg;
        const blue = numbers[b + 5]! - pb;
        const colour = red * red + green * green + blue * blue;
        // The quadratic form d' S^-1 d is at least |d|^2 divided by the largest variance of S.
        if (distance2 >= 4 * (cost - colour) * (most + numbers[b + 6]!)) continue;
        const xx = 0.5 * (numbers[a + 8]! + numbers[b + 8]!);
        const yy = 0.5 * (numbers[a + 9]! + numbers[b + 9]!);
        const zz = 0.5 * (numbers[a + 10]! + numbers[b + 10]!);
        const xy = 0.5 * (numbers[a + 11]! + numbers[b + 11]!);
        const xz = 0.5 * (numbers[a + 12]! + numbers[b + 12]!);
        const yz = 0.5 * (numbers[a + 13]! + numbers[b + 13]!);
        const cxx = yy * zz - yz * yz;
        const cxy = xz * yz - xy * zz;
        const cxz = xy * yz - xz * yy;
        let determinant = xx * cxx + xy * cxy + xz * cxz;
        // Rounding may make the determinant of two discs negative. It is at least the geometric mean of both determinants.
        if (!(determinant > 0)) determinant = Math.exp(0.5 * (numbers[a + 7]! + numbers[b + 7]!));
        const cyy = xx * zz - xz * xz;
        const cyz = xy * xz - xx * yz;
        const czz = xx * yy - xy * xy;
        const quadratic =
          cxx * dx * dx + cyy * dy * dy + czz * dz * dz + 2 * (cxy * dx * dy + cxz * dx * dz + cyz * dy * dz);
        const near = Math.max(0, quadratic) / (8 * determinant) + colour;
        // The remaining terms are at least 0.
        if (!(near < cost)) continue;
        const total = near + 0.5 * Math.log(determinant) - 0.25 * (numbers[a + 7]! + numbers[b + 7]!);
        if (!(total < cost)) continue;
        cost = total;
        best = other;
        reach2 = Math.min(farthest2, 4 * Math.max(0, cost) * spread);
      }
    }
    this.cost = cost;
    this.looked = looked;
    this.slot = best;
  }
}
