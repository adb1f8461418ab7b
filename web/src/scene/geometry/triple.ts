/** x, y and z. */
export type Triple = readonly [x: number, y: number, z: number];

export type Box = { readonly min: Triple; readonly max: Triple };

export const mapTriple = (triple: Triple, change: (value: number, axis: 0 | 1 | 2) => number): Triple => [
  change(triple[0], 0),
  change(triple[1], 1),
  change(triple[2], 2),
];

export const add = (one: Triple, other: Triple): Triple => mapTriple(one, (value, axis) => value + other[axis]);
export const minus = (one: Triple, other: Triple): Triple => mapTriple(one, (value, axis) => value - other[axis]);
export const times = (one: Triple, factor: number): Triple => mapTriple(one, (value) => value * factor);
export const dot = (one: Triple, other: Triple): number => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
export const lengthOf = (one: Triple): number => Math.hypot(...one);
export const middleOf = ({ min, max }: Box): Triple => mapTriple(min, (value, axis) => (value + max[axis]) / 2);

export const cross = (a: Triple, b: Triple): Triple => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** The eight corners: bit 0 of the number is the end of x, bit 1 that of y, bit 2 that of z. */
export const cornersOf = ({ min, max }: Box): readonly Triple[] =>
  [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => mapTriple(min, (value, axis) => ((corner >> axis) & 1 ? max[axis] : value)));

export const isInside = (place: Triple, { min, max }: Box): boolean =>
  place.every((value, axis) => value >= (min[axis] ?? NaN) && value <= (max[axis] ?? NaN));

/** The box around all boxes; null for none. */
export function boxAround(boxes: readonly Box[]): Box | null {
  const [first, ...rest] = boxes;
  if (first === undefined) return null;
  return rest.reduce<Box>(
    (all, box) => ({
      min: mapTriple(all.min, (value, axis) => Math.min(value, box.min[axis])),
      max: mapTriple(all.max, (value, axis) => Math.max(value, box.max[axis])),
    }),
    first,
  );
}
