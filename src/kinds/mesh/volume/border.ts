import { OperationRefusal } from '../../../engine/for-children.ts';
import type { Vector3 } from '../../../geodata/place/box.ts';
import type { TriangleModel } from '../model/triangle-model.ts';
import type { BasePlane } from './measure.ts';
import type { Rings } from './prism.ts';

/** A height of the model on the border of an area, in metres; NaN where there is none. */
export interface BorderHeight {
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

/** Places along a border at which heights are read. */
const MOST_PLACES = 4000;
/** Cells of the grid that finds places below a triangle, along each side. */
const CELLS = 64;

/** Heights along the outer ring of an area, evenly spread and at its corners: of the highest triangle that is there. */
export function borderHeights(
  { positions, triangles }: Pick<TriangleModel, 'positions' | 'triangles'>,
  metres: Vector3,
  [ring = []]: Rings,
): readonly BorderHeight[] {
  const places = placesAlong(ring);
  const heights = new Float64Array(places.length).fill(-Infinity);
  const grid = createGrid(places);
  for (let at = 0; at < triangles.length; at += 3) {
    const corner = (index: number): Vector3 => {
      const vertex = 3 * triangles[at + index]!;
      return [positions[vertex]! * metres[0], positions[vertex + 1]! * metres[1], positions[vertex + 2]! * metres[2]];
    };
    const [a, b, c] = [corner(0), corner(1), corner(2)];
    grid.eachIn(
      Math.min(a[0], b[0], c[0]),
      Math.min(a[1], b[1], c[1]),
      Math.max(a[0], b[0], c[0]),
      Math.max(a[1], b[1], c[1]),
      (place) => {
        const height = heightIn(a, b, c, places[place]!);
        if (height > heights[place]!) heights[place] = height;
      },
    );
  }
  return places.map(([x, y], place) => ({ x, y, height: heights[place] === -Infinity ? NaN : heights[place]! }));
}

/** NaN beside the triangle, and where it is upright. */
function heightIn(a: Vector3, b: Vector3, c: Vector3, [x, y]: readonly [number, number]): number {
  const whole = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
  if (whole === 0) return NaN;
  const shareB = ((x - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (y - a[1])) / whole;
  const shareC = ((b[0] - a[0]) * (y - a[1]) - (x - a[0]) * (b[1] - a[1])) / whole;
  const shareA = 1 - shareB - shareC;
  // Places on an edge belong to both of its triangles.
  if (Math.min(shareA, shareB, shareC) < -1e-9) return NaN;
  return shareA * a[2] + shareB * b[2] + shareC * c[2];
}

function placesAlong(ring: readonly number[]): readonly (readonly [number, number])[] {
  const sides = Array.from({ length: ring.length / 2 }, (_, at) => {
    const [x1, y1] = [ring[2 * at]!, ring[2 * at + 1]!];
    const next = (2 * at + 2) % ring.length;
    return { x1, y1, dx: ring[next]! - x1, dy: ring[next + 1]! - y1 };
  });
  const whole = sides.reduce((sum, { dx, dy }) => sum + Math.hypot(dx, dy), 0);
  return sides.flatMap(({ x1, y1, dx, dy }) => {
    const steps = Math.ceil((MOST_PLACES * Math.hypot(dx, dy)) / whole);
    return Array.from({ length: steps }, (_, step) => [x1 + (dx * step) / steps, y1 + (dy * step) / steps] as const);
  });
}

function createGrid(places: readonly (readonly [number, number])[]) {
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const [west, south, east, north] = [xs, ys]
    .flatMap((values) => [values.reduce((least, value) => Math.min(least, value), Infinity)])
    .concat([xs, ys].map((values) => values.reduce((most, value) => Math.max(most, value), -Infinity))) as [
    number,
    number,
    number,
    number,
  ];
  const cellOf = (value: number, low: number, high: number): number =>
    high > low ? Math.min(CELLS - 1, Math.max(0, Math.floor((CELLS * (value - low)) / (high - low)))) : 0;
  const cells: number[][] = Array.from({ length: CELLS * CELLS }, () => []);
  places.forEach(([x, y], place) => cells[CELLS * cellOf(y, south, north) + cellOf(x, west, east)]!.push(place));
  return {
    eachIn(left: number, low: number, right: number, high: number, visit: (place: number) => void): void {
      if (left > east || right < west || low > north || high < south) return;
      const [firstColumn, lastColumn] = [cellOf(left, west, east), cellOf(right, west, east)];
      for (let row = cellOf(low, south, north); row <= cellOf(high, south, north); row += 1)
        for (let column = firstColumn; column <= lastColumn; column += 1)
          for (const place of cells[CELLS * row + column]!) visit(place);
    },
  };
}

export interface FittedPlane extends BasePlane {
  /** Standard error of its mean height over an area with that centroid. */
  errorAt(x: number, y: number): number;
}

/**
 * The plane with the least squares of its vertical distances from the border. The standard error of its mean over an area is that at the
 * centroid of the area: s √(1/n + xᵀ(XᵀX)⁻¹x) with places from their mean.
 *
 * @throws OperationRefusal where the border has too few heights, or all on one line
 */
export function fitPlane(border: readonly BorderHeight[]): FittedPlane {
  const known = knownHeights(border, 3);
  const mean = (of: (each: BorderHeight) => number): number =>
    known.reduce((sum, each) => sum + of(each), 0) / known.length;
  const [x0, y0, z0] = [mean(({ x }) => x), mean(({ y }) => y), mean(({ height }) => height)];
  const sums = { xx: 0, xy: 0, yy: 0, xz: 0, yz: 0 };
  for (const each of known) {
    const [x, y, z] = [each.x - x0, each.y - y0, each.height - z0];
    sums.xx += x * x;
    sums.xy += x * y;
    sums.yy += y * y;
    sums.xz += x * z;
    sums.yz += y * z;
  }
  const determinant = sums.xx * sums.yy - sums.xy * sums.xy;
  if (determinant <= 1e-9 * sums.xx * sums.yy)
    throw new OperationRefusal('No plane fits the border of the area, as its heights lie on one line.');
  const east = (sums.xz * sums.yy - sums.yz * sums.xy) / determinant;
  const north = (sums.yz * sums.xx - sums.xz * sums.xy) / determinant;
  const height = z0 - east * x0 - north * y0;
  const squares = known.reduce((sum, each) => sum + (each.height - height - east * each.x - north * each.y) ** 2, 0);
  const deviation = Math.sqrt(squares / Math.max(1, known.length - 3));
  return {
    height,
    east,
    north,
    errorAt(atX, atY) {
      const [x, y] = [atX - x0, atY - y0];
      const leverage = (x * x * sums.yy - 2 * x * y * sums.xy + y * y * sums.xx) / determinant;
      return deviation * Math.sqrt(1 / known.length + leverage);
    },
  };
}

/** A level plane at the lowest height of a border. @throws OperationRefusal for a border without heights */
export function lowestPlane(border: readonly BorderHeight[]): BasePlane {
  const known = knownHeights(border, 1);
  return { height: known.reduce((least, { height }) => Math.min(least, height), Infinity), east: 0, north: 0 };
}

function knownHeights(border: readonly BorderHeight[], least: number): readonly BorderHeight[] {
  const known = border.filter(({ height }) => !Number.isNaN(height));
  if (known.length < least)
    throw new OperationRefusal('The model has no heights along the border of the area. Choose another base.');
  return known;
}
