import type * as Gdal from 'gdal-async';
import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { type JsonObject, parseObject } from '../../../geodata/bounded-json.ts';
import type { Vector3 } from '../../../geodata/place/box.ts';
import { crsOfEpsg, crsOfWkt } from '../../../geodata/place/crs.ts';
import type { Geodetic } from '../../../geodata/place/geodesy.ts';

/** What a file beside a model says of its place. */
export type Claim =
  /** Coordinates of the model are metres east, north and up of there. */
  | { readonly from: string; readonly origin: Geodetic }
  /** Coordinates of the model and `shift` together lie in this CRS. */
  | { readonly from: string; readonly crs: Gdal.SpatialReference; readonly shift: Vector3 };

/** A file is some numbers and one CRS; what is larger is something else of the same name. */
const MAX_BYTES = 65_536;
/** Spellings of each number. */
const LATITUDE = ['latitude', 'lat'];
const LONGITUDE = ['longitude', 'lon', 'lng'];
const ALTITUDE = ['altitude', 'alt', 'elevation'];
/** The Earth is smaller in every unit of length. */
const MAX_SHIFT = 1e9;

interface Sidecar {
  readonly name: string;
  readonly path: string;
}

/** What a file of this name says; null for one that says nothing: something else of the same name. */
export function claimOf({ name, path }: Sidecar): Claim | null {
  const bytes = bytesOf(path);
  if (bytes === null) return null;
  if (isJson(name)) return jsonClaim(name, bytes);
  const text = bytes.toString('utf8');
  return /\.prj$/i.test(name) ? crsClaim(name, crsOfWkt(text), [0, 0, 0]) : shiftClaim(name, text);
}

/** The member `scale` of a sidecar; undefined where it has none. */
export function scaleMember({ name, path }: Sidecar): unknown {
  const bytes = isJson(name) ? bytesOf(path) : null;
  const json = bytes === null ? null : jsonIn(bytes);
  return json !== null && Object.hasOwn(json, 'scale') ? json['scale'] : undefined;
}

const isJson = (name: string): boolean => /\.json$/i.test(name);

function bytesOf(path: string): Buffer | null {
  const window = openWindow(path);
  try {
    return window.size <= MAX_BYTES ? window.bytes(0, window.size) : null;
  } finally {
    window.close();
  }
}

function jsonIn(bytes: Buffer): JsonObject | null {
  try {
    return parseObject(bytes);
  } catch {
    // Something else of the same name: as if it were not there.
    return null;
  }
}

const crsClaim = (from: string, crs: Gdal.SpatialReference | null, shift: Vector3): Claim | null =>
  crs === null ? null : { from, crs, shift };

function jsonClaim(from: string, bytes: Buffer): Claim | null {
  const json = jsonIn(bytes);
  if (json === null) return null;
  const origin = originOf(json);
  if (origin !== null) return { from, origin };
  const { srs, offset } = json;
  if (typeof srs !== 'string' || !Array.isArray(offset)) return null;
  const shift = shiftOf(offset.slice(0, 3).map((value) => (typeof value === 'number' ? value : NaN)));
  return shift === null ? null : crsClaim(from, crsOfText(srs), shift);
}

function originOf(json: JsonObject): Geodetic | null {
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

/** `coords.txt` of OpenDroneMap: a CRS, and the coordinates in it that the zero of the model has. */
function shiftClaim(from: string, text: string): Claim | null {
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const shift = shiftOf((lines[1] ?? '').split(/\s+/).slice(0, 3).map(Number));
  return shift === null ? null : crsClaim(from, crsOfText(lines[0] ?? ''), shift);
}

/** East, north and height, which may be left out. */
function shiftOf(numbers: readonly number[]): Vector3 | null {
  const [east = NaN, north = NaN, up = 0] = numbers;
  const shift: Vector3 = [east, north, up];
  return shift.every((value) => Math.abs(value) <= MAX_SHIFT) ? shift : null;
}

const UTM_NAME = /^WGS\s?84\s+UTM\s+(\d{1,2})\s?([NS])$/i;
const EPSG = /^(?:EPSG:)?(\d{4,5})$/i;

/** A CRS as OpenDroneMap writes it: `WGS84 UTM 32N`, text for PROJ of a UTM zone, a code, or WKT. */
function crsOfText(text: string): Gdal.SpatialReference | null {
  const code = EPSG.exec(text.trim())?.[1];
  if (code !== undefined) return crsOfEpsg(Number(code));
  const named = UTM_NAME.exec(text.trim());
  if (named !== null) return utm(Number(named[1]), named[2]?.toUpperCase() === 'S');
  const zone = /\+proj=utm\b/.test(text) ? /\+zone=(\d{1,2})\b/.exec(text)?.[1] : undefined;
  const isWgs = /\+(?:datum|ellps)=WGS84\b/.test(text);
  if (zone !== undefined) return isWgs ? utm(Number(zone), /\+south\b/.test(text)) : null;
  return crsOfWkt(text);
}

const utm = (zone: number, isSouth: boolean): Gdal.SpatialReference | null =>
  zone >= 1 && zone <= 60 ? crsOfEpsg((isSouth ? 32_700 : 32_600) + zone) : null;
