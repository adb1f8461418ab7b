import { gdal } from '../../../geodata/geo-driver.child.ts';
import { boxAround, type Vector3 } from '../../../geodata/place/box.ts';
import type { Geodetic } from '../../../geodata/place/geodesy.ts';
import type { SpatialPlace } from '../../../geodata/place/place.ts';
import { horizontalCode } from '../../../geodata/place/wkt-code.ts';
import type { ModelPlace } from '../../mesh/place/model-place.ts';

/** Content of `gsplat/georef.json`. Coordinates of the splats times `scale` plus `offset` lie in `srs`. */
interface Georef {
  /** A code such as `EPSG:32632`, or WKT where the system has none. */
  readonly srs: string;
  readonly offset: Vector3;
  /** Default: 1. Programs that do not know it draw the splats in the right place, in the size that the file has. */
  readonly scale?: number;
  /** West, south, east, north in degrees. */
  readonly boundsWgs84?: readonly [west: number, south: number, east: number, north: number];
  /**
   * Longitude, latitude and height of the zero of coordinates that are metres around it. It is exact; `srs` is then the UTM zone, whose
   * north differs from true north by up to 3 degrees, and whose metres differ by up to 0.04 %.
   */
  readonly origin?: Geodetic;
}

/** Northern and southern limit of UTM, in degrees. */
const [MOST_NORTH, MOST_SOUTH] = [84, -80];

/** Describes the place of splats. @returns null for splats nearer to a pole than any UTM zone */
export function georefOf(place: ModelPlace, scale: number | null): Georef | null {
  const { projection, shift, origin, footprint } = place;
  const more = { ...(scale === null ? {} : { scale }), ...boundsOf(footprint) };
  if (projection !== null) return { srs: horizontalCode(projection) ?? projection, offset: shift, ...more };
  const [longitude, latitude, height] = origin;
  if (latitude > MOST_NORTH || latitude < MOST_SOUTH) return null;
  const zone = Math.min(60, Math.floor((longitude + 180) / 6) + 1);
  const code = (latitude < 0 ? 32_700 : 32_600) + zone;
  const degrees = gdal.SpatialReference.fromEPSG(4326);
  const way = new gdal.CoordinateTransformation(degrees, gdal.SpatialReference.fromEPSG(code));
  const { x: east, y: north } = way.transformPoint(longitude, latitude);
  return { srs: `EPSG:${code}`, offset: [east, north, height], ...more, origin };
}

function boundsOf(footprint: SpatialPlace | null): Pick<Georef, 'boundsWgs84'> {
  const box = footprint === null ? null : boxAround(footprint.ring);
  return box === null ? {} : { boundsWgs84: [box.min[0], box.min[1], box.max[0], box.max[1]] };
}
