import { POINT_Z, POLYGON_Z, SRID } from './spatialite-geometry.ts';

/** Geometry columns of `entries`, with their codes. */
const GEOMETRIES = [
  ['point_geom', POINT_Z],
  ['polygon_geom', POLYGON_Z],
] as const;

const WGS84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]';

/** Tables of the index file as existing clients read it (version 1), with the tables by which GIS programs find its layers. */
export const SCHEMA = `
  pragma user_version = 1;
  create table spatial_ref_sys (
    srid integer not null primary key, auth_name text not null, auth_srid integer not null,
    ref_sys_name text not null default 'Unknown', proj4text text not null, srtext text not null default 'Undefined');
  create table geometry_columns (
    f_table_name text not null, f_geometry_column text not null, geometry_type integer not null,
    coord_dimension integer not null, srid integer not null, spatial_index_enabled integer not null,
    primary key (f_table_name, f_geometry_column), foreign key (srid) references spatial_ref_sys (srid));
  create table entries (
    path text primary key not null, hash text, type integer not null, properties text, mtime integer not null,
    size integer not null, depth integer not null, point_geom pointz, polygon_geom polygonz);
  create table entries_meta (
    id text primary key, path text not null, key text not null, data text not null, mtime integer not null);
  create table passwords (salt text, hash text);
  insert into spatial_ref_sys values (${SRID}, 'epsg', ${SRID}, 'WGS 84', '+proj=longlat +datum=WGS84 +no_defs', '${WGS84}');
  ${GEOMETRIES.map(([column, code]) => `insert into geometry_columns values ('entries', '${column}', ${code}, 3, ${SRID}, 0);`).join('\n  ')}
`;

/** What is made when all rows are there: indexes, and the checks of clients that write into their copy. */
export const AFTERWARDS = `
  create index ix_entries_type on entries (type);
  create index ix_entries_hash on entries (hash);
  create index ix_entries_meta_path_key on entries_meta (path, key);
  create index ix_entries_meta_key on entries_meta (key);
  create trigger entries_meta_id after insert on entries_meta when new.id is null begin
    update entries_meta set id = lower(
      hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' ||
      substr('89ab', 1 + abs(random() % 4), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))
    where rowid = new.rowid; end;
  ${GEOMETRIES.flatMap(([column, code]) =>
    ['insert', `update of ${column}`].map(
      (change, index) => `create trigger entries_${column}_${index === 0 ? 'inserted' : 'updated'}
    before ${change} on entries when new.${column} is not null and GeometryConstraints(new.${column}, ${code}, ${SRID}) <> 1
    begin select raise(abort, 'entries.${column} must hold a geometry of type ${code} in SRID ${SRID}'); end;`,
    ),
  ).join('\n  ')}
`;
