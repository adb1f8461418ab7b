import { DatabaseSync } from 'node:sqlite';
import { quoted, rtreeTriggers, SCHEMA } from './geopackage-schema.ts';
import type { AttributeColumn, ColumnValue } from './attribute-columns.ts';
import type { PlainGeometry } from './plain-wkb.ts';
import { createRtreeLoader } from './rtree-loader.ts';

/** What is remembered of a layer beside its features. */
export interface LayerRecord {
  readonly table: string;
  readonly sourceName: string;
  /** `EPSG:n` or a name; null where the source gave none. */
  readonly sourceCrs: string | null;
  /** MultiPolygon ...; None for a table without geometries. */
  readonly geometryType: string;
  readonly hasHeight: boolean;
  readonly hasMeasure: boolean;
  readonly featureCount: number;
  readonly skippedCount: number;
  readonly bounds: readonly [number, number, number, number] | null;
}

export interface LayerWriter {
  add(geometry: PlainGeometry | null, attributes: readonly ColumnValue[]): void;
  /** To be called after the last feature: makes the index. */
  finish(): void;
}

/** Writes a GeoPackage in longitude and latitude. Not safe against the machine's end before `close`: it is a new file. */
export interface GeoPackageWriter {
  layer(table: string, columns: readonly AttributeColumn[], hasGeometry: boolean): LayerWriter;
  /** Ends a layer: what is known of it after its last feature. */
  describe(layer: LayerRecord): void;
  close(): void;
}

/** Features in one transaction: what is not yet written stays in memory. */
const FEATURES_A_TRANSACTION = 50_000;
/** Pages that are kept in memory, in KiB, and what is sorted there at once: features are written one behind the other. */
const CACHE_KIB = 32_768;
const SRS_ID = 4326;
const HEADER_BYTES = 40;

/** @param wkt of EPSG:4326 */
export function createGeoPackage(path: string, wkt: string): GeoPackageWriter {
  // Not defensive: the nodes of the index are written as a whole. It is a new file of ours.
  const database = new DatabaseSync(path, { defensive: false });
  // A file that is new need not be mended: without a journal each page is written once.
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA cache_size = -${CACHE_KIB}`);
  database.exec(SCHEMA);
  database
    .prepare(
      `INSERT INTO gpkg_spatial_ref_sys VALUES ('WGS 84 geodetic', ?, 'EPSG', ?, ?, 'longitude, latitude in degrees')`,
    )
    .run(SRS_ID, SRS_ID, wkt);
  database.exec('BEGIN');
  let pending = 0;
  let position = 0;
  return {
    layer(table, columns, hasGeometry) {
      database.exec(createTable(table, columns, hasGeometry));
      const index = quoted(`rtree_${table}_geom`);
      if (hasGeometry) database.exec(`CREATE VIRTUAL TABLE ${index} USING rtree(id, minx, maxx, miny, maxy)`);
      const insert = database.prepare(insertInto(quoted(table), columns.length + 1 + Number(hasGeometry)));
      const places = hasGeometry ? createRtreeLoader(database, `rtree_${table}_geom`) : null;
      let fid = 0;
      return {
        add(geometry, attributes) {
          fid += 1;
          const blob = geometry === null ? null : geometryBlob(geometry);
          insert.run(fid, ...(hasGeometry ? [blob] : []), ...attributes);
          if (geometry !== null) places?.add(fid, geometry.minX, geometry.maxX, geometry.minY, geometry.maxY);
          if ((pending += 1) < FEATURES_A_TRANSACTION) return;
          database.exec('COMMIT; BEGIN');
          pending = 0;
        },
        finish: () => places?.finish(),
      };
    },
    describe: (layer) => describe(database, layer, (position += 1)),
    close() {
      database.exec('COMMIT; PRAGMA journal_mode = DELETE; ANALYZE');
      database.close();
    },
  };
}

const insertInto = (table: string, values: number): string =>
  `INSERT INTO ${table} VALUES (${Array.from({ length: values }, () => '?').join(', ')})`;

function createTable(table: string, columns: readonly AttributeColumn[], hasGeometry: boolean): string {
  const own = ['fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL', ...(hasGeometry ? ['geom GEOMETRY'] : [])];
  const rest = columns.map(({ name, type }) => `${quoted(name)} ${type}`);
  return `CREATE TABLE ${quoted(table)} (${[...own, ...rest].join(', ')})`;
}

/** The header of the standard with the envelope, and the geometry. */
function geometryBlob({ wkb, minX, maxX, minY, maxY }: PlainGeometry): Buffer {
  const blob = Buffer.allocUnsafe(HEADER_BYTES + wkb.length);
  blob.write('GP', 0, 'latin1');
  blob[2] = 0;
  blob[3] = 0b11; // an envelope of two dimensions, little-endian
  blob.writeInt32LE(SRS_ID, 4);
  [minX, maxX, minY, maxY].forEach((side, index) => blob.writeDoubleLE(side, 8 + 8 * index));
  wkb.copy(blob, HEADER_BYTES);
  return blob;
}

function describe(database: DatabaseSync, layer: LayerRecord, position: number): void {
  const { table, sourceName, sourceCrs, geometryType, hasHeight, hasMeasure, featureCount, skippedCount } = layer;
  const hasGeometry = geometryType !== 'None';
  const box = layer.bounds ?? [null, null, null, null];
  const run = (statement: string, ...values: readonly (string | number | null)[]): void =>
    void database.prepare(statement).run(...values);
  run(
    `INSERT INTO gpkg_contents (table_name, data_type, identifier, min_x, min_y, max_x, max_y, srs_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    table,
    hasGeometry ? 'features' : 'attributes',
    table,
    ...box,
    hasGeometry ? SRS_ID : null,
  );
  run('INSERT INTO gpkg_ogr_contents VALUES (?, ?)', table, featureCount);
  run(
    `INSERT INTO alidade_layers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    position,
    table,
    sourceName,
    sourceCrs,
    geometryType,
    featureCount,
    skippedCount,
    ...box,
  );
  if (!hasGeometry) return;
  const dimensions = [hasHeight, hasMeasure].map((has) => (has ? 2 : 0));
  run(
    `INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', ?, ?, ?, ?)`,
    table,
    geometryType.toUpperCase(),
    SRS_ID,
    ...dimensions,
  );
  run(
    `INSERT INTO gpkg_extensions VALUES (?, 'geom', 'gpkg_rtree_index', 'http://www.geopackage.org/spec120/#extension_rtree', 'write-only')`,
    table,
  );
  database.exec(rtreeTriggers(table));
}
