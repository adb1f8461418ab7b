/** Places in a grid of cells: column and row of a corner. */
export type Ring = readonly (readonly [number, number])[];

/** A polygon: the outer ring, then its holes. */
export type Outline = readonly Ring[];

export interface CoveredGrid {
  /** Cells a side. */
  readonly side: number;
  /** A byte a cell, row by row: 1 where it is covered. */
  readonly cells: Uint8Array;
}

/** A cell is large enough where it has so many points in the mean: then gaps between points are no gaps of the cloud. */
const POINTS_A_CELL = 4;
/** A coarser grid tells nothing of a shape. */
const COARSEST_SIDE = 16;

/** The finest grid whose cells have enough points; gaps of one cell are closed. */
export function coveredGrid(points: number, { side, cells }: CoveredGrid): CoveredGrid {
  let grid: CoveredGrid = { side, cells };
  while (grid.side > COARSEST_SIDE && points < POINTS_A_CELL * covered(grid)) grid = halved(grid);
  return closed(grid);
}

export const covered = ({ cells }: CoveredGrid): number => cells.reduce((sum, cell) => sum + cell, 0);

function halved({ side, cells }: CoveredGrid): CoveredGrid {
  const half = side / 2;
  const result = new Uint8Array(half * half);
  for (let row = 0; row < side; row += 1)
    for (let column = 0; column < side; column += 1)
      if (cells[row * side + column] === 1) result[(row >> 1) * half + (column >> 1)] = 1;
  return { side: half, cells: result };
}

/** Grown by a cell, and shrunk by one again. */
function closed(grid: CoveredGrid): CoveredGrid {
  const { side } = grid;
  const isCovered = ({ cells }: CoveredGrid, column: number, row: number): boolean =>
    column >= 0 && row >= 0 && column < side && row < side && cells[row * side + column] === 1;
  const neighbours = [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => [x, y] as const));
  const each = (test: (column: number, row: number) => boolean): CoveredGrid => ({
    side,
    cells: Uint8Array.from({ length: side * side }, (_, cell) => Number(test(cell % side, Math.floor(cell / side)))),
  });
  const grown = each((column, row) => neighbours.some(([x, y]) => isCovered(grid, column + x, row + y)));
  const isInside = (column: number, row: number): boolean => column >= 0 && row >= 0 && column < side && row < side;
  return each((column, row) =>
    // What is outside of the grid takes nothing away.
    neighbours.every(([x, y]) => !isInside(column + x, row + y) || isCovered(grown, column + x, row + y)),
  );
}

/** Outlines of all covered areas, outer rings counter-clockwise (rows go up). Areas that touch at a corner are apart. */
export function outlinesOf({ side, cells }: CoveredGrid): readonly Outline[] {
  const rings = ringsOf(side, cells);
  const outers = rings.filter((ring) => area(ring) > 0).map((ring) => [ring]);
  for (const hole of rings.filter((ring) => area(ring) < 0)) {
    const around = outers.filter(([outer]) => isWithin(insideOf(hole), outer!));
    // The smallest one that the hole lies in.
    around.toSorted(([one], [other]) => area(one!) - area(other!))[0]?.push(hole);
  }
  return outers;
}

/** Edges between what is covered and what is not, with the covered cell on the left, joined into rings without straight corners. */
function ringsOf(side: number, cells: Uint8Array): readonly Ring[] {
  const next = new Map<number, number[]>();
  const corner = (column: number, row: number): number => row * (side + 1) + column;
  const edge = (from: number, to: number): void => {
    const known = next.get(from);
    if (known === undefined) next.set(from, [to]);
    else known.push(to);
  };
  const isCovered = (column: number, row: number): boolean =>
    column >= 0 && row >= 0 && column < side && row < side && cells[row * side + column] === 1;
  for (let row = 0; row < side; row += 1)
    for (let column = 0; column < side; column += 1) {
      if (!isCovered(column, row)) continue;
      if (!isCovered(column, row - 1)) edge(corner(column, row), corner(column + 1, row));
      if (!isCovered(column + 1, row)) edge(corner(column + 1, row), corner(column + 1, row + 1));
      if (!isCovered(column, row + 1)) edge(corner(column + 1, row + 1), corner(column, row + 1));
      if (!isCovered(column - 1, row)) edge(corner(column, row + 1), corner(column, row));
    }
  const rings: Ring[] = [];
  for (const start of next.keys())
    while ((next.get(start)?.length ?? 0) > 0) rings.push(straightened(follow(start, next, side + 1)));
  return rings;
}

type Corner = readonly [number, number];

function follow(start: number, next: Map<number, number[]>, width: number): Corner[] {
  const ring: Corner[] = [];
  let [at, step] = [start, 0];
  do {
    ring.push([at % width, Math.floor(at / width)]);
    const choices = next.get(at)!;
    // Where two areas touch, turn left: they stay apart.
    const left = step === 1 ? width : step === width ? -1 : step === -1 ? -width : 1;
    const choice = Math.max(0, choices.indexOf(at + left));
    const to = choices.splice(choice, 1)[0]!;
    step = to - at;
    at = to;
  } while (at !== start);
  return ring;
}

function straightened(ring: readonly Corner[]): Ring {
  return ring.filter(([column, row], index) => {
    const [beforeColumn, beforeRow] = ring.at(index - 1)!;
    const [nextColumn, nextRow] = ring[(index + 1) % ring.length]!;
    return !((beforeColumn === column && column === nextColumn) || (beforeRow === row && row === nextRow));
  });
}

function area(ring: Ring): number {
  let sum = 0;
  ring.forEach(([x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length]!;
    sum += x * nextY - nextX * y;
  });
  return sum / 2;
}

/** A point just within the area that a ring goes around. */
function insideOf(ring: Ring): readonly [number, number] {
  const [x, y] = ring.toSorted(([x1, y1], [x2, y2]) => y1 - y2 || x1 - x2)[0]!;
  return [x + 0.5, y + 0.5];
}

function isWithin([x, y]: readonly [number, number], ring: Ring): boolean {
  let inside = false;
  ring.forEach(([x1, y1], index) => {
    const [x2, y2] = ring[(index + 1) % ring.length]!;
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  });
  return inside;
}
