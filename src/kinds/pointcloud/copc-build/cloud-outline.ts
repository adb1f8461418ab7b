import type * as Gdal from 'gdal-async';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import { toDegrees } from '../../../geodata/place/to-degrees.ts';
import { FOOTPRINT_CELLS, type FootprintGrid } from '../records/records.ts';
import { covered, type CoveredGrid, coveredGrid, outlinesOf, type Outline } from './outline.ts';
import type { PointLayout } from './point-layout.ts';

export interface CloudOutline {
  /** Polygons in the CRS of the cloud; rings are closed. */
  readonly polygons: readonly Outline[];
  /** Covered area in square units of the CRS. */
  readonly area: number;
}

/** Outlines stand in answers: some kilobytes. */
const MOST_POLYGONS = 16;
const MOST_CORNERS = 256;

/**
 * The area that has points, from above: concave, with holes, as fine as the points lie close.
 *
 * @param footprint a byte a cell of the grid: 1 where a point lies
 */
export function outlineOf(
  points: number,
  footprint: Uint8Array,
  { origin, cells }: FootprintGrid,
  { scale, offset }: Pick<PointLayout, 'scale' | 'offset'>,
): CloudOutline {
  const grid = coveredGrid(points, { side: FOOTPRINT_CELLS, cells: footprint });
  const width = FOOTPRINT_CELLS / grid.side;
  const place = ([column, row]: readonly [number, number]): readonly [number, number] => [
    (origin[0] + (column * width) / cells[0]) * scale[0] + offset[0],
    (origin[1] + (row * width) / cells[1]) * scale[1] + offset[1],
  ];
  const cellArea = ((width / cells[0]) * scale[0] * width * scale[1]) / cells[1];
  return {
    polygons: simpleOutlines(grid).map((polygon) => polygon.map((ring) => ring.map((corner) => place(corner)))),
    area: covered(grid) * cellArea,
  };
}

/** The largest areas, with few corners. Their rings are closed. */
function simpleOutlines(grid: CoveredGrid): readonly Outline[] {
  const largest = outlinesOf(grid)
    .map(closedPolygon)
    .toSorted((one, other) => other.getArea() - one.getArea())
    .slice(0, MOST_POLYGONS);
  // In cells: one takes the steps of the grid away.
  for (let tolerance = 1; ; tolerance *= 2) {
    const outlines = largest.map((polygon) => cornersOf(polygon.simplifyPreserveTopology(tolerance)));
    const corners = outlines.flat().reduce((sum, ring) => sum + ring.length, 0);
    if (corners <= MOST_CORNERS || tolerance > grid.side) return outlines;
  }
}

const closedPolygon = (outline: Outline): Gdal.Polygon =>
  gdal.Geometry.fromGeoJson({
    type: 'Polygon',
    coordinates: outline.map((ring) => [...ring, ring[0]!]),
  }) as Gdal.Polygon;

const cornersOf = (polygon: Gdal.Geometry): Outline =>
  (polygon.toObject() as { readonly coordinates: Outline }).coordinates;

/**
 * The outlines in longitude and latitude as GeoJSON.
 *
 * @returns null where the CRS has no way there, they lie nowhere on Earth, or they cross the antimeridian
 */
export function outlineInDegrees(polygons: readonly Outline[], crs: Gdal.SpatialReference | null): object | null {
  if (crs === null || crs.isLocal() || (!crs.isGeographic() && !crs.isProjected())) return null;
  try {
    const way = toDegrees(crs);
    const coordinates = polygons.map((polygon) =>
      polygon.map((ring) =>
        ring.map(([x, y]) => {
          const point = way.transformPoint(x, y);
          return [round(point.x), round(point.y)];
        }),
      ),
    );
    const longitudes = coordinates.flat(2).map(([longitude]) => longitude!);
    // A CRS in degrees takes any numbers, such as metres that it was given for.
    const isSound = coordinates
      .flat(2)
      .every(([longitude, latitude]) => Math.abs(longitude!) <= 180 && Math.abs(latitude!) <= 90);
    return isSound && Math.max(...longitudes) - Math.min(...longitudes) < 180 ? geoJsonOf(coordinates) : null;
  } catch {
    // PROJ reports a position without an image in degrees by an error: here that is an answer.
    return null;
  }
}

/** A centimetre on the ground. */
const round = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;

/** A polygon, or some. */
export const geoJsonOf = (polygons: readonly unknown[]): object =>
  polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0] }
    : { type: 'MultiPolygon', coordinates: polygons };
