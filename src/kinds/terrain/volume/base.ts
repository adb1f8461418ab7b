import { type Position, triangulate, turn } from './triangulate.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';

/** A height above a place on the border of an area. */
export interface BorderHeight {
  readonly column: number;
  readonly row: number;
  /** In units of the file; NaN where there is none. */
  readonly height: number;
}

/** A surface below a heap, or above a pit. */
export interface Base {
  /** Its heights at the centres of `width` pixels of a row, from the column `left`; NaN where it has none. */
  rowOf(row: number, left: number, width: number): Float64Array;
  /**
   * Standard error of its mean height over an area with that centroid, from how far the border lies from it; null where it
   * was not fitted.
   */
  errorAt(column: number, row: number): number | null;
}

/** @param height in units of the file */
export const levelBase = (height: number): Base => ({
  rowOf: (_row, _left, width) => new Float64Array(width).fill(height),
  errorAt: () => null,
});

export function lowestBase(border: readonly BorderHeight[]): Base {
  const known = requireKnown(border, 1);
  return levelBase(known.reduce((least, { height }) => Math.min(least, height), Infinity));
}

/**
 * The plane with the least squares of its distances from the border. The standard error of its mean over an area is that at the
 * area's centroid, as a plane's mean is its height there: s √(1/n + xᵀ(XᵀX)⁻¹x) with positions from their mean.
 */
export function planeBase(border: readonly BorderHeight[]): Base {
  const known = requireKnown(border, 3);
  const mean = (of: (each: BorderHeight) => number): number =>
    known.reduce((sum, each) => sum + of(each), 0) / known.length;
  const [x0, y0, z0] = [mean(({ column }) => column), mean(({ row }) => row), mean(({ height }) => height)];
  const sums = { xx: 0, xy: 0, yy: 0, xz: 0, yz: 0 };
  for (const { column, row, height } of known) {
    const [x, y, z] = [column - x0, row - y0, height - z0];
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
  const south = (sums.yz * sums.xx - sums.xz * sums.xy) / determinant;
  const heightAt = (column: number, row: number): number => z0 + east * (column - x0) + south * (row - y0);
  const squares = known.reduce((sum, { column, row, height }) => sum + (height - heightAt(column, row)) ** 2, 0);
  const deviation = Math.sqrt(squares / Math.max(1, known.length - 3));
  return {
    rowOf: (row, left, width) => new Float64Array(width).map((_, at) => heightAt(left + at + 0.5, row + 0.5)),
    errorAt(column, row) {
      const [x, y] = [column - x0, row - y0];
      const leverage = (x * x * sums.yy - 2 * x * y * sums.xy + y * y * sums.xx) / determinant;
      return deviation * Math.sqrt(1 / known.length + leverage);
    },
  };
}

/** Triangles between the heights of the borders of all parts of an area; a gap in a border is bridged in a straight line. */
export function triangulatedBase(parts: readonly (readonly BorderHeight[])[]): Base {
  const faces = parts.flatMap((part) => facesOf(bridged(part)));
  return {
    errorAt: () => null,
    rowOf(row, left, width) {
      const heights = new Float64Array(width).fill(NaN);
      const y = row + 0.5;
      // Pixels that an area only touches have their centre outside of all triangles: the nearest goes on for a pixel and a half.
      for (const reach of [0, 1.5])
        for (const face of faces) {
          const [from, to] = spanOf(face.corners, y - reach, y + reach);
          const first = Math.max(0, Math.ceil(from - reach - 0.5 - left));
          const last = Math.min(width - 1, Math.floor(to + reach - 0.5 - left));
          for (let at = first; at <= last; at += 1)
            if (Number.isNaN(heights[at])) heights[at] = face.heightAt(left + at + 0.5, y);
        }
      return heights;
    },
  };
}

interface Face {
  readonly corners: readonly [Position, Position, Position];
  /** On its plane; outside of it not farther from its corners than these from each other, as a narrow one can be very steep. */
  heightAt(column: number, row: number): number;
}

function facesOf(border: readonly BorderHeight[]): Face[] {
  const positions = border.map(({ column, row }) => [column, row] as const);
  return triangulate(positions).map((triangle) => {
    const corners = triangle.map((index) => positions[index]!) as unknown as Face['corners'];
    const [a, b, c] = corners;
    const heights = triangle.map((index) => border[index]!.height);
    const [low, high] = [Math.min(...heights), Math.max(...heights)];
    return {
      corners,
      heightAt(column, row) {
        const place = [column, row] as const;
        const shares = [turn(place, b, c), turn(a, place, c), turn(a, b, place)];
        const height = shares.reduce((sum, share, at) => sum + share * heights[at]!, 0) / turn(a, b, c);
        return Math.min(Math.max(height, low - (high - low)), high + (high - low));
      },
    };
  });
}

/** Columns between which a triangle lies in a band of rows; from more than to where it does not. */
function spanOf(corners: Face['corners'], top: number, bottom: number): readonly [from: number, to: number] {
  let [from, to] = [Infinity, -Infinity];
  corners.forEach(([x0, y0], index) => {
    const [x1, y1] = corners[(index + 1) % 3]!;
    if (Math.max(y0, y1) < top || Math.min(y0, y1) > bottom) return;
    for (const [x, y] of [
      [x0, y0],
      [x1, y1],
    ] as const) {
      const across = y0 === y1 ? x : x0 + ((Math.min(Math.max(y, top), bottom) - y0) / (y1 - y0)) * (x1 - x0);
      [from, to] = [Math.min(from, across), Math.max(to, across)];
    }
  });
  return [from, to];
}

function bridged(border: readonly BorderHeight[]): readonly BorderHeight[] {
  requireKnown(border, 3);
  const count = border.length;
  const isKnown = (index: number): boolean => !Number.isNaN(border[((index % count) + count) % count]!.height);
  return border.map((each, index) => {
    if (isKnown(index)) return each;
    let [before, after] = [index, index];
    while (!isKnown(before)) before -= 1;
    while (!isKnown(after)) after += 1;
    const [from, to] = [border[((before % count) + count) % count]!.height, border[after % count]!.height];
    return { ...each, height: from + ((index - before) / (after - before)) * (to - from) };
  });
}

function requireKnown(border: readonly BorderHeight[], least: number): readonly BorderHeight[] {
  const known = border.filter(({ height }) => !Number.isNaN(height));
  if (known.length < least)
    throw new OperationRefusal('The terrain has no heights along the border of the area. Choose another base.');
  return known;
}
