import type { Heights } from './heights.ts';

/**
 * Height between the centres of pixels by bilinear interpolation, at a column and a row of which whole numbers are corners of
 * pixels. In the outer half of the outermost pixels that of the edge goes on. NaN outside, and where one of the heights that
 * count is missing.
 */
export function heightBetween(
  { width, height, read }: Pick<Heights, 'width' | 'height' | 'read'>,
  column: number,
  row: number,
): number {
  if (!(column >= 0 && column <= width && row >= 0 && row <= height)) return NaN;
  const [x, y] = [within(column - 0.5, width), within(row - 0.5, height)];
  const [left, top] = [
    Math.min(Math.floor(x), Math.max(0, width - 2)),
    Math.min(Math.floor(y), Math.max(0, height - 2)),
  ];
  const [columns, rows] = [Math.min(2, width), Math.min(2, height)];
  const values = read(left, top, columns, rows);
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) {
    const across = at % columns === 0 ? 1 - (x - left) : x - left;
    const down = at < columns ? 1 - (y - top) : y - top;
    // What has no weight may be missing.
    if (across * down > 0) sum += across * down * values[at]!;
  }
  return sum;
}

const within = (value: number, count: number): number => Math.min(Math.max(value, 0), count - 1);
