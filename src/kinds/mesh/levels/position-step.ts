/** A step is at most this share of the mean edge: surfaces turn by less than a degree. */
const OF_MEAN = 1 / 64;
/** A step is this part of the edge than which one in twenty is shorter: small parts of a coarse model keep their shape. */
const [OF_SHORT, SHORT] = [1 / 8, 0.05] as const;
/** Steps from one side of the model to the other, as a power of two: floats then hold every multiple, and its sums, exactly. */
const MOST_BITS = 22;
/** Edges that are looked at. */
const SAMPLES = 50_000;

/**
 * The step to multiples of which all positions of a model are rounded, so that nodes of all levels agree in the vertices that they share. A
 * power of two: a 64th of the mean edge or an eighth of short ones, and a 4,000,000th of the largest side of the model at least.
 */
export function positionStep(positions: Float32Array, triangles: Uint32Array): number {
  const lengths = edgeLengths(positions, triangles);
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const short = lengths[Math.floor(lengths.length * SHORT)] ?? 0;
  const wanted = Math.min(OF_MEAN * mean, OF_SHORT * short);
  const least = Math.ceil(Math.log2(largestSide(positions))) - MOST_BITS;
  // In a model without extent, anything is a multiple of one.
  if (!Number.isFinite(least)) return 1;
  return 2 ** (wanted > 0 ? Math.max(least, Math.floor(Math.log2(wanted))) : least);
}

/** Lengths of some edges that have one, in order. */
function edgeLengths(positions: Float32Array, triangles: Uint32Array): Float64Array {
  const stride = 3 * Math.max(1, Math.floor(triangles.length / 3 / SAMPLES));
  const lengths: number[] = [];
  for (let at = 0; at < triangles.length; at += stride) {
    const [one, other] = [3 * triangles[at]!, 3 * triangles[at + 1]!];
    const length = Math.hypot(
      positions[one]! - positions[other]!,
      positions[one + 1]! - positions[other + 1]!,
      positions[one + 2]! - positions[other + 2]!,
    );
    if (length > 0) lengths.push(length);
  }
  return Float64Array.from(lengths).toSorted();
}

function largestSide(positions: Float32Array): number {
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ] as [number[], number[]];
  for (let at = 0; at < positions.length; at += 1) {
    const [axis, value] = [at % 3, positions[at]!];
    if (value < low[axis]!) low[axis] = value;
    if (value > high[axis]!) high[axis] = value;
  }
  return Math.max(...[0, 1, 2].map((axis) => high[axis]! - low[axis]!));
}
