import type { GeoLine, GeometryOf, GeoPosition } from '../../../geodata/geometry.ts';
import type { GeoPackageColumn, GeoValue } from '../geopackage.ts';
import type { Encoder, FeatureEncoding } from './feature-encoding.ts';
import type { FeatureSelection } from './feature-query.ts';
import { type FieldKind, FlatBufferWriter, tableShape, type TableShape } from './flat-buffer.ts';
import { GEOMETRY_NUMBERS } from './geometry-numbers.ts';

/** The CRS of a file: positions have x (or longitude) first, whatever its authority says. */
export interface FileCrs {
  /** `EPSG` and the like. */
  readonly authority: string;
  /** Mostly a number. */
  readonly code: string;
  readonly name: string;
  /** As GDAL writes it. */
  readonly wkt: string;
}

/** What the head of a FlatGeobuf tells of its features. */
export interface FlatGeobufOptions {
  /** As the layer has it: `MultiPolygon`, `Geometry` for several kinds, `None`. */
  readonly geometryType: string;
  /** Whether positions have heights: then all have them, and 0 stands for those that are not there. */
  readonly hasHeight: boolean;
  readonly columns: readonly GeoPackageColumn[];
}

/** Version 3 of the format, twice, with the patch between. */
const MAGIC = Uint8Array.of(0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62, 1);

const GEOMETRY_TYPES: Readonly<Record<string, number>> = GEOMETRY_NUMBERS;
/** Any, so that each geometry tells its own. */
const ANY_GEOMETRY = 0;

type ColumnType = 'byte' | 'bool' | 'short' | 'int' | 'long' | 'double' | 'string' | 'moment' | 'bytes';
const TYPE_NUMBERS: Readonly<Record<ColumnType, number>> = {
  byte: 0,
  bool: 2,
  short: 3,
  int: 5,
  long: 7,
  double: 10,
  string: 11,
  moment: 13,
  bytes: 14,
};
/** By the type that a GeoPackage declares; all others are texts. There is no type for dates but that of times. */
const COLUMN_TYPES: Readonly<Record<string, ColumnType>> = {
  BOOLEAN: 'bool',
  TINYINT: 'byte',
  SMALLINT: 'short',
  MEDIUMINT: 'int',
  INT: 'long',
  INTEGER: 'long',
  FLOAT: 'double',
  DOUBLE: 'double',
  REAL: 'double',
  DATE: 'moment',
  DATETIME: 'moment',
  BLOB: 'bytes',
};

const columnType = ({ type }: GeoPackageColumn): ColumnType =>
  COLUMN_TYPES[type.replace(/\(.*/, '').toUpperCase()] ?? 'string';

/** Numbers of the fields in the schema of the format. */
const HEADER = { name: 0, geometryType: 2, hasZ: 3, columns: 7, featuresCount: 8, indexNodeSize: 9, crs: 10 } as const;
const COLUMN = { name: 0, type: 1 } as const;
const CRS = { org: 0, code: 1, name: 2, wkt: 4, codeString: 5 } as const;
const FEATURE = { geometry: 0, properties: 1 } as const;
const GEOMETRY = { ends: 0, xy: 1, z: 2, type: 6, parts: 7 } as const;

const HEADER_SHAPE = tableShape({
  [HEADER.name]: 'reference',
  [HEADER.geometryType]: 'byte',
  [HEADER.hasZ]: 'byte',
  [HEADER.columns]: 'reference',
  [HEADER.featuresCount]: 'long',
  [HEADER.indexNodeSize]: 'short',
  [HEADER.crs]: 'reference',
});
const COLUMN_SHAPE = tableShape({ [COLUMN.name]: 'reference', [COLUMN.type]: 'byte' });
const CRS_SHAPE = tableShape({
  [CRS.org]: 'reference',
  [CRS.code]: 'int',
  [CRS.name]: 'reference',
  [CRS.wkt]: 'reference',
});
const NAMED_CRS_SHAPE = tableShape({
  [CRS.org]: 'reference',
  [CRS.name]: 'reference',
  [CRS.wkt]: 'reference',
  [CRS.codeString]: 'reference',
});
const FEATURE_SHAPE = tableShape({ [FEATURE.geometry]: 'reference', [FEATURE.properties]: 'reference' });
const BARE_SHAPE = tableShape({ [FEATURE.properties]: 'reference' });

/** Shapes of geometries: what each kind of them has. */
const withType = (...fields: readonly number[]): TableShape => {
  const references = Object.fromEntries(fields.map((field) => [field, 'reference' as FieldKind]));
  return tableShape({ ...references, [GEOMETRY.type]: 'byte' });
};
const PARTS_SHAPE = withType(GEOMETRY.parts);
const FLAT_SHAPES = [withType(GEOMETRY.xy), withType(GEOMETRY.xy, GEOMETRY.z)] as const;
const RINGED_SHAPES = [withType(GEOMETRY.ends, GEOMETRY.xy), withType(GEOMETRY.ends, GEOMETRY.xy, GEOMETRY.z)] as const;

/** The place of a field that the shape has. */
const at = (table: number, { places }: TableShape, field: number): number => table + places.get(field)!;

/**
 * The beginning of a FlatGeobuf, up to its first feature. It has no index, so that features can be sent as they are found.
 *
 * @param count of the features that follow: readers tell by it whether the file is whole. 0 means unknown, too
 */
export function flatGeobufHead(
  { geometryType, hasHeight, columns }: FlatGeobufOptions,
  { name, count, crs }: { readonly name: string; readonly count: number; readonly crs: FileCrs },
): Uint8Array {
  const out = new FlatBufferWriter();
  out.begin();
  const header = out.root(HEADER_SHAPE);
  const field = (number: number): number => at(header, HEADER_SHAPE, number);
  out.setByte(field(HEADER.geometryType), GEOMETRY_TYPES[geometryType] ?? ANY_GEOMETRY);
  out.setByte(field(HEADER.hasZ), Number(hasHeight));
  out.setLong(field(HEADER.featuresCount), BigInt(count));
  out.setShort(field(HEADER.indexNodeSize), 0);
  out.string(field(HEADER.name), name);
  writeCrs(out, field(HEADER.crs), crs);
  const first = out.references(field(HEADER.columns), columns.length);
  for (const [index, column] of columns.entries()) {
    const table = out.table(COLUMN_SHAPE, first + 4 * index);
    out.setByte(at(table, COLUMN_SHAPE, COLUMN.type), TYPE_NUMBERS[columnType(column)]);
    out.string(at(table, COLUMN_SHAPE, COLUMN.name), column.name);
  }
  return Buffer.concat([MAGIC, out.end()]);
}

function writeCrs(out: FlatBufferWriter, from: number, { authority, code, name, wkt }: FileCrs): void {
  const isNumber = /^\d{1,9}$/.test(code);
  const shape = isNumber ? CRS_SHAPE : NAMED_CRS_SHAPE;
  const table = out.table(shape, from);
  if (isNumber) out.setInt(at(table, shape, CRS.code), Number(code));
  else out.string(at(table, shape, CRS.codeString), code);
  out.string(at(table, shape, CRS.org), authority);
  out.string(at(table, shape, CRS.name), name);
  out.string(at(table, shape, CRS.wkt), wkt);
}

/** The features of a FlatGeobuf. */
export const flatGeobufEncoding = (
  options: FlatGeobufOptions,
  selection: Omit<FeatureSelection, 'columns'> = {},
): FeatureEncoding => ({
  ...selection,
  columns: options.columns.map(({ name }) => name),
  module: new URL('./flatgeobuf.ts', import.meta.url),
  options,
});

/** What the threads load of this module. */
export function createEncoder(options: FlatGeobufOptions, columns: readonly string[]): Encoder {
  const { hasHeight } = options;
  const hasGeometry = options.geometryType !== 'None';
  const asked = options.columns.map((column) => ({ place: columns.indexOf(column.name), type: columnType(column) }));
  const buffer = new FlatBufferWriter();
  return ({ geometry, values }, out) => {
    const shape = hasGeometry && geometry !== null ? FEATURE_SHAPE : BARE_SHAPE;
    buffer.begin();
    const feature = buffer.root(shape);
    const first = buffer.list(at(feature, shape, FEATURE.properties), 0, 1);
    for (const [index, { place, type }] of asked.entries()) writeValue(buffer, index, type, values[place] ?? null);
    buffer.closeBytes(first);
    if (hasGeometry && geometry !== null)
      writeGeometry(buffer, at(feature, shape, FEATURE.geometry), geometry, hasHeight);
    out.bytes(buffer.end());
  };
}

/** A value behind the number of its column. Nulls, and what the type of the column cannot be, are left out. */
function writeValue(out: FlatBufferWriter, column: number, type: ColumnType, value: GeoValue): void {
  if (value === null) return;
  if (type === 'bytes' || type === 'string' || type === 'moment') {
    out.short(column);
    // A column may hold other values than its type says, as SQLite has it: texts then.
    return out.sized(type === 'bytes' && value instanceof Uint8Array ? value : textOf(value));
  }
  if (typeof value !== 'number' && typeof value !== 'bigint') return;
  if (type !== 'double' && type !== 'bool' && !fits(type, value)) return;
  out.short(column);
  switch (type) {
    case 'bool':
      return out.byte(value ? 1 : 0);
    case 'byte':
      return out.byte(Number(value) & 0xff);
    case 'short':
      return out.short(Number(value) & 0xffff);
    case 'int':
      return out.int(Number(value));
    case 'long':
      return out.long(BigInt(value));
    case 'double':
      return out.double(Number(value));
  }
}

const BITS = { byte: 8, short: 16, int: 32, long: 64 } as const;

function fits(type: keyof typeof BITS, value: number | bigint): boolean {
  if (typeof value === 'number' && !Number.isInteger(value)) return false;
  const whole = BigInt(value);
  return BigInt.asIntN(BITS[type], whole) === whole;
}

function textOf(value: Exclude<GeoValue, null>): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : String(value);
}

function writeGeometry(out: FlatBufferWriter, from: number, geometry: GeometryOf<GeoLine>, hasHeight: boolean): void {
  const type = GEOMETRY_TYPES[geometry.type]!;
  switch (geometry.type) {
    case 'Point':
      return writeLines(out, from, { type, hasHeight, lines: [pointsOf([geometry.coordinates])], isRinged: false });
    case 'MultiPoint':
      return writeLines(out, from, { type, hasHeight, lines: [pointsOf(geometry.coordinates)], isRinged: false });
    case 'LineString':
      return writeLines(out, from, { type, hasHeight, lines: [geometry.coordinates], isRinged: false });
    case 'MultiLineString':
    case 'Polygon':
      return writeLines(out, from, { type, hasHeight, lines: geometry.coordinates, isRinged: true });
    case 'MultiPolygon': {
      const polygon = { type: GEOMETRY_TYPES['Polygon']!, hasHeight, isRinged: true };
      const parts = partsOf(out, from, type, geometry.coordinates.length);
      geometry.coordinates.forEach((lines, index) => writeLines(out, parts + 4 * index, { ...polygon, lines }));
      return;
    }
    case 'GeometryCollection': {
      const parts = partsOf(out, from, type, geometry.geometries.length);
      geometry.geometries.forEach((part, index) => writeGeometry(out, parts + 4 * index, part, hasHeight));
    }
  }
}

/** Adds a geometry that consists of others. @returns where the reference to the first one stands */
function partsOf(out: FlatBufferWriter, from: number, type: number, count: number): number {
  const table = out.table(PARTS_SHAPE, from);
  out.setByte(at(table, PARTS_SHAPE, GEOMETRY.type), type);
  return out.references(at(table, PARTS_SHAPE, GEOMETRY.parts), count);
}

interface Lines {
  readonly type: number;
  readonly hasHeight: boolean;
  readonly lines: readonly GeoLine[];
  /** Whether it is told where each line ends. */
  readonly isRinged: boolean;
}

/** Adds a geometry of one row of positions, or of several. */
function writeLines(out: FlatBufferWriter, from: number, { type, hasHeight, lines, isRinged }: Lines): void {
  const shape = (isRinged ? RINGED_SHAPES : FLAT_SHAPES)[hasHeight ? 1 : 0];
  const table = out.table(shape, from);
  out.setByte(at(table, shape, GEOMETRY.type), type);
  if (isRinged) {
    out.list(at(table, shape, GEOMETRY.ends), lines.length, 4);
    let end = 0;
    for (const line of lines) out.uint((end += line.length));
  }
  const count = lines.reduce((sum, { length }) => sum + length, 0);
  out.list(at(table, shape, GEOMETRY.xy), 2 * count, 8);
  for (const line of lines)
    for (let index = 0; index < line.length; index += 1) {
      out.double(line.x(index));
      out.double(line.y(index));
    }
  if (!hasHeight) return;
  out.list(at(table, shape, GEOMETRY.z), count, 8);
  for (const line of lines)
    for (let index = 0; index < line.length; index += 1) out.double(line.hasHeight ? line.z(index) : 0);
}

/** Points as a line, whose numbers are read one by one. Those of one geometry may have heights or not. */
function pointsOf(points: readonly GeoPosition[]): GeoLine {
  return {
    length: points.length,
    hasHeight: true,
    x: (index) => points[index]?.[0] ?? NaN,
    y: (index) => points[index]?.[1] ?? NaN,
    z: (index) => points[index]?.[2] ?? 0,
    [Symbol.iterator]: () => points[Symbol.iterator](),
  };
}
