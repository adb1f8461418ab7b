import type { Heights } from '../../../geodata/surface/heights.ts';
import type { Strip } from '../../../geodata/surface/strips.ts';
import type { Window } from '../../../geodata/surface/relief.ts';

/**
 * Calls `visit` with the nine heights around each pixel of a strip that has one, in rows from the left. Beyond the edge of the
 * raster heights go on as they came; a gap within has the height of the middle. `window` is the same one at each call.
 */
export function visitWindows(
  heights: Pick<Heights, 'width' | 'height' | 'read'>,
  { top, rows }: Strip,
  visit: (window: Window, row: number, at: number) => void,
): void {
  const { width, height } = heights;
  const first = Math.max(0, top - 1);
  const last = Math.min(height, top + rows + 1);
  const values = heights.read(0, first, width, last - first);
  const valueAt = (column: number, row: number): number => {
    if (column < 0 || column >= width) return beyond(column, width, (inside) => valueAt(inside, row));
    if (row < 0 || row >= height) return beyond(row, height, (inside) => valueAt(column, inside));
    return values[(row - first) * width + column]!;
  };
  const window = new Float64Array(9);
  for (let row = top; row < top + rows; row += 1) {
    const isInner = row > 0 && row < height - 1;
    for (let column = 0; column < width; column += 1) {
      const middle = values[(row - first) * width + column]!;
      if (Number.isNaN(middle)) continue;
      const isInside = isInner && column > 0 && column < width - 1;
      for (let cell = 0; cell < 9; cell += 1) {
        const [x, y] = [column - 1 + (cell % 3), row - 1 + Math.floor(cell / 3)];
        const value = isInside ? values[(y - first) * width + x]! : valueAt(x, y);
        window[cell] = Number.isNaN(value) ? middle : value;
      }
      visit(window, row, (row - top) * width + column);
    }
  }
}

/** The value one step beyond an end of a line of values, on the straight line of the last two; of one alone itself. */
function beyond(index: number, count: number, valueAt: (inside: number) => number): number {
  const [last, before] = index < 0 ? [0, Math.min(1, count - 1)] : [count - 1, Math.max(0, count - 2)];
  return 2 * valueAt(last) - valueAt(before);
}
