/** Values of points by cell, of which one number a cell remains. */
export interface Cells {
  add(cell: number, value: number): void;
  /** One number for each cell; NaN (of counts 0) where no point is. */
  result(cells: number): Float32Array;
  clear(): void;
}

export type CellRule = 'highest' | 'mean' | 'count';

/** @param room most cells. Memory: 12 bytes each */
export function createCells(rule: CellRule, room: number): Cells {
  const values = new Float64Array(rule === 'count' ? 0 : room);
  const counts = new Uint32Array(room);
  const add: Readonly<Record<CellRule, (cell: number, value: number) => void>> = {
    highest(cell, value) {
      if (counts[cell] === 0 || value > values[cell]!) values[cell] = value;
      counts[cell]! += 1;
    },
    mean(cell, value) {
      values[cell]! += value;
      counts[cell]! += 1;
    },
    count(cell) {
      counts[cell]! += 1;
    },
  };
  const read: Readonly<Record<CellRule, (cell: number) => number>> = {
    highest: (cell) => (counts[cell] === 0 ? NaN : values[cell]!),
    mean: (cell) => (counts[cell] === 0 ? NaN : values[cell]! / counts[cell]!),
    count: (cell) => counts[cell]!,
  };
  return {
    add: add[rule],
    result(cells) {
      const values = new Float32Array(cells);
      for (let cell = 0; cell < cells; cell += 1) values[cell] = read[rule](cell);
      return values;
    },
    clear() {
      values.fill(0);
      counts.fill(0);
    },
  };
}
