import type { Box3, Vector3 } from '../../../geodata/place/box.ts';

/** A map of a box that bends little, by its values on a grid: plain data, for threads. It is straight along z. */
export interface SmoothMap {
  readonly box: Box3;
  /** Values along x and along y: one more than the degree of the curve through them. */
  readonly side: number;
  /** x, y, z at the lower and at the upper end of z, by place on the grid, rows along x. */
  readonly values: readonly number[];
}

/** Values along a side at first, and at most. */
const [FEWEST, MOST] = [3, 13] as const;
/** Metres that it may be off; floats of a tile are off by as much. */
const LARGEST_MISS = 1e-3;

/**
 * Finds a map that is as good as an exact one, which is slow to ask: for coordinates of a CRS in metres on the Earth, nine values are enough
 * up to a few kilometres.
 *
 * @param exact null for what has no image
 * @returns null when part of the box has no image, or bends too much
 */
export function smoothMap(box: Box3, exact: (position: Vector3) => Vector3 | null): SmoothMap | null {
  const wide = withVolume(box);
  for (let side: number = FEWEST; side <= MOST; side += 2) {
    const found = throughValues(wide, side, exact);
    if (found === null) return null;
    if (missOf(found, exact) <= LARGEST_MISS) return found;
  }
  return null;
}

/** A box without a height has one here, so that nothing is divided by it. */
const withVolume = ({ min, max }: Box3): Box3 => ({
  min,
  max: max.map((value, axis) => (value > min[axis]! ? value : min[axis]! + 1)) as unknown as Vector3,
});

function throughValues(box: Box3, side: number, exact: (position: Vector3) => Vector3 | null): SmoothMap | null {
  const values: number[] = [];
  for (let row = 0; row < side; row += 1)
    for (let column = 0; column < side; column += 1)
      for (const z of [box.min[2], box.max[2]]) {
        const value = exact([along(box, 0, knot(column, side)), along(box, 1, knot(row, side)), z]);
        if (value === null || !value.every(Number.isFinite)) return null;
        values.push(...value);
      }
  return { box, side, values };
}

/** Denser towards the ends, where curves through even places swing: -1 to 1. */
const knot = (index: number, side: number): number => -Math.cos((Math.PI * index) / (side - 1));

const along = ({ min, max }: Box3, axis: number, place: number): number =>
  min[axis]! + ((place + 1) / 2) * (max[axis]! - min[axis]!);

/** Metres that a map is off between its values. */
function missOf(map: SmoothMap, exact: (position: Vector3) => Vector3 | null): number {
  const read = readMap(map);
  const places = Array.from(
    { length: map.side - 1 },
    (_, index) => (knot(index, map.side) + knot(index + 1, map.side)) / 2,
  );
  let largest = 0;
  for (const x of places)
    for (const y of places)
      for (const z of [-1, 0.1, 1]) {
        const position = [x, y, z].map((value, axis) => along(map.box, axis, value)) as unknown as Vector3;
        const value = exact(position);
        if (value === null) return Infinity;
        const found = read(position);
        largest = Math.max(largest, Math.hypot(...found.map((one, axis) => one - value[axis]!)));
      }
  return largest;
}

/** @returns the map as a function */
export function readMap({ box, side, values }: SmoothMap): (position: Vector3) => Vector3 {
  const knots = Array.from({ length: side }, (_, index) => knot(index, side));
  const parts = [new Float64Array(side), new Float64Array(side)] as const;
  const numbers = Float64Array.from(values);
  return (position) => {
    for (let axis = 0; axis < 2; axis += 1) {
      const way = (position[axis]! - box.min[axis]!) / (box.max[axis]! - box.min[axis]!);
      shares(2 * way - 1, knots, parts[axis]!);
    }
    const height = (position[2] - box.min[2]) / (box.max[2] - box.min[2]);
    let [x, y, z, at] = [0, 0, 0, 0];
    for (let row = 0; row < side; row += 1)
      for (let column = 0; column < side; column += 1) {
        const share = parts[0][column]! * parts[1][row]!;
        const [low, high] = [share * (1 - height), share * height];
        x += low * numbers[at]! + high * numbers[at + 3]!;
        y += low * numbers[at + 1]! + high * numbers[at + 4]!;
        z += low * numbers[at + 2]! + high * numbers[at + 5]!;
        at += 6;
      }
    return [x, y, z];
  };
}

/** How much each value counts at a place: Lagrange's polynomials in barycentric form. */
function shares(place: number, knots: readonly number[], into: Float64Array): void {
  const hit = knots.indexOf(place);
  if (hit >= 0) {
    into.fill(0);
    into[hit] = 1;
    return;
  }
  let sum = 0;
  for (let index = 0; index < knots.length; index += 1) {
    const weight = (index % 2 === 0 ? 1 : -1) * (index === 0 || index === knots.length - 1 ? 0.5 : 1);
    into[index] = weight / (place - knots[index]!);
    sum += into[index]!;
  }
  for (let index = 0; index < knots.length; index += 1) into[index]! /= sum;
}
