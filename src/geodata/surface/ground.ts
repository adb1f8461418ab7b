import type * as Gdal from 'gdal-async';
import { toDegrees } from '../place/to-degrees.ts';
import type { Affine } from './affine.ts';

/** How far one goes on the ground, in metres, by one step along a row and by one step down a column. */
export interface GroundStep {
  readonly columnEast: number;
  readonly columnNorth: number;
  readonly rowEast: number;
  readonly rowNorth: number;
  /** Area of one pixel, in square metres. */
  readonly area: number;
}

/** Lengths on the ground of a raster's plane. */
export interface Ground {
  /** `grid`: lengths of the plane, as surveyors take them; `ellipsoid`: of WGS 84, where those of the plane are none. */
  readonly measure: 'grid' | 'ellipsoid';
  stepAt(row: number): GroundStep;
  /** Metres between two positions of the plane that are some kilometres apart at most. */
  distance(x0: number, y0: number, x1: number, y1: number): number;
}

/** WGS 84. */
const RADIUS = 6_378_137;
const ECCENTRICITY2 = 0.006_694_379_990_141_316;
const DEGREE = Math.PI / 180;
/**
 * Projections of surveys keep lengths within 0.1 percent (0.04 in the middle of a zone of UTM), and people expect the
 * lengths of their grid. Web Mercator is wrong by 1 percent at 8 degrees of latitude already, and by half at 60.
 */
const MAX_STRETCH = 0.01;

/** Lengths in degrees count by the radii of curvature of WGS 84 at their latitude; a datum moves them by some millionths. */
export function createGround(crs: Gdal.SpatialReference, affine: Affine, width: number, height: number): Ground {
  const [, xColumn, xRow, , yColumn, yRow] = affine;
  const metres = crs.isGeographic() ? null : crs.getLinearUnits().value;
  const ellipsoid = onEllipsoid(crs, affine, width);
  if (metres !== null) {
    const step = stepOf(xColumn * metres, yColumn * metres, xRow * metres, yRow * metres);
    const { area } = ellipsoid.stepAt(height / 2);
    // A plane without a way to degrees has no better lengths than its own.
    if (!Number.isFinite(area) || Math.abs(Math.sqrt(area / step.area) - 1) <= MAX_STRETCH)
      return {
        measure: 'grid',
        stepAt: () => step,
        distance: (x0, y0, x1, y1) => Math.hypot(x1 - x0, y1 - y0) * metres,
      };
  }
  return ellipsoid;
}

function onEllipsoid(
  crs: Gdal.SpatialReference,
  [x0, xColumn, xRow, y0, yColumn, yRow]: Affine,
  width: number,
): Ground {
  const way = crs.isLocal() ? null : toDegrees(crs);
  const degreesAt = (x: number, y: number): readonly [number, number] => {
    try {
      const point = way?.transformPoint(x, y);
      return point === undefined ? [NaN, NaN] : [point.x, point.y];
    } catch {
      // PROJ reports a position without an image in degrees by an error: here that is an answer.
      return [NaN, NaN];
    }
  };
  const at = (column: number, row: number) =>
    degreesAt(x0 + xColumn * column + xRow * row, y0 + yColumn * column + yRow * row);
  return {
    measure: 'ellipsoid',
    stepAt(row) {
      const [column, middle] = [width / 2, row + 0.5];
      const along = metresBetween(at(column - 0.5, middle), at(column + 0.5, middle));
      const down = metresBetween(at(column, row), at(column, row + 1));
      return stepOf(along[0], along[1], down[0], down[1]);
    },
    distance: (fromX, fromY, toX, toY) => Math.hypot(...metresBetween(degreesAt(fromX, fromY), degreesAt(toX, toY))),
  };
}

function stepOf(columnEast: number, columnNorth: number, rowEast: number, rowNorth: number): GroundStep {
  const area = Math.abs(columnEast * rowNorth - columnNorth * rowEast);
  return { columnEast, columnNorth, rowEast, rowNorth, area };
}

/** East and north between two near positions in degrees, by the radii of curvature in the middle between them. */
export function metresBetween(
  [fromLongitude, fromLatitude]: readonly [number, number],
  [toLongitude, toLatitude]: readonly [number, number],
): readonly [east: number, north: number] {
  const latitude = ((fromLatitude + toLatitude) / 2) * DEGREE;
  const flat = 1 - ECCENTRICITY2 * Math.sin(latitude) ** 2;
  const meridian = (RADIUS * (1 - ECCENTRICITY2)) / flat ** 1.5;
  const parallel = (RADIUS / Math.sqrt(flat)) * Math.cos(latitude);
  // The shorter way round the Earth.
  const longitudes = ((((toLongitude - fromLongitude + 180) % 360) + 360) % 360) - 180;
  return [longitudes * DEGREE * parallel, (toLatitude - fromLatitude) * DEGREE * meridian];
}
