import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { type JsonObject, parseObject } from '../../../geodata/bounded-json.ts';
import type { Box3 } from '../../../geodata/place/box.ts';
import { placeOfLocalBox, type SpatialPlace } from '../../../geodata/place/place.ts';
import type { Geodetic } from '../../../geodata/place/geodesy.ts';

/** A sidecar is three numbers; what is larger is something else of the same name. */
const MAX_JSON = 65_536;
/** Spellings of each number. */
const LATITUDE = ['latitude', 'lat'];
const LONGITUDE = ['longitude', 'lon', 'lng'];
const ALTITUDE = ['altitude', 'alt', 'elevation'];

export interface MeshPlacement {
  /** Where the origin of the mesh lies; null when the file does not say. */
  readonly origin: Geodetic | null;
  /** Null without an origin, bounds, or when these are no local metres. */
  readonly place: SpatialPlace | null;
}

/**
 * Places a mesh by the file that says where its origin lies. `up` is the axis of the mesh that leads up: with z, x leads
 * east and y north; with y, x leads east and z south.
 */
export function meshPlacement({
  path,
  bounds,
  up,
}: {
  readonly path: string;
  readonly bounds: Box3 | null;
  readonly up: 'y' | 'z';
}): MeshPlacement {
  const window = openWindow(path);
  try {
    const bytes = window.size <= MAX_JSON ? window.bytes(0, window.size) : null;
    const origin = bytes === null ? null : originOf(bytes);
    if (origin === null || bounds === null) return { origin, place: null };
    return { origin, place: placeOfLocalBox(origin, up === 'z' ? bounds : upright(bounds)) };
  } finally {
    window.close();
  }
}

function originOf(bytes: Buffer): Geodetic | null {
  let json: JsonObject;
  try {
    json = parseObject(bytes);
  } catch {
    // Something else of the same name: as if it were not there.
    return null;
  }
  const number = (names: readonly string[]): number | null => {
    const value = names
      .map((name) => (Object.hasOwn(json, name) ? json[name] : undefined))
      .find((one) => one !== undefined);
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  };
  const [latitude, longitude, altitude] = [number(LATITUDE), number(LONGITUDE), number(ALTITUDE) ?? 0];
  if (latitude === null || longitude === null || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return Math.abs(altitude) > 20_000 ? null : [longitude, latitude, altitude];
}

const upright = ({ min: [west, low, north], max: [east, high, south] }: Box3): Box3 => ({
  min: [west, -south, low],
  max: [east, -north, high],
});
