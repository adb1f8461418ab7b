import type { GeoGeometry, GeoPosition } from '../../kinds/vector/index.ts';
import { invalidFilter, MAX_CQL2_DEPTH } from './cql2-expression.ts';
import type { Reader } from './cql2-tokens.ts';

type Read = (reader: Reader, depth: number) => GeoGeometry;

/** Geometries of CQL2 text, well-known text, by the word that begins them. */
const TYPES: Readonly<Record<string, Read>> = {
  POINT: (reader) => ({ type: 'Point', coordinates: inBrackets(reader, position) }),
  LINESTRING: (reader) => ({ type: 'LineString', coordinates: line(reader) }),
  POLYGON: (reader) => ({ type: 'Polygon', coordinates: list(reader, line) }),
  // Both ways to write it are in use: with and without brackets around each position.
  MULTIPOINT: (reader) => ({ type: 'MultiPoint', coordinates: list(reader, bracketedPosition) }),
  MULTILINESTRING: (reader) => ({ type: 'MultiLineString', coordinates: list(reader, line) }),
  MULTIPOLYGON: (reader) => ({ type: 'MultiPolygon', coordinates: list(reader, (each) => list(each, line)) }),
  GEOMETRYCOLLECTION: (reader, depth) => ({
    type: 'GeometryCollection',
    geometries: list(reader, (each) => readWkt(each, each.next().text, depth + 1)),
  }),
};

export const isWktType = (word: string): boolean => Object.hasOwn(TYPES, word.toUpperCase());

/** @param word that begins it, taken already. @throws InvalidParameterValue */
export function readWkt(reader: Reader, word: string, depth: number): GeoGeometry {
  const read = isWktType(word) ? TYPES[word.toUpperCase()] : undefined;
  if (read === undefined || depth > MAX_CQL2_DEPTH) throw invalidFilter('a geometry in it is none');
  reader.take('Z');
  return read(reader, depth);
}

function inBrackets<T>(reader: Reader, read: (reader: Reader) => T): T {
  reader.expect('(');
  const value = read(reader);
  reader.expect(')');
  return value;
}

const list = <T>(reader: Reader, read: (reader: Reader) => T): T[] =>
  inBrackets(reader, () => {
    const items = [read(reader)];
    while (reader.take(',')) items.push(read(reader));
    return items;
  });

const line = (reader: Reader): GeoPosition[] => list(reader, position);

const bracketedPosition = (reader: Reader): GeoPosition =>
  reader.peek().text === '(' ? inBrackets(reader, position) : position(reader);

/** Two numbers, or three. */
function position(reader: Reader): GeoPosition {
  const numbers: number[] = [];
  for (;;) {
    const sign = reader.take('-') ? -1 : 1;
    const { kind, text } = reader.peek();
    if (kind !== 'number') break;
    reader.next();
    numbers.push(sign * Number(text));
  }
  if (numbers.length < 2 || numbers.length > 3) throw invalidFilter('a position in it has not two or three numbers');
  return numbers;
}
