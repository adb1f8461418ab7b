import { WGS84_ELLIPSOID } from '3d-tiles-renderer/three';
import { Box3, Matrix4, Vector3 } from 'three';
import { type Crs, eastNorthUp, metricCrs } from '../../../scene/geometry/crs.ts';
import type { Box, Triple } from '../../../scene/geometry/triple.ts';
import { i18n } from '../../../languages/i18n.ts';

/** Where a tileset lies in a scene. */
export type TilesetPlace = {
  /** From coordinates of the tileset to those of the system below, z up, in metres. */
  readonly matrix: Matrix4;
  readonly crs: Crs;
  /** In that system. */
  readonly bounds: Box;
  /** From the tileset's system to longitude, latitude (degrees) and height; null for one that is not on Earth. */
  readonly onEarth: ((at: Triple) => Triple) | null;
};

/** Distances from the middle of the Earth, in metres, that are at its surface. */
const [NEAREST, FARTHEST] = [6_300_000, 6_450_000] as const;
const degrees = (radians: number): number => (radians * 180) / Math.PI;

/**
 * A tileset on Earth gets a system of its own: east, north and up at its middle, so that up is up. One of local coordinates stays as it is.
 *
 * @param box of the first tile, in coordinates of its own. @param turn from those to the ones of the tileset
 */
export function tilesetPlace(box: Box3, turn: Matrix4): TilesetPlace {
  const middle = box.getCenter(new Vector3()).applyMatrix4(turn);
  const distance = middle.length();
  if (distance < NEAREST || distance > FARTHEST) return placedBy(new Matrix4(), LOCAL, box, turn, null);
  const place = { lat: 0, lon: 0, height: 0 };
  WGS84_ELLIPSOID.getPositionToCartographic(middle, place);
  const frame = WGS84_ELLIPSOID.getEastNorthUpFrame(place.lat, place.lon, place.height, new Matrix4());
  const crs = eastNorthUp([degrees(place.lon), degrees(place.lat), place.height], middle.toArray().join());
  return placedBy(frame.clone().invert(), crs, box, turn, (at) => {
    WGS84_ELLIPSOID.getPositionToCartographic(new Vector3(...at).applyMatrix4(frame), place);
    return [degrees(place.lon), degrees(place.lat), place.height];
  });
}

/** 3D Tiles are in metres, whether or not anybody knows where. */
const LOCAL = metricCrs(i18n.t('Local coordinates'), 'LOCAL:METRES');

function placedBy(matrix: Matrix4, crs: Crs, box: Box3, turn: Matrix4, onEarth: TilesetPlace['onEarth']): TilesetPlace {
  const whole = new Matrix4().multiplyMatrices(matrix, turn);
  const { min, max } = new Box3().copy(box).applyMatrix4(whole);
  return { matrix, crs, bounds: { min: [min.x, min.y, min.z], max: [max.x, max.y, max.z] }, onEarth };
}
