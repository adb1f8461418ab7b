import { gdal } from '../../../geodata/geo-driver.child.ts';
import { boxAround, type Vector3 } from '../../../geodata/place/box.ts';
import type { Geodetic } from '../../../geodata/place/geodesy.ts';
import type { SpatialPlace } from '../../../geodata/place/place.ts';
import { horizontalCode } from '../../../geodata/place/wkt-code.ts';
import type { ModelPlace } from '../../mesh/place/model-place.ts';

/** What `gsplat/georef.json` says: coordinates of the splats times `scale`, and `offset`, together lie in `srs`. */
export interface Georef {
  /** A code such as `EPSG:32632`, or WKT where the system has none. */
  readonly srs: string;
  readonly offset: Vector3;
  /** Default: 1. Programs that do not know it draw the splats in the right place, in the size that the file has. */
  readonly scale?: number;
  /** West, south, east, north in degrees. */
  readonly boundsWgs84?: readonly [west: number, south: number, east: number, north: number];
  /**
   * Longitude, latitude and height of the zero of the splats, where their coordinates are metres around it. `srs` is the UTM zone
   * then, whose north differs from true north by up to 3 degrees and whose metres by up to 0.04 %; this is exact.
   */
  readonly origin?: Geodetic;
}

/** UTM has no zones nearer to the poles, in degrees. */
const [MOST_NORTH, MOST_SOUTH] = [84, -80];

/** @returns null for splats so near to a pole that no UTM zone holds them */
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
