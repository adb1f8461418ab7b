import type { Vector3 } from '../../../geodata/place/box.ts';
import type { Dimension } from '../records/dimensions.ts';
import type { Measures, Range } from '../records/records.ts';

/** Adds what is known of some points to what is known of others. */
export function joined(some: Measures, others: Measures): Measures {
  return {
    points: some.points + others.points,
    ranges: some.ranges.map((range, index) => joinedRange(range, others.ranges[index]!)),
    bytes: some.bytes.map((counts, byte) => counts.map((count, value) => count + others.bytes[byte]![value]!)),
  };
}

const joinedRange = (some: Range, other: Range): Range => ({
  lowest: Math.min(some.lowest, other.lowest),
  highest: Math.max(some.highest, other.highest),
  sum: some.sum + other.sum,
  count: some.count + other.count,
});

export const noMeasures = (dimensions: readonly Dimension[]): Measures => ({
  points: 0,
  ranges: dimensions.map(() => ({ lowest: Infinity, highest: -Infinity, sum: 0, count: 0 })),
  bytes: Array.from({ length: 4 }, () => new Float64Array(256)),
});

/** Lowest and highest x, y and z as stored: the first three dimensions. */
export function storedBox({ ranges }: Measures): { readonly min: Vector3; readonly max: Vector3 } {
  const [x, y, z] = ranges as readonly [Range, Range, Range];
  return { min: [x.lowest, y.lowest, z.lowest], max: [x.highest, y.highest, z.highest] };
}

/** Points of return 1 to 15. Return 0, which no scanner has, is in none. */
export function byReturn({ bytes }: Measures): readonly number[] {
  const returns = bytes[0]!;
  return Array.from({ length: 15 }, (_, index) => {
    let count = 0;
    for (let value = index + 1; value < 256; value += 16) count += returns[value]!;
    return count;
  });
}
