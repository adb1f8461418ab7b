import { columnKind, type ColumnKind, type GeoPackageColumn } from '../../kinds/vector/index.ts';
import { GEOMETRY_NAMES } from '../filters/cql2-expression.ts';
import type { VectorLayer } from '../layers/layer.ts';
import { addressOf, type ApiCall } from './api-call.ts';
import { pathOf } from './collections.ts';
import { timeColumn } from './datetime.ts';

export const SCHEMA_TYPE = 'application/schema+json';

const TYPES: Readonly<Record<ColumnKind, object>> = {
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  bytes: { type: 'string', contentEncoding: 'base64' },
  text: { type: 'string' },
};

/** What features of a layer can be searched by (OGC 19-079r2), as a JSON Schema. */
export function queryables(call: ApiCall, layer: VectorLayer): object {
  return {
    ...schemaOf(call, layer, 'queryables', (column) => columnKind(column) !== 'bytes'),
    // Nothing else is understood in a filter.
    additionalProperties: false,
  };
}

/** What features of a layer can be sorted by (OGC API Features Part 8, a draft), as a JSON Schema. */
export function sortables(call: ApiCall, layer: VectorLayer): object {
  const isSortable = ({ name }: GeoPackageColumn): boolean => name === name.trim() && !name.includes(',');
  return {
    ...schemaOf(call, layer, 'sortables', (column) => columnKind(column) !== 'bytes' && isSortable(column)),
    additionalProperties: false,
  };
}

/** The attributes of a layer (OGC API Features Part 5), as a JSON Schema. */
export const schema = (call: ApiCall, layer: VectorLayer): object => schemaOf(call, layer, 'schema', () => true);

function schemaOf(
  call: ApiCall,
  layer: VectorLayer,
  part: 'queryables' | 'sortables' | 'schema',
  has: (column: GeoPackageColumn) => boolean,
): object {
  const { columns, geometryType } = layer.content;
  const time = timeColumn(layer);
  const geometry =
    geometryType === 'None' || part === 'sortables'
      ? []
      : [[GEOMETRY_NAMES[0]!, { 'x-ogc-role': 'primary-geometry', format: FORMATS[geometryType] ?? 'geometry-any' }]];
  const attributes = columns.filter(has).map((column) => [
    column.name,
    {
      title: column.name,
      ...TYPES[columnKind(column)],
      ...(/^(?:DATETIME|TIMESTAMP)\b/i.test(column.type) ? { format: 'date-time' } : {}),
      ...(column.name === time ? { 'x-ogc-role': 'primary-instant' } : {}),
    },
  ]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: addressOf(call, `${pathOf(layer)}/${part}`),
    type: 'object',
    title: layer.title,
    properties: Object.fromEntries([...geometry, ...attributes]) as object,
  };
}

const FORMATS: Readonly<Record<string, string>> = {
  MultiPoint: 'geometry-multipoint',
  MultiLineString: 'geometry-multilinestring',
  MultiPolygon: 'geometry-multipolygon',
  GeometryCollection: 'geometry-geometrycollection',
};
