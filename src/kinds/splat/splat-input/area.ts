import { OperationRefusal } from '../../../engine/for-children.ts';
import type { GeoPosition } from '../../../geodata/geometry.ts';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import { crsOfWkt } from '../../../geodata/place/crs.ts';
import { type Geodetic, toEarthCentred } from '../../../geodata/place/geodesy.ts';
import { locate, OUTSIDE } from '../../../geodata/planar/locate.ts';
import { shapeOf } from '../../../geodata/planar/shape.ts';
import { earthFrame, type ModelPlace } from '../../mesh/place/model-place.ts';
import type { PlanePolygon } from './request.ts';

/** Tests whether a position lies in an area, edges included. */
export type Area = (x: number, y: number) => boolean;

/** Creates the test of an area in x and y of the splats. */
export function areaInPlane({ coordinates }: PlanePolygon): Area {
  const closed = coordinates.map((ring) => (isClosed(ring) ? ring : [...ring, ring[0]!]));
  const shape = shapeOf({ type: 'Polygon', coordinates: closed });
  const [west, south, east, north] = shape.box;
  return (x, y) => x >= west && x <= east && y >= south && y <= north && locate(shape, x, y) !== OUTSIDE;
}

/** Creates the test of an area in longitude and latitude. @throws OperationRefusal for splats without a place */
export function areaInDegrees({ type, coordinates }: PlanePolygon, place: ModelPlace | null): Area {
  if (place === null)
    throw new OperationRefusal(
      'The splats have no place on Earth, so an area in longitude and latitude cannot be used. Use the lowest and highest x, y and z (minX to maxZ) or areaInCrs.',
    );
  const toPlane = place.projection === null ? fromOrigin(place.origin) : fromCrs(place, place.projection);
  return areaInPlane({ type, coordinates: coordinates.map((ring) => divided(ring).map(toPlane)) });
}

const isClosed = (ring: readonly GeoPosition[]): boolean =>
  ring[0]![0] === ring.at(-1)![0] && ring[0]![1] === ring.at(-1)![1];

/** Longest side in degrees, about 100 m. Longer sides are divided, as straight lines in degrees bend in other systems. */
const LONGEST_SIDE = 0.001;
const MOST_PIECES = 64;

function divided(ring: readonly GeoPosition[]): readonly GeoPosition[] {
  const result: GeoPosition[] = [ring[0]!];
  for (let at = 1; at < ring.length; at += 1) {
    const [[x1 = NaN, y1 = NaN], [x2 = NaN, y2 = NaN]] = [ring[at - 1]!, ring[at]!];
    const pieces = Math.max(1, Math.min(MOST_PIECES, Math.ceil(Math.hypot(x2 - x1, y2 - y1) / LONGEST_SIDE)));
    for (let piece = 1; piece <= pieces; piece += 1)
      result.push([x1 + ((x2 - x1) * piece) / pieces, y1 + ((y2 - y1) * piece) / pieces]);
  }
  return result;
}

/** Converts longitude and latitude to metres east and north of an origin. */
function fromOrigin(origin: Geodetic): (position: GeoPosition) => GeoPosition {
  const frame = earthFrame(origin);
  return ([longitude = NaN, latitude = NaN]) => {
    const [x, y, z] = toEarthCentred([longitude, latitude, origin[2]]);
    const away = [x - frame[12]!, y - frame[13]!, z - frame[14]!];
    const along = (axis: number): number => away.reduce((sum, value, row) => sum + frame[4 * axis + row]! * value, 0);
    return [along(0), along(1)];
  };
}

function fromCrs({ shift }: ModelPlace, wkt: string): (position: GeoPosition) => GeoPosition {
  const crs = crsOfWkt(wkt);
  if (crs === null) throw new Error('The CRS of a place is one that was read before.');
  if (crs.isGeocentric())
    throw new OperationRefusal(
      'The coordinates of the splats are Earth-centred, so an area has no place in their x and y.',
    );
  const way = new gdal.CoordinateTransformation(gdal.SpatialReference.fromEPSG(4326), crs);
  return ([longitude = NaN, latitude = NaN]) => {
    try {
      const { x, y } = way.transformPoint(longitude, latitude);
      if (Number.isFinite(x) && Number.isFinite(y)) return [x - shift[0], y - shift[1]];
    } catch {
      // PROJ throws for positions outside of a projection. They are refused below.
    }
    throw new OperationRefusal('The area lies outside of the coordinate reference system of the splats.');
  };
}
