import { columnKind, type ColumnKind, type GeoPackageColumn } from '../../kinds/vector/index.ts';

/** Types of XML Schema by kind. Whole numbers of 32 bits are declared as such. */
const TYPES: Readonly<Record<ColumnKind, string>> = {
  integer: 'xsd:long',
  number: 'xsd:double',
  boolean: 'xsd:boolean',
  date: 'xsd:date',
  bytes: 'xsd:base64Binary',
  text: 'xsd:string',
};

/** The type of XML Schema that the values of a column have. */
export function schemaType(column: GeoPackageColumn): string {
  return column.type.toUpperCase() === 'MEDIUMINT' ? 'xsd:int' : TYPES[columnKind(column)];
}

/** Kinds of geometry, as tables declare them, with the type of GML's property for each. */
const GEOMETRIES: Readonly<Record<string, string>> = {
  MultiPoint: 'gml:MultiPointPropertyType',
  MultiLineString: 'gml:MultiCurvePropertyType',
  MultiPolygon: 'gml:MultiSurfacePropertyType',
};

export const geometryPropertyType = (geometryType: string): string =>
  GEOMETRIES[geometryType] ?? 'gml:GeometryPropertyType';
