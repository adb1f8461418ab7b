/** The lowest, or the highest, of the cells within a radius along one line. */
function slide(
  line: Float32Array,
  out: Float32Array,
  length: number,
  radius: number,
  sign: 1 | -1,
  queue: Int32Array,
): void {
  let [first, last] = [0, 0];
  let next = 0;
  for (let at = 0; at < length; at += 1) {
    for (; next < length && next <= at + radius; next += 1) {
      while (last > first && sign * line[queue[last - 1]!]! >= sign * line[next]!) last -= 1;
      queue[last] = next;
      last += 1;
    }
    while (queue[first]! < at - radius) first += 1;
    out[at] = line[queue[first]!]!;
  }
}

/** Replaces each cell by the lowest (sign 1) or the highest (sign -1) in the square around it. */
function squareFilter(grid: Float32Array, width: number, height: number, radius: number, sign: 1 | -1): void {
  const longest = Math.max(width, height);
  const [line, out] = [new Float32Array(longest), new Float32Array(longest)];
  const queue = new Int32Array(longest);
  for (let row = 0; row < height; row += 1) {
    line.set(grid.subarray(row * width, (row + 1) * width));
    slide(line, out, width, radius, sign, queue);
    grid.set(out.subarray(0, width), row * width);
  }
  for (let column = 0; column < width; column += 1) {
    for (let row = 0; row < height; row += 1) line[row] = grid[row * width + column]!;
    slide(line, out, height, radius, sign, queue);
    for (let row = 0; row < height; row += 1) grid[row * width + column] = out[row]!;
  }
}

/**
 * Morphological opening with a square, in place: what is narrower than it is cut off. At the edges the square is cut, so a house at the edge
 * goes as well; slopes lose less there than a window of the same radius allows.
 */
export function openSurface(grid: Float32Array, width: number, height: number, radius: number): void {
  squareFilter(grid, width, height, radius, 1);
  squareFilter(grid, width, height, radius, -1);
}
