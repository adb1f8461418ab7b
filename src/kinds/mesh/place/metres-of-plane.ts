import { boxAround, cornersOf, type Box3, type Vector3 } from '../../../geodata/place/box.ts';
import { toGeodetic, type Geodetic } from '../../../geodata/place/geodesy.ts';
import { earthFrame, localMetres, type ModelPlace } from './model-place.ts';

/** A model that is thinner along an axis is looked at as if it were so wide, in units of its CRS. */
const LEAST_REACH = 1;
/** Least side of a plane in degrees: 10 m. */
const LEAST_DEGREES = 1e-4;

/**
 * Finds how coordinates of a CRS turn into metres east, north and up: by the values at the middle of a box and around it.
 *
 * @param toEarth Earth-centred metres of coordinates; null where there are none
 * @param isDegrees whether x and y are degrees
 * @returns null when a part of the box has no place
 */
export function metresOfPlane(
  box: Box3,
  isDegrees: boolean,
  toEarth: (position: Vector3) => Vector3 | null,
): Pick<ModelPlace, 'origin' | 'zero' | 'metres' | 'error'> | null {
  const zero = box.min.map((low, axis) => (low + box.max[axis]!) / 2) as unknown as Vector3;
  const start = toEarth(zero);
  const origin = start === null ? null : toGeodetic(start);
  if (origin === null) return null;
  const least = [isDegrees ? LEAST_DEGREES : LEAST_REACH, isDegrees ? LEAST_DEGREES : LEAST_REACH, LEAST_REACH];
  const reach = box.min.map((low, axis) => Math.max((box.max[axis]! - low) / 2, least[axis]!)) as unknown as Vector3;
  const local = localOf(origin);
  let isWhole = true;
  /** Metres at so many reaches from the middle. */
  const at = (x: number, y: number, z: number): Vector3 => {
    const position = toEarth([zero[0] + x * reach[0], zero[1] + y * reach[1], zero[2] + z * reach[2]]);
    if (position === null) isWhole = false;
    return position === null ? [0, 0, 0] : local(position);
  };
  const metres = factorsOf(at, reach);
  if (!isWhole || !metres.flat().every(Number.isFinite)) return null;
  const misses = cornersOf(box).map((corner) => {
    const position = toEarth(corner);
    const [found, wanted] = [localMetres({ zero, metres }, corner), position === null ? null : local(position)];
    return wanted === null ? Infinity : Math.hypot(...found.map((value, axis) => value - wanted[axis]!));
  });
  const error = Math.max(...misses);
  return Number.isFinite(error) ? { origin, zero, metres, error } : null;
}

/** Central differences: exact for what is bent like a parabola. */
function factorsOf(at: (x: number, y: number, z: number) => Vector3, reach: Vector3): ModelPlace['metres'] {
  const middle = at(0, 0, 0);
  const unit = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ] as const;
  const ends = unit.map(([x, y, z]) => [at(x, y, z), at(-x, -y, -z)] as const);
  const mixed = (one: number, other: number): readonly Vector3[] =>
    [
      [1, 1],
      [-1, -1],
      [1, -1],
      [-1, 1],
    ].map(([a = 0, b = 0]) => {
      const [x, y, z] = [0, 1, 2].map((axis) => a * unit[one]![axis]! + b * unit[other]![axis]!);
      return at(x!, y!, z!);
    });
  const [xy, xz, yz] = [mixed(0, 1), mixed(0, 2), mixed(1, 2)] as const;
  return [0, 1, 2].map((row) => {
    const slope = (axis: number): number => (ends[axis]![0][row]! - ends[axis]![1][row]!) / (2 * reach[axis]!);
    const bend = (axis: number): number =>
      (ends[axis]![0][row]! + ends[axis]![1][row]! - 2 * middle[row]!) / (2 * reach[axis]! ** 2);
    const twist = (values: readonly Vector3[], one: number, other: number): number =>
      (values[0]![row]! + values[1]![row]! - values[2]![row]! - values[3]![row]!) / (4 * reach[one]! * reach[other]!);
    return [slope(0), slope(1), slope(2), bend(0), twist(xy, 0, 1), twist(xz, 0, 2), bend(1), twist(yz, 1, 2), bend(2)];
  });
}

/** From Earth-centred metres to those east, north and up of a place. */
function localOf(origin: Geodetic): (position: Vector3) => Vector3 {
  const frame = earthFrame(origin);
  return (position) => {
    const away = position.map((value, axis) => value - frame[12 + axis]!);
    const along = (axis: number): number => away.reduce((sum, value, row) => sum + frame[4 * axis + row]! * value, 0);
    return [along(0), along(1), along(2)];
  };
}

/** The box of a model whose y leads up, with z up. */
export const upright = ({ min: [west, low, north], max: [east, high, south] }: Box3): Box3 => ({
  min: [west, -south, low],
  max: [east, -north, high],
});

/** A box that was moved. */
export const shifted = (box: Box3, shift: Vector3): Box3 =>
  boxAround(cornersOf(box).map(([x, y, z]): Vector3 => [x + shift[0], y + shift[1], z + shift[2]]))!;
