import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { boundsOfGeometry, type GeoBounds, type GeoGeometry } from './geometry.ts';
import { readGeometry } from './geopackage-geometry.ts';
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
      feature(table, fid) {
        const [found] = selectFeatures(database, layerOf(table), { after: fid - 1, limit: 1 });
        return found?.fid === fid ? found : undefined;
      },
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

function readLayers(database: DatabaseSync): readonly GeoPackageLayer[] {
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
      featureCount: Number(row['feature_count']),
      skippedCount: Number(row['skipped_count']),
      bounds: isPlaced ? [west!, south!, east!, north!] : null,
      columns: columnsOf(database, table),
    };
  });
}

function columnsOf(database: DatabaseSync, table: string): readonly GeoPackageColumn[] {
  const rows = database.prepare('SELECT name, type FROM pragma_table_info(?) ORDER BY cid').all(table);
  return rows
    .map(({ name, type }) => ({ name: String(name), type: String(type) }))
    .filter(({ name }) => name !== 'fid' && name !== 'geom');
}

function* selectFeatures(
  database: DatabaseSync,
  { table, geometryType, columns, bounds }: GeoPackageLayer,
  query: FeatureQuery,
): Generator<GeoPackageFeature> {
  const hasGeometry = geometryType !== 'None';
  const { after, limit = -1 } = query;
  const asked = columns.filter(({ name }) => query.columns === undefined || query.columns.includes(name));
  const window =
    query.bounds === undefined || (bounds !== null && contains(query.bounds, bounds)) ? null : query.bounds;
  if (window !== null && (!hasGeometry || bounds === null)) return;
  const selected = ['fid', hasGeometry ? 'geom' : 'NULL', ...asked.map(({ name }) => quoted(name))];
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
  const statement = database.prepare(`SELECT ${selected.join(', ')} FROM ${quoted(table)} ${where} ORDER BY fid`);
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  let left = limit;
  if (left === 0) return;
  // With arrays asked for, a row is one; the types of Node.js do not say so.
  for (const row of statement.iterate(...values) as Iterable<unknown> as Iterable<readonly SQLOutputValue[]>) {
    const [fid, blob, ...attributes] = row;
    const geometry = blob instanceof Uint8Array ? readGeometry(blob) : null;
    if (query.bounds !== undefined && !isTouching(geometry, query.bounds)) continue;
    const properties = asked.map(({ name }, index) => [name, plainValue(attributes[index] ?? null)] as const);
    yield { fid: Number(fid), geometry, properties: Object.fromEntries(properties) };
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
