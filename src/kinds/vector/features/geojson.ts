import type { GeoLine, GeometryOf, GeoPosition } from '../../../geodata/geometry.ts';
import type { GeoValue } from '../geopackage.ts';
import type { Encoder, FeatureEncoding } from './feature-encoding.ts';
import type { FeatureSelection } from './feature-query.ts';
import { asciiWithout, textPiece, type TextWriter } from './text-writer.ts';

export interface GeoJsonOptions {
  /** Put before the number of a feature: `roads.` makes ids like `roads.17`. Without it the id is the number. */
  readonly idPrefix?: string | undefined;
  /** Latitude or northing first: only where a service says so, as GeoJSON itself has longitude first. */
  readonly isNorthFirst?: boolean | undefined;
  /** Geometries are asked for; else they are null. */
  readonly hasGeometry?: boolean | undefined;
  /** Columns whose 1 and 0 are written as true and false. */
  readonly booleans?: readonly string[] | undefined;
  /** Written for each feature before its end, beside `id`, `geometry` and `properties`: ready JSON members. */
  readonly members?: string | undefined;
}

/** The features of a GeoJSON FeatureCollection (RFC 7946), with commas between them. */
export const geoJsonEncoding = (options: GeoJsonOptions = {}, selection: FeatureSelection = {}): FeatureEncoding => ({
  ...selection,
  module: new URL('./geojson.ts', import.meta.url),
  options,
});

/** What the threads load of this module. */
export function createEncoder(
  { idPrefix, isNorthFirst = false, hasGeometry = true, booleans = [], members }: GeoJsonOptions,
  columns: readonly string[],
): Encoder {
  const [idStart, idEnd] = idPrefix === undefined ? ['', ''] : [JSON.stringify(idPrefix).slice(0, -1), '"'];
  const start = textPiece(`{"type":"Feature","id":${idStart}`);
  const geometryStart = textPiece(`${idEnd},"geometry":`);
  const propertiesStart = textPiece(',"properties":{');
  const names = columns.map((name, at) => textPiece(`${at === 0 ? '' : ','}${JSON.stringify(name)}:`));
  const isTruth = columns.map((name) => booleans.includes(name));
  const end = textPiece(members === undefined ? '}}' : `},${members}}`);
  return ({ fid, geometry, values }, out, ordinal) => {
    if (ordinal > 0) out.text(',\n');
    out.piece(start);
    out.number(fid, 0);
    out.piece(geometryStart);
    if (geometry === null || !hasGeometry) out.text('null');
    else writeGeometry(out, geometry, isNorthFirst);
    out.piece(propertiesStart);
    for (let at = 0; at < names.length; at += 1) {
      out.piece(names[at]!);
      const value = values[at] ?? null;
      if (isTruth[at] === true && (value === 0 || value === 1)) out.text(value === 1 ? 'true' : 'false');
      else writeValue(out, value);
    }
    out.piece(end);
  };
}

/** What JSON writes as it is. */
const PLAIN = asciiWithout('"\\');

/** Numbers of any size are numbers of JSON; bytes are base64; infinity is none. */
function writeValue(out: TextWriter, value: GeoValue): void {
  if (typeof value === 'bigint') return out.text(String(value));
  if (typeof value === 'string') {
    out.text('"');
    if (out.plainText(value, PLAIN)) out.text('"');
    else out.text(JSON.stringify(value).slice(1));
  } else out.text(JSON.stringify(value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value));
}

/** A geometry as GeoJSON, with degrees to nine decimals. */
export function writeGeometry(out: TextWriter, geometry: GeometryOf<GeoLine>, isNorthFirst = false): void {
  const position = (each: GeoPosition): void => writePosition(out, each, isNorthFirst);
  const line = (each: GeoLine): void => writeLine(out, each, isNorthFirst);
  const lines = (each: readonly GeoLine[]): void => writeList(out, each, line);
  out.text(`{"type":"${geometry.type}",${geometry.type === 'GeometryCollection' ? '"geometries":' : '"coordinates":'}`);
  switch (geometry.type) {
    case 'Point':
      position(geometry.coordinates);
      break;
    case 'MultiPoint':
      writeList(out, geometry.coordinates, position);
      break;
    case 'LineString':
      line(geometry.coordinates);
      break;
    case 'MultiLineString':
    case 'Polygon':
      lines(geometry.coordinates);
      break;
    case 'MultiPolygon':
      writeList(out, geometry.coordinates, lines);
      break;
    case 'GeometryCollection':
      writeList(out, geometry.geometries, (part) => writeGeometry(out, part, isNorthFirst));
  }
  out.text('}');
}

function writeList<T>(out: TextWriter, items: readonly T[], write: (item: T) => void): void {
  out.text('[');
  for (let at = 0; at < items.length; at += 1) {
    if (at > 0) out.text(',');
    write(items[at]!);
  }
  out.text(']');
}

function writePosition(out: TextWriter, [x = NaN, y = NaN, z]: GeoPosition, isNorthFirst: boolean): void {
  out.text('[');
  out.number(isNorthFirst ? y : x);
  out.text(',');
  out.number(isNorthFirst ? x : y);
  if (z !== undefined) {
    out.text(',');
    out.number(z);
  }
  out.text(']');
}

/** Most of the work of a page: numbers go from the file to the text without an array between. */
function writeLine(out: TextWriter, line: GeoLine, isNorthFirst: boolean): void {
  const { length, hasHeight } = line;
  out.text(length === 0 ? '[' : '[[');
  for (let at = 0; at < length; at += 1) {
    if (at > 0) out.text('],[');
    out.number(isNorthFirst ? line.y(at) : line.x(at));
    out.text(',');
    out.number(isNorthFirst ? line.x(at) : line.y(at));
    if (!hasHeight) continue;
    out.text(',');
    out.number(line.z(at));
  }
  out.text(length === 0 ? ']' : ']]');
}
