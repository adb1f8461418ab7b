import type { GeoPackageColumn } from '../geopackage.ts';

/** What the values of a column are. Times are text: ISO 8601, with the offset the source gave. */
export type ColumnKind = 'integer' | 'number' | 'boolean' | 'date' | 'bytes' | 'text';

const KINDS: Readonly<Record<string, ColumnKind>> = {
  INTEGER: 'integer',
  INT: 'integer',
  MEDIUMINT: 'integer',
  SMALLINT: 'integer',
  TINYINT: 'integer',
  REAL: 'number',
  DOUBLE: 'number',
  FLOAT: 'number',
  BOOLEAN: 'boolean',
  DATE: 'date',
  BLOB: 'bytes',
};

/** Names of the columns that are true or false; a GeoPackage keeps 1 and 0 in them. */
export const booleanNames = (columns: readonly GeoPackageColumn[]): readonly string[] =>
  columns.filter((column) => columnKind(column) === 'boolean').map(({ name }) => name);

/** The kind of a column by the type its table declares. */
export function columnKind({ type }: GeoPackageColumn): ColumnKind {
  return KINDS[type.replace(/\(.*/, '').toUpperCase()] ?? 'text';
}
