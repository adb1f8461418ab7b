/** A closed line of columns and rows, x and y in turn, its first position at its end as well. */
export type Ring = readonly number[];

/** Area of a ring in pixels; positive where it runs from the right to below. */
export function signedArea(ring: Ring): number {
  const [x0, y0] = [ring[0]!, ring[1]!];
  let sum = 0;
  for (let at = 0; at + 3 < ring.length; at += 2)
    sum += (ring[at]! - x0) * (ring[at + 3]! - y0) - (ring[at + 2]! - x0) * (ring[at + 1]! - y0);
  return sum / 2;
}

/**
 * Area of a polygon in each of some strips, in pixels: outer rings have positive areas, holes negative ones.
 *
 * @param top row where the first strip begins
 * @param rows of each strip
 */
export function areaByStrip(rings: readonly Ring[], top: number, rows: number, count: number): Float64Array {
  const areas = new Float64Array(count);
  for (const ring of rings)
    for (let at = 0; at + 3 < ring.length; at += 2) {
      // Positions from the first corner: products of large numbers would leave little of a small area.
      const [x0, x1] = [ring[at]! - ring[0]!, ring[at + 2]! - ring[0]!];
      const [y0, y1] = [(ring[at + 1]! - top) / rows, (ring[at + 3]! - top) / rows];
      if (y0 === y1) continue;
      const first = Math.max(0, Math.floor(Math.min(y0, y1)));
      const last = Math.min(count - 1, Math.ceil(Math.max(y0, y1)) - 1);
      for (let strip = first; strip <= last; strip += 1) {
        const from = Math.min(Math.max(y0, strip), strip + 1);
        const to = Math.min(Math.max(y1, strip), strip + 1);
        areas[strip]! += (x0 + ((x1 - x0) * ((from + to) / 2 - y0)) / (y1 - y0)) * (to - from) * rows;
      }
    }
  return areas;
}

export interface Window {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly rows: number;
}

/**
 * Share of each pixel of a window that lies in a polygon, exactly: along each row the area right of every edge is added up, with
 * the sign of its way down. Outer rings have positive areas, holes negative ones.
 */
export function coverageOf(rings: readonly Ring[], { left, top, width, rows }: Window): Float64Array {
  const stride = width + 1;
  const changes = new Float64Array(stride * rows);
  for (const ring of rings)
    for (let at = 0; at + 3 < ring.length; at += 2)
      addEdge(
        changes,
        { stride, width, rows },
        ring[at]! - left,
        ring[at + 1]! - top,
        ring[at + 2]! - left,
        ring[at + 3]! - top,
      );
  const shares = new Float64Array(width * rows);
  for (let row = 0; row < rows; row += 1) {
    let share = 0;
    for (let column = 0; column < width; column += 1) {
      share += changes[row * stride + column]!;
      // A sum of many edges leaves some 1e-13 beside 0 and 1.
      shares[row * width + column] = Math.abs(share) < 1e-9 ? 0 : Math.min(1, Math.abs(share));
    }
  }
  return shares;
}

interface Buffer {
  readonly stride: number;
  readonly width: number;
  readonly rows: number;
}

function addEdge(changes: Float64Array, buffer: Buffer, x0: number, y0: number, x1: number, y1: number): void {
  if (y0 === y1) return;
  const first = Math.max(0, Math.floor(Math.min(y0, y1)));
  const last = Math.min(buffer.rows - 1, Math.ceil(Math.max(y0, y1)) - 1);
  const slope = (x1 - x0) / (y1 - y0);
  for (let row = first; row <= last; row += 1) {
    const from = Math.min(Math.max(y0, row), row + 1);
    const to = Math.min(Math.max(y1, row), row + 1);
    addInRow(changes, row * buffer.stride, buffer.width, x0 + (from - y0) * slope, x0 + (to - y0) * slope, to - from);
  }
}

/** An edge within one row, `down` rows long: in each column it passes the area right of it there, and all of those beyond. */
function addInRow(changes: Float64Array, start: number, width: number, from: number, to: number, down: number): void {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  const end = Math.min(Math.max(high, 0), width);
  let at = Math.min(Math.max(low, 0), width);
  // What lies left of the window counts for all of its columns, what lies right of it for none.
  const perColumn = high > low ? down / (high - low) : 0;
  if (high === low) add(changes, start, width, at, at, down);
  else {
    if (low < 0) changes[start]! += (Math.min(high, 0) - low) * perColumn;
    while (at < end) {
      const next = Math.min(Math.floor(at) + 1, end);
      add(changes, start, width, at, next, (next - at) * perColumn);
      at = next;
    }
  }
}

function add(changes: Float64Array, start: number, width: number, low: number, high: number, down: number): void {
  const column = Math.min(Math.floor(low), width);
  const share = (low + high) / 2 - column;
  changes[start + column]! += down * (1 - share);
  if (column < width) changes[start + column + 1]! += down * share;
}
