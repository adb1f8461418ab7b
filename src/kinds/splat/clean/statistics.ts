/** Median of numbers; 0 for no numbers. */
export function medianOf(values: Float32Array): number {
  if (values.length === 0) return 0;
  return Float32Array.from(values).sort()[(values.length - 1) >>> 1]!;
}

/** Mean and standard deviation of the finite numbers. */
export function spreadOf(values: Float32Array): { readonly mean: number; readonly deviation: number } {
  let [count, sum, squares] = [0, 0, 0];
  for (let at = 0; at < values.length; at += 1) {
    if (!Number.isFinite(values[at]!)) continue;
    count += 1;
    sum += values[at]!;
  }
  const mean = count === 0 ? 0 : sum / count;
  for (let at = 0; at < values.length; at += 1) {
    const away = values[at]! - mean;
    // A second pass avoids the difference of two large sums, which would lose its digits.
    if (Number.isFinite(away)) squares += away * away;
  }
  return { mean, deviation: count === 0 ? 0 : Math.sqrt(squares / count) };
}
