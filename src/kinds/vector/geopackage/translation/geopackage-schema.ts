/**
 * The tables of every GeoPackage (OGC 12-128r19, version 1.3), the count that GDAL keeps, and `alidade_layers`: what the
 * source was and what became of it.
 */
export const SCHEMA = `
PRAGMA application_id = 1196444487;
PRAGMA user_version = 10300;
CREATE TABLE gpkg_spatial_ref_sys (
  srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL,
  organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
INSERT INTO gpkg_spatial_ref_sys VALUES
  ('Undefined cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined cartesian coordinate reference system'),
  ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system');
CREATE TABLE gpkg_contents (
  table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
  last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
  CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
CREATE TABLE gpkg_geometry_columns (
  table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL,
  z TINYINT NOT NULL, m TINYINT NOT NULL,
  CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name), CONSTRAINT uk_gc_table_name UNIQUE (table_name),
  CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents (table_name),
  CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
CREATE TABLE gpkg_extensions (
  table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL, scope TEXT NOT NULL,
  CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));
CREATE TABLE gpkg_ogr_contents (table_name TEXT NOT NULL PRIMARY KEY, feature_count INTEGER DEFAULT NULL);
CREATE TABLE alidade_layers (
  position INTEGER PRIMARY KEY, table_name TEXT NOT NULL UNIQUE, source_name TEXT NOT NULL, source_crs TEXT,
  geometry_type TEXT NOT NULL, feature_count INTEGER NOT NULL, skipped_count INTEGER NOT NULL,
  min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE);
`;

/** A name as an identifier of SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The triggers by which programs that change the file keep its index: as the standard has them (extension F.3). */
export function rtreeTriggers(table: string): string {
  const [features, index] = [quoted(table), quoted(`rtree_${table}_geom`)];
  const place = `INSERT OR REPLACE INTO ${index} VALUES (NEW.fid, ST_MinX(NEW.geom), ST_MaxX(NEW.geom),
    ST_MinY(NEW.geom), ST_MaxY(NEW.geom));`;
  const some = 'NEW.geom NOT NULL AND NOT ST_IsEmpty(NEW.geom)';
  const none = '(NEW.geom ISNULL OR ST_IsEmpty(NEW.geom))';
  const trigger = (name: string, when: string, condition: string, work: string): string =>
    `CREATE TRIGGER ${quoted(`rtree_${table}_geom_${name}`)} AFTER ${when} ON ${features}${condition} BEGIN ${work} END;`;
  return [
    trigger('insert', 'INSERT', ` WHEN (${some})`, place),
    trigger('update1', 'UPDATE OF geom', ` WHEN OLD.fid = NEW.fid AND (${some})`, place),
    trigger(
      'update2',
      'UPDATE OF geom',
      ` WHEN OLD.fid = NEW.fid AND ${none}`,
      `DELETE FROM ${index} WHERE id = OLD.fid;`,
    ),
    trigger(
      'update3',
      'UPDATE',
      ` WHEN OLD.fid != NEW.fid AND (${some})`,
      `DELETE FROM ${index} WHERE id = OLD.fid; ${place}`,
    ),
    trigger(
      'update4',
      'UPDATE',
      ` WHEN OLD.fid != NEW.fid AND ${none}`,
      `DELETE FROM ${index} WHERE id IN (OLD.fid, NEW.fid);`,
    ),
    trigger('delete', 'DELETE', ' WHEN OLD.geom NOT NULL', `DELETE FROM ${index} WHERE id = OLD.fid;`),
  ].join('\n');
}
