import type { GeoBounds } from '../../../geodata/geometry.ts';
import { worldX, worldY } from '../tiles/grid.ts';
import type { PixelGrid, PixelScale } from './pixel-grid.ts';
import { MARGIN } from './margin.ts';
import type { MapProjection } from './map-projection.ts';

/**
 * The way of positions from degrees to pixels, in two steps: into a plane in which lines are straight and can be clipped, and
 * from there to pixels. Where the plane is that of pixels already, the second step is none.
 */
export interface PixelPlaces {
  /** What is worth keeping of the plane: the picture and its margin. */
  readonly frame: { readonly minX: number; readonly minY: number; readonly maxX: number; readonly maxY: number };
  /** Writes a position of the plane to `plane` at `at`. */
  toPlane(longitude: number, latitude: number, plane: Float64Array, at: number): void;
  /** Pixels of positions of the plane; undefined where the plane is that of pixels. */
  readonly toPixels: ((x: number, y: number, pixels: [number, number]) => boolean) | undefined;
  /** Longest step in the plane, in x and in y, that is straight in pixels. */
  readonly step: readonly [number, number];
}

export function createPixelPlaces(projection: MapProjection, width: number, height: number): PixelPlaces {
  if (projection.kind === 'grid') return gridPlaces(projection.control);
  const frame = { minX: -MARGIN, minY: -MARGIN, maxX: width + MARGIN, maxY: height + MARGIN };
  const { scale } = projection;
  const toPlane = projection.kind === 'degrees' ? degreesPlane(scale) : worldsPlane(scale);
  return { frame, toPlane, toPixels: undefined, step: [Infinity, Infinity] };
}

const degreesPlane =
  ({ minX, maxY, x, y }: PixelScale): PixelPlaces['toPlane'] =>
  (longitude, latitude, plane, at) => {
    plane[at] = (longitude - minX) * x;
    plane[at + 1] = (maxY - latitude) * y;
  };

const worldsPlane =
  ({ minX, maxY, x, y }: PixelScale): PixelPlaces['toPlane'] =>
  (longitude, latitude, plane, at) => {
    plane[at] = (worldX(longitude) - 0.5 - minX) * x;
    plane[at + 1] = (maxY - 0.5 + worldY(latitude)) * y;
  };

/** The plane is that of degrees: lines are straight there, and bend with the picture. */
function gridPlaces(control: PixelGrid): PixelPlaces {
  const [west, south, east, north] = control.bounds;
  return {
    frame: { minX: west, minY: south, maxX: east, maxY: north },
    toPlane(longitude, latitude, plane, at) {
      plane[at] = longitude;
      plane[at + 1] = latitude;
    },
    toPixels: (x, y, pixels) => interpolate(control, x, y, pixels),
    step: [(east - west) / control.columns, (north - south) / control.rows],
  };
}

/** @returns whether the position has a place in the picture's plane */
function interpolate(
  { bounds, columns, rows, points, known }: PixelGrid,
  longitude: number,
  latitude: number,
  result: [number, number],
): boolean {
  const [x, y] = [cellsFrom(bounds, 0, longitude, columns), cellsFrom(bounds, 1, latitude, rows)];
  const [column, row] = [Math.min(columns - 1, Math.floor(x)), Math.min(rows - 1, Math.floor(y))];
  if (!(column >= 0 && row >= 0 && x <= columns && y <= rows) || known[row * columns + column] === 0) return false;
  const [right, up] = [x - column, y - row];
  const lower = 2 * (row * (columns + 1) + column);
  const upper = lower + 2 * (columns + 1);
  for (const axis of [0, 1] as const) {
    const low = points[lower + axis]! * (1 - right) + points[lower + 2 + axis]! * right;
    const high = points[upper + axis]! * (1 - right) + points[upper + 2 + axis]! * right;
    result[axis] = low * (1 - up) + high * up;
  }
  return true;
}

const cellsFrom = (bounds: GeoBounds, axis: 0 | 1, value: number, cells: number): number =>
  ((value - bounds[axis]) / (bounds[axis + 2]! - bounds[axis])) * cells;
