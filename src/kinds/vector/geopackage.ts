import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import {
  boundsOfGeometry,
  type GeoBounds,
  type GeoGeometry,
  type GeoLine,
  type GeometryOf,
} from '../../geodata/geometry.ts';
import { readGeometry, readLongGeometry } from './geopackage-geometry.ts';
import { openImmutable, quoted } from './sqlite.ts';

/** A layer of a built GeoPackage: a table of features in longitude and latitude (EPSG:4326). */
export interface GeoPackageLayer {
  /** What `features` and `feature` are asked by; letters, digits and underscores of its name, unique in the file. */
  readonly table: string;
  /** What the source calls it. */
  readonly name: string;
  /** CRS of the source: `EPSG:n` or a name; null where it gave none. */
  readonly crs: string | null;
  /** MultiPoint, MultiLineString, MultiPolygon, GeometryCollection or Geometry; None for a table without geometries. */
  readonly geometryType: string;
  /** Whether some of its positions have heights. */
  readonly hasHeight: boolean;
  readonly featureCount: number;
  /** Features of the source that could not be taken over. */
  readonly skippedCount: number;
  /** Around all its features; null without any. */
  readonly bounds: GeoBounds | null;
  /** Attributes in their order, without the id and the geometry. */
  readonly columns: readonly GeoPackageColumn[];
}

export interface GeoPackageColumn {
  readonly name: string;
  /** As the table declares it: INTEGER, MEDIUMINT, BOOLEAN, REAL, TEXT, TEXT(20), DATE, BLOB ... */
  readonly type: string;
}

/** Numbers beyond 2^53 are bigint. */
export type GeoValue = string | number | bigint | Uint8Array | null;

export interface GeoPackageFeature {
  readonly fid: number;
  /** Null for a feature without one. */
  readonly geometry: GeoGeometry | null;
  readonly properties: Readonly<Record<string, GeoValue>>;
}

/** A feature as it is written: nothing is made of it that its text does not need. */
export interface GeoPackageRow {
  readonly fid: number;
  readonly geometry: GeometryOf<GeoLine> | null;
  /** In the order of the columns that are asked for. */
  readonly values: readonly GeoValue[];
}

export interface FeatureQuery {
  /** Only features whose box touches this one; without it also those that have no geometry. */
  readonly bounds?: GeoBounds;
  /** Only features with greater ids: the last of the page before. */
  readonly after?: number;
  /** How many at most; all without it. */
  readonly limit?: number;
  /** Attributes that are wanted; all without it. Unknown ones are left out. */
  readonly columns?: readonly string[];
}

/**
 * Reads one GeoPackage that the output `vec` made. All calls are synchronous: not for the service's own process when many
 * features are asked for.
 */
export interface GeoPackage {
  readonly layers: readonly GeoPackageLayer[];
  /**
   * Features of a layer by rising id, one after the other as they are read. Nothing else may be asked of the package while
   * an iteration is under way that might close it. @throws RangeError for a table that is none of `layers`
   */
  features(table: string, query?: FeatureQuery): Iterable<GeoPackageFeature>;
  /** One feature; undefined when there is none of this id. */
  feature(table: string, fid: number): GeoPackageFeature | undefined;
  close(): void;
}

/** Opens a built GeoPackage for reading. It may not change while it is open: nothing is locked. @throws when it is none */
export function openGeoPackage(path: string): GeoPackage {
  const database = openImmutable(path);
  try {
    const layers = readLayers(database);
    const byTable = new Map(layers.map((layer) => [layer.table, layer]));
    const layerOf = (table: string): GeoPackageLayer => {
      const layer = byTable.get(table);
      if (layer === undefined) throw new RangeError('The file has no such layer.');
      return layer;
    };
    return {
      layers,
      features: (table, query = {}) => selectFeatures(database, layerOf(table), query),
      feature: (table, fid) => featureReader(database, layerOf(table))(fid),
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** What a built GeoPackage says of its layers. */
export function readLayers(database: DatabaseSync): readonly GeoPackageLayer[] {
  const rows = database.prepare('SELECT * FROM alidade_layers ORDER BY position').all();
  return rows.map((row) => {
    const table = String(row['table_name']);
    const sides = ['min_x', 'min_y', 'max_x', 'max_y'].map((side) => row[side]);
    const [west, south, east, north] = sides.map(Number);
    const isPlaced = sides.every((side) => side !== null);
    return {
      table,
      name: String(row['source_name']),
      crs: row['source_crs'] === null ? null : String(row['source_crs']),
      geometryType: String(row['geometry_type']),
      hasHeight: row['geometry_type'] !== 'None' && hasHeights(database, table),
      featureCount: Number(row['feature_count']),
      skippedCount: Number(row['skipped_count']),
      bounds: isPlaced ? [west!, south!, east!, north!] : null,
      columns: columnsOf(database, table),
    };
  });
}

function hasHeights(database: DatabaseSync, table: string): boolean {
  const row = database.prepare('SELECT z FROM gpkg_geometry_columns WHERE table_name = ?').get(table);
  return row !== undefined && row['z'] !== 0;
}

function columnsOf(database: DatabaseSync, table: string): readonly GeoPackageColumn[] {
  const rows = database.prepare('SELECT name, type FROM pragma_table_info(?) ORDER BY cid').all(table);
  return rows
    .map(({ name, type }) => ({ name: String(name), type: String(type) }))
    .filter(({ name }) => name !== 'fid' && name !== 'geom');
}

/** Reads single features of a layer by their ids. @param wanted attributes; all without it, unknown ones are left out */
export function featureReader(
  database: DatabaseSync,
  layer: GeoPackageLayer,
  wanted?: readonly string[],
): (fid: number) => GeoPackageFeature | undefined {
  const asked = askedColumns(layer, wanted);
  const statement = database.prepare(`${selectSql(layer, asked)} WHERE fid = ?`);
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  return (fid) => {
    const row = statement.get(fid) as readonly SQLOutputValue[] | undefined;
    return row === undefined ? undefined : featureOf(row, asked);
  };
}

/** The same for features that are written at once: columns are those that `askedColumns` gives. */
export function rowReader(
  database: DatabaseSync,
  { table, geometryType }: GeoPackageLayer,
  asked: readonly GeoPackageColumn[],
): (fid: number) => GeoPackageRow | undefined {
  const selected = [...asked.map(({ name }) => quoted(name)), geometryType === 'None' ? 'NULL' : 'geom'];
  const statement = database.prepare(`SELECT ${selected.join(', ')} FROM ${quoted(table)} WHERE fid = ?`);
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  return (fid) => {
    const values = statement.get(fid) as SQLOutputValue[] | undefined;
    if (values === undefined) return undefined;
    const blob = values.pop();
    return {
      fid,
      geometry: blob instanceof Uint8Array ? readLongGeometry(blob) : null,
      values: values.map(plainValue),
    };
  };
}

/** The columns of a layer that are wanted, in their order. */
export const askedColumns = (
  { columns }: GeoPackageLayer,
  wanted: readonly string[] | undefined,
): readonly GeoPackageColumn[] => columns.filter(({ name }) => wanted === undefined || wanted.includes(name));

/** Id, geometry and attributes, as `featureOf` reads them. */
function selectSql({ table, geometryType }: GeoPackageLayer, asked: readonly GeoPackageColumn[]): string {
  const selected = ['fid', geometryType === 'None' ? 'NULL' : 'geom', ...asked.map(({ name }) => quoted(name))];
  return `SELECT ${selected.join(', ')} FROM ${quoted(table)}`;
}

function featureOf(
  [fid, blob, ...values]: readonly SQLOutputValue[],
  asked: readonly GeoPackageColumn[],
): GeoPackageFeature {
  const geometry = blob instanceof Uint8Array ? readGeometry(blob) : null;
  const properties = asked.map(({ name }, index) => [name, plainValue(values[index] ?? null)] as const);
  return { fid: Number(fid), geometry, properties: Object.fromEntries(properties) };
}

function* selectFeatures(
  database: DatabaseSync,
  layer: GeoPackageLayer,
  query: FeatureQuery,
): Generator<GeoPackageFeature> {
  const { table, geometryType, bounds } = layer;
  const hasGeometry = geometryType !== 'None';
  const { after, limit = -1 } = query;
  const asked = askedColumns(layer, query.columns);
  const window =
    query.bounds === undefined || (bounds !== null && contains(query.bounds, bounds)) ? null : query.bounds;
  if (window !== null && (!hasGeometry || bounds === null)) return;
  const conditions: string[] = [];
  const values: SQLInputValue[] = [];
  if (after !== undefined) {
    conditions.push('fid > ?');
    values.push(after);
  }
  if (query.bounds !== undefined) conditions.push('geom IS NOT NULL');
  if (window !== null) {
    const index = quoted(`rtree_${table}_geom`);
    // Boxes of the index are a little larger, never smaller: what only touches by rounding is left out below.
    conditions.push(`fid IN (SELECT id FROM ${index} WHERE maxx >= ? AND minx <= ? AND maxy >= ? AND miny <= ?)`);
    values.push(window[0], window[2], window[1], window[3]);
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const statement = database.prepare(`${selectSql(layer, asked)} ${where} ORDER BY fid`);
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  let left = limit;
  if (left === 0) return;
  // With arrays asked for, a row is one; the types of Node.js do not say so.
  for (const row of statement.iterate(...values) as Iterable<unknown> as Iterable<readonly SQLOutputValue[]>) {
    const feature = featureOf(row, asked);
    if (query.bounds !== undefined && !isTouching(feature.geometry, query.bounds)) continue;
    yield feature;
    if ((left -= 1) === 0) return;
  }
}

const plainValue = (value: SQLOutputValue): GeoValue =>
  typeof value === 'bigint' && BigInt.asIntN(54, value) === value ? Number(value) : value;

const contains = (outer: GeoBounds, inner: GeoBounds): boolean =>
  outer[0] <= inner[0] && outer[1] <= inner[1] && outer[2] >= inner[2] && outer[3] >= inner[3];

function isTouching(geometry: GeoGeometry | null, [west, south, east, north]: GeoBounds): boolean {
  const box = geometry === null ? null : boundsOfGeometry(geometry);
  return box !== null && box[0] <= east && box[2] >= west && box[1] <= north && box[3] >= south;
}
