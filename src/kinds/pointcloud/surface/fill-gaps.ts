/** Largest radius, in pixels: 4,000 of them lie around a gap. */
export const MOST_FILL_RADIUS = 32;

/**
 * Fills gaps (NaN) by the values around them, each weighted by the inverse square of its distance; values that were filled do not count.
 *
 * @param values rows from `firstRow - radius` on, where there are such rows
 * @param first first row of `values` that is wanted, and `rows` how many
 * @returns the wanted rows, and how many gaps were filled
 */
export function fillGaps(
  values: Float32Array,
  width: number,
  first: number,
  rows: number,
  radius: number,
): { readonly values: Float32Array; readonly filled: number } {
  const result = values.slice(first * width, (first + rows) * width);
  if (radius === 0) return { values: result, filled: 0 };
  const all = values.length / width;
  const known = knownBefore(values, width);
  const weights = weightsOf(radius);
  const size = 2 * radius + 1;
  let filled = 0;
  for (let at = 0; at < result.length; at += 1) {
    if (!Number.isNaN(result[at]!)) continue;
    const [column, row] = [at % width, first + Math.floor(at / width)];
    const [from, to] = [Math.max(0, column - radius), Math.min(width - 1, column + radius)];
    let [sum, total] = [0, 0];
    for (let other = Math.max(0, row - radius); other <= Math.min(all - 1, row + radius); other += 1) {
      const start = other * (width + 1);
      if (known[start + to + 1] === known[start + from]) continue;
      const line = (other - row + radius) * size + radius - column;
      for (let near = from; near <= to; near += 1) {
        const value = values[other * width + near]!;
        const weight = weights[line + near]!;
        if (weight === 0 || Number.isNaN(value)) continue;
        sum += weight * value;
        total += weight;
      }
    }
    if (total === 0) continue;
    result[at] = sum / total;
    filled += 1;
  }
  return { values: result, filled };
}

/** How many pixels with a value a row has before each column. */
function knownBefore(values: Float32Array, width: number): Uint32Array {
  const rows = values.length / width;
  const known = new Uint32Array(rows * (width + 1));
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < width; column += 1) {
      const at = row * (width + 1) + column;
      known[at + 1] = known[at]! + (Number.isNaN(values[row * width + column]!) ? 0 : 1);
    }
  return known;
}

/** By row and column around a gap; 0 beyond the radius. */
function weightsOf(radius: number): Float64Array {
  const size = 2 * radius + 1;
  return Float64Array.from({ length: size * size }, (_, at) => {
    const square = ((at % size) - radius) ** 2 + (Math.floor(at / size) - radius) ** 2;
    return square === 0 || square > radius * radius ? 0 : 1 / square;
  });
}
