import type { GeoBounds, GeoPosition } from '../../../geodata/geometry.ts';
import type { Box3 } from '../../../geodata/place/box.ts';
import { crsOfWkt } from '../../../geodata/place/crs.ts';
import { toDegrees } from '../../../geodata/place/to-degrees.ts';
import { transformPositions } from '../../../geodata/place/transform-positions.ts';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import { locate, OUTSIDE } from '../../../geodata/planar/locate.ts';
import { meetsBox } from '../../../geodata/planar/meets-box.ts';
import { shapeOf } from '../../../geodata/planar/shape.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import type { AreaRequest } from './request.ts';

/** A part of the plane of a cloud, its edges included. */
export interface Area {
  readonly box: GeoBounds;
  contains(x: number, y: number): boolean;
  /** Whether a box has a place in common with it. */
  meets(box: GeoBounds): boolean;
}

/**
 * @param wkt CRS of the cloud. @param bounds of the cloud, as its header has them
 * @returns null for the whole cloud. @throws OperationRefusal where an area in degrees has no place in the cloud's CRS
 */
export function createArea(
  { area, window, areaInCrs, bounds }: AreaRequest,
  wkt: string | null,
  cloud: Box3,
): Area | null {
  if (bounds !== null) return boxArea(bounds as GeoBounds);
  if (areaInCrs !== null) return polygonArea(areaInCrs.coordinates);
  if (area === null && window === null) return null;
  const place = fromDegrees(wkt);
  const rings = area?.coordinates ?? [ringOf(cutToCloud(window as GeoBounds, wkt!, cloud))];
  return polygonArea(rings.map((ring) => divided(ring).map(place)));
}

const ringOf = ([west, south, east, north]: GeoBounds): readonly GeoPosition[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

/** Degrees around a cloud that stay of a window. */
const CUT_MARGIN = 0.01;

/** The part of a window near a cloud: far away from it most coordinate systems have no places, or wrong ones. */
function cutToCloud(window: GeoBounds, wkt: string, { min, max }: Box3): GeoBounds {
  const outline = outlineOf(min, max);
  const degrees = transformPositions(outline, toDegrees(crsOfWkt(wkt)!));
  if (!degrees.every(Number.isFinite)) return window;
  const [xs, ys] = [0, 1].map((axis) => degrees.filter((_, at) => at % 2 === axis)) as [Float64Array, Float64Array];
  const cut: GeoBounds = [
    Math.max(window[0], Math.min(...xs) - CUT_MARGIN),
    Math.max(window[1], Math.min(...ys) - CUT_MARGIN),
    Math.min(window[2], Math.max(...xs) + CUT_MARGIN),
    Math.min(window[3], Math.max(...ys) + CUT_MARGIN),
  ];
  // Beside the cloud, unless its header says that it lies elsewhere.
  return cut[0] < cut[2] && cut[1] < cut[3] ? cut : window;
}

/** Positions along each side of a box. */
const SIDE_POSITIONS = 17;

/** x and y in turn of places along the sides of a box, which may bend in another CRS. */
export function outlineOf(min: readonly number[], max: readonly number[]): Float64Array {
  const outline: number[] = [];
  for (let index = 0; index < SIDE_POSITIONS; index += 1) {
    const share = index / (SIDE_POSITIONS - 1);
    const [x, y] = [0, 1].map((axis) => min[axis]! + (max[axis]! - min[axis]!) * share) as [number, number];
    outline.push(x, min[1]!, x, max[1]!, min[0]!, y, max[0]!, y);
  }
  return Float64Array.from(outline);
}

function boxArea(box: GeoBounds): Area {
  const [lowX, lowY, highX, highY] = box;
  return {
    box,
    contains: (x, y) => x >= lowX && x <= highX && y >= lowY && y <= highY,
    meets: (other) => other[0] <= highX && other[2] >= lowX && other[1] <= highY && other[3] >= lowY,
  };
}

function polygonArea(rings: readonly (readonly GeoPosition[])[]): Area {
  const closed = rings.map((ring) => (isClosed(ring) ? ring : [...ring, ring[0]!]));
  const polygon = { type: 'Polygon', coordinates: closed } as const;
  const shape = shapeOf(polygon);
  const { box } = shape;
  const within = boxArea(box);
  return {
    box,
    contains: (x, y) => within.contains(x, y) && locate(shape, x, y) !== OUTSIDE,
    meets: (other) => within.meets(other) && meetsBox(polygon, other),
  };
}

const isClosed = (ring: readonly GeoPosition[]): boolean =>
  ring[0]![0] === ring.at(-1)![0] && ring[0]![1] === ring.at(-1)![1];

/** Sides longer than some 100 m are divided: a straight line in degrees bends in other systems. */
const LONGEST_SIDE = 0.001;
const MOST_PIECES = 64;

export function divided(line: readonly GeoPosition[]): readonly GeoPosition[] {
  const result: GeoPosition[] = [line[0]!];
  for (let at = 1; at < line.length; at += 1) {
    const [[x1 = NaN, y1 = NaN], [x2 = NaN, y2 = NaN]] = [line[at - 1]!, line[at]!];
    const pieces = Math.max(1, Math.min(MOST_PIECES, Math.ceil(Math.hypot(x2 - x1, y2 - y1) / LONGEST_SIDE)));
    for (let piece = 1; piece < pieces; piece += 1)
      result.push([x1 + ((x2 - x1) * piece) / pieces, y1 + ((y2 - y1) * piece) / pieces]);
    result.push(line[at]!);
  }
  return result;
}

/** Brings positions in longitude and latitude into the CRS of a cloud. */
export function fromDegrees(wkt: string | null): (position: GeoPosition) => GeoPosition {
  const crs = wkt === null ? null : crsOfWkt(wkt);
  if (crs === null)
    throw new OperationRefusal(
      'The cloud has no coordinate reference system, so degrees have no place in it. Give the place in the coordinates of the cloud.',
    );
  const way = new gdal.CoordinateTransformation(gdal.SpatialReference.fromEPSG(4326), crs);
  return ([longitude = NaN, latitude = NaN]) => {
    try {
      const { x, y } = way.transformPoint(longitude, latitude);
      if (Number.isFinite(x) && Number.isFinite(y)) return [x, y];
    } catch {
      // PROJ reports a position without an image by an error: it is refused below as well.
    }
    throw new OperationRefusal('The chosen place lies outside of the coordinate reference system of the cloud.');
  };
}
