/** What the threads do to make a GeoPackage for a client, piece by piece: a new file, which nobody else has open. */
import { DatabaseSync } from 'node:sqlite';
import type { ThreadContext } from '../../../concurrency/index.ts';
import type { GeoBounds } from '../../../geodata/geometry.ts';
import type { GeoPackageColumn, GeoPackageRow } from '../geopackage.ts';
import { rtreeTriggers, SCHEMA } from '../geopackage/translation/geopackage-schema.ts';
import { createRtreeLoader } from '../geopackage/translation/rtree-loader.ts';
import { quoted } from '../sqlite.ts';
import type { FileCrs } from './flatgeobuf.ts';
import { geometryBlob } from './geopackage-geometry-writer.ts';

/** A table of the file. */
export interface PackageTable {
  readonly name: string;
  /** As the layer has it: `MultiPolygon`, `Geometry` for several kinds, `None`. */
  readonly geometryType: string;
  readonly hasHeight: boolean;
  readonly columns: readonly GeoPackageColumn[];
}

export interface NewPackage {
  readonly path: string;
  readonly crs: FileCrs;
  readonly srsId: number;
  readonly tables: readonly PackageTable[];
}

/** Rows that go into a table. */
export interface PackageTarget {
  readonly path: string;
  readonly table: string;
  readonly srsId: number;
  /** Number of the first row; each row has the number of its feature without it. */
  readonly first: number | undefined;
}

/** What is known of a table after its last row. */
export interface FilledTable {
  readonly name: string;
  readonly count: number;
  /** Null where nothing in it lies anywhere. */
  readonly bounds: GeoBounds | null;
}

/** Pages kept in memory, in KiB. */
const CACHE_KIB = 8192;
/** What is written at once, in features and bytes: a fraction of a second. */
const [PIECE_FEATURES, PIECE_BYTES] = [20_000, 8 * 2 ** 20];
/** Length of a header and its envelope; where the envelope begins, from 1. */
const [ENVELOPE_BYTES, ENVELOPE_AT] = [32, 9];

function withPackage<T>(path: string, work: (database: DatabaseSync) => T): T {
  // Not defensive: the nodes of the index are written as a whole.
  const database = new DatabaseSync(path, { defensive: false });
  try {
    // A file that is new need not be mended: without a journal each page is written once.
    database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA cache_size = -${CACHE_KIB}`);
    database.exec('BEGIN');
    const result = work(database);
    database.exec('COMMIT');
    return result;
  } finally {
    database.close();
  }
}

/** Makes the file with tables that have no rows. */
export function beginPackage({ path, crs, srsId, tables }: NewPackage): void {
  withPackage(path, (database) => {
    database.exec(SCHEMA);
    database.exec('DROP TABLE alidade_layers');
    const code = /^\d{1,9}$/.test(crs.code) ? Number(crs.code) : srsId;
    database
      .prepare('INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, NULL)')
      .run(crs.name, srsId, crs.authority, code, crs.wkt);
    for (const table of tables) createTable(database, table, srsId);
  });
}

function createTable(database: DatabaseSync, table: PackageTable, srsId: number): void {
  const { name, geometryType, hasHeight, columns } = table;
  const hasGeometry = geometryType !== 'None';
  const own = ['fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL', ...(hasGeometry ? ['geom GEOMETRY'] : [])];
  const rest = columns.map((column) => `${quoted(column.name)} ${declared(column)}`);
  database.exec(`CREATE TABLE ${quoted(name)} (${[...own, ...rest].join(', ')})`);
  database
    .prepare('INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES (?, ?, ?, ?)')
    .run(name, hasGeometry ? 'features' : 'attributes', name, hasGeometry ? srsId : null);
  if (!hasGeometry) return;
  database
    .prepare(`INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', ?, ?, ?, 0)`)
    .run(name, geometryType.toUpperCase(), srsId, hasHeight ? 2 : 0);
  database.exec(`CREATE VIRTUAL TABLE ${quoted(indexOf(name))} USING rtree(id, minx, maxx, miny, maxy)`);
}

const indexOf = (table: string): string => `rtree_${table}_geom`;

/** Types are those of a file that we built, and words of SQL here: nothing else may become a part of the statement. */
function declared({ type }: GeoPackageColumn): string {
  if (!/^[A-Za-z]+(?:\(\d+\))?$/.test(type)) throw new RangeError(`${type} is no type of a column.`);
  return type;
}

/** Adds the first of some rows, as many as are one piece. @returns how many, and the box around them */
export function addRows(
  rows: Iterable<GeoPackageRow>,
  { path, table, srsId, first }: PackageTarget,
  hasGeometry: boolean,
): { readonly count: number; readonly bounds: GeoBounds | null } {
  return withPackage(path, (database) => {
    let insert: ReturnType<DatabaseSync['prepare']> | undefined;
    let [count, bytes] = [0, 0];
    let bounds: GeoBounds | null = null;
    for (const { fid, geometry, values } of rows) {
      const made = geometry === null || !hasGeometry ? null : geometryBlob(geometry, srsId);
      const all = [first === undefined ? fid : first + count, ...(hasGeometry ? [made?.blob ?? null] : []), ...values];
      insert ??= database.prepare(`INSERT INTO ${quoted(table)} VALUES (${all.map(() => '?').join(', ')})`);
      insert.run(...all);
      count += 1;
      bounds = around(bounds, made?.bounds ?? null);
      bytes += made?.blob.length ?? 0;
      for (const value of values) if (typeof value === 'string' || value instanceof Uint8Array) bytes += value.length;
      if (count >= PIECE_FEATURES || bytes >= PIECE_BYTES) break;
    }
    return { count, bounds };
  });
}

/** The box around two. */
export function around(a: GeoBounds | null, b: GeoBounds | null): GeoBounds | null {
  if (a === null || b === null) return a ?? b;
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

/** Writes what is known of a table after its last row, and its index. */
export function finishTable(
  path: string,
  { name, count, bounds }: FilledTable,
  hasGeometry: boolean,
  { throwIfCancelled }: ThreadContext,
): void {
  withPackage(path, (database) => {
    database
      .prepare('UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ? WHERE table_name = ?')
      .run(...(bounds ?? [null, null, null, null]), name);
    database.prepare('INSERT INTO gpkg_ogr_contents VALUES (?, ?)').run(name, count);
    database.exec(countTriggers(name));
    if (!hasGeometry) return;
    if (bounds !== null) fillIndex(database, name, bounds, throwIfCancelled);
    database
      .prepare(
        `INSERT INTO gpkg_extensions VALUES (?, 'geom', 'gpkg_rtree_index', 'http://www.geopackage.org/spec120/#extension_rtree', 'write-only')`,
      )
      .run(name);
    database.exec(rtreeTriggers(name));
  });
}

/** The triggers by which programs that change the file keep the count that GDAL reads: as GDAL has them. */
function countTriggers(table: string): string {
  const text = `'${table.replaceAll("'", "''")}'`;
  return ['insert', 'delete']
    .map(
      (
        change,
      ) => `CREATE TRIGGER ${quoted(`trigger_${change}_feature_count_${table}`)} AFTER ${change} ON ${quoted(table)}
        BEGIN UPDATE gpkg_ogr_contents SET feature_count = feature_count ${change === 'insert' ? '+' : '-'} 1
        WHERE lower(table_name) = lower(${text}); END;`,
    )
    .join('\n');
}

function fillIndex(database: DatabaseSync, table: string, bounds: GeoBounds, throwIfCancelled: () => void): void {
  const places = createRtreeLoader(database, indexOf(table), bounds);
  const statement = database.prepare(
    `SELECT fid, substr(geom, ${ENVELOPE_AT}, ${ENVELOPE_BYTES}) AS envelope FROM ${quoted(table)} WHERE geom IS NOT NULL`,
  );
  for (const { fid, envelope } of statement.iterate()) {
    throwIfCancelled();
    const bytes = envelope as Uint8Array;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const side = (index: number): number => view.getFloat64(8 * index, true);
    places.add(Number(fid), side(0), side(1), side(2), side(3));
  }
  places.finish();
}
