import { readFile, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../test/support/shared-data.ts';
import { EntryType } from '../../inspection/index.ts';
import { expectHarmless } from '../testing/harmless.ts';
import { openInspection, type Inspection } from '../testing/inspection.ts';

let inspection: Inspection;
beforeAll(async () => {
  inspection = await openInspection({ callTimeoutMs: 20_000 });
});
afterAll(() => inspection.close());

describe('GeoPackage', () => {
  const geopackage = async (statements: readonly string[]): Promise<Buffer> => {
    const path = join(inspection.folder, 'made.gpkg');
    await rm(path, { force: true });
    const database = new DatabaseSync(path);
    database.exec(`
      PRAGMA application_id = 1196444487; PRAGMA user_version = 10200;
      CREATE TABLE gpkg_spatial_ref_sys(srs_name TEXT, srs_id INTEGER PRIMARY KEY, organization TEXT, organization_coordsys_id INTEGER, definition TEXT, description TEXT);
      INSERT INTO gpkg_spatial_ref_sys VALUES('WGS 84', 4326, 'EPSG', 4326, 'undefined', NULL);
      CREATE TABLE gpkg_contents(table_name TEXT PRIMARY KEY, data_type TEXT, identifier TEXT, description TEXT, last_change TEXT, min_x, min_y, max_x, max_y, srs_id);
      CREATE TABLE gpkg_geometry_columns(table_name TEXT, column_name TEXT, geometry_type_name TEXT, srs_id INTEGER, z, m);`);
    for (const statement of statements) database.exec(statement);
    database.close();
    return readFile(path);
  };
  const layer = (name: string, extent = '-180,-90,180,90'): string[] => [
    `INSERT INTO gpkg_contents VALUES('${name}','features','${name}','','2020-01-01T00:00:00Z',${extent},4326)`,
    `INSERT INTO gpkg_geometry_columns VALUES('${name}','geom','POINT',4326,0,0)`,
  ];

  it('R-6 triggers, views that read other tables, ATTACH and SQL in names do nothing', async () => {
    const target = join(inspection.folder, 'attached.db');
    const injection = 'x"; ATTACH DATABASE "attached.db" AS b; --';
    const bytes = await geopackage([
      `CREATE TABLE a(fid INTEGER PRIMARY KEY, geom BLOB)`,
      ...layer('a'),
      `CREATE TRIGGER evil AFTER UPDATE ON gpkg_contents BEGIN DELETE FROM gpkg_contents; END`,
      `CREATE TRIGGER evil2 AFTER INSERT ON a BEGIN SELECT load_extension('/tmp/evil.so'); END`,
      `CREATE VIEW loader AS SELECT 1 AS fid, load_extension('/tmp/evil.so') AS geom`,
      ...layer('loader'),
      `CREATE VIEW reader AS SELECT 1 AS fid, readfile('/etc/passwd') AS geom`,
      ...layer('reader'),
      `CREATE TABLE "${injection.replaceAll('"', '""')}"(fid INTEGER PRIMARY KEY, geom BLOB)`,
      ...layer(injection),
      `CREATE VIRTUAL TABLE words USING fts5(a)`,
      ...layer('words', "'nan',1e999,'x',NULL"),
      ...layer('missing'),
    ]);
    expectHarmless(await inspection.bytes('a.gpkg', bytes));
    expect(existsSync(target)).toBe(false);
  });

  /** Two ways not to end: rows without end, and a single one that counts them. */
  const ENDLESS = ['fid', 'count(*) AS fid'].map(
    (column) =>
      `WITH RECURSIVE c(fid) AS (SELECT 1 UNION ALL SELECT fid + 1 FROM c) SELECT ${column}, NULL AS geom FROM c`,
  );

  it.each(ENDLESS)('R-6 a view without end is named and not run: %s', async (query) => {
    const bytes = await geopackage([
      `CREATE VIEW "Endless" AS ${query}`,
      ...layer('endless'),
      `CREATE TABLE a(fid INTEGER PRIMARY KEY, geom BLOB)`,
      'INSERT INTO a VALUES(1, NULL)',
      ...layer('a'),
    ]);
    const facts = await inspection.bytes('a.gpkg', bytes);
    expectHarmless(facts);
    expect(facts.properties).toMatchObject({
      vector: {
        layers: expect.arrayContaining([
          { name: 'endless', geometryType: 'Unknown', featureCount: null, extent: null, crs: null },
          expect.objectContaining({ name: 'a', featureCount: 1 }),
        ]),
      },
      warning: expect.stringContaining('1 of its layers are views'),
    });
    await expect(inspection.draw('a.gpkg', bytes)).rejects.toMatchObject({ code: 'refused' });
  });

  it.each(['gpkg_extensions', 'gpkg_ogr_contents', 'GPKG_Metadata', 'rtree_a_geom'])(
    'R-6 a view without end in the place of %s is not opened',
    async (name) => {
      const bytes = await geopackage([
        `CREATE TABLE a(fid INTEGER PRIMARY KEY, geom BLOB)`,
        ...layer('a'),
        `CREATE VIEW ${name} AS ${ENDLESS[1]}`,
      ]);
      const { type, properties } = await inspection.bytes('a.gpkg', bytes);
      expect([type, properties['warning']]).toEqual([EntryType.Generic, expect.stringContaining('is a view')]);
    },
  );

  it('with tiles of a picture and no layer is Generic, with a word what it holds; beside layers they are named', async () => {
    const tiles = [
      `INSERT INTO gpkg_contents VALUES('ortho','tiles','ortho','','2020-01-01T00:00:00Z',0,0,1,1,4326)`,
      'CREATE TABLE gpkg_tile_matrix_set(table_name TEXT, srs_id INTEGER, min_x, min_y, max_x, max_y)',
      `INSERT INTO gpkg_tile_matrix_set VALUES('ortho',4326,0,0,1,1)`,
      'CREATE TABLE gpkg_tile_matrix(table_name TEXT, zoom_level INTEGER, matrix_width INTEGER, matrix_height INTEGER, tile_width INTEGER, tile_height INTEGER, pixel_x_size, pixel_y_size)',
      `INSERT INTO gpkg_tile_matrix VALUES('ortho',0,1,1,256,256,0.00390625,0.00390625)`,
      'CREATE TABLE ortho(id INTEGER PRIMARY KEY, zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)',
    ];
    const facts = await inspection.bytes('a.gpkg', await geopackage(tiles));
    expect([facts.type, facts.properties['warning']]).toEqual([
      EntryType.Generic,
      expect.stringMatching(/^This GeoPackage holds pictures in tiles/),
    ]);
    const table = 'CREATE TABLE a(fid INTEGER PRIMARY KEY, geom BLOB)';
    const both = await inspection.bytes('a.gpkg', await geopackage([...tiles, table, ...layer('a')]));
    expect([both.type, both.properties['warning']]).toEqual([
      EntryType.Vector,
      'It also holds pictures in tiles, which are not shown.',
    ]);
  });

  it('another database is told from a GeoPackage, and a damaged one from both, in words of ours', async () => {
    const other = await geopackage(['DROP TABLE gpkg_contents', 'CREATE TABLE a(b)']);
    const warningOf = async (bytes: Buffer): Promise<unknown> =>
      (await inspection.bytes('a.gpkg', bytes)).properties['warning'];
    expect(await warningOf(other)).toBe(
      'This file cannot be read as vector data. It is an SQLite database, but no GeoPackage; export it as one from a GIS program.',
    );
    const broken = 'This file cannot be read as vector data. The database in it is damaged.';
    expect(await warningOf(Buffer.concat([other.subarray(0, 100), Buffer.alloc(8000, 7)]))).toBe(broken);
  });

  it('a number of features that cannot be true is not told', async () => {
    const bytes = await geopackage([
      `CREATE TABLE a(fid INTEGER PRIMARY KEY, geom BLOB)`,
      ...layer('a'),
      'CREATE TABLE gpkg_ogr_contents(table_name TEXT PRIMARY KEY, feature_count INTEGER)',
      `INSERT INTO gpkg_ogr_contents VALUES('a', ${2n ** 60n})`,
    ]);
    const { properties } = await inspection.bytes('a.gpkg', bytes);
    expect(properties).toMatchObject({ vector: { layers: [{ name: 'a', featureCount: null }] } });
  });
});

/** A small generator of numbers, so that a failure can be repeated. */
function randomly(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const DAMAGED = [
  'us_states.kmz',
  'countries.fgb',
  'nc.gpkg',
  'world.dxf',
  'two_states_mercator.shp',
  'kmlsamples.kml',
  'glaciers_points.geojson',
];

describe.runIf(hasSharedData)('damage at random', () => {
  it.each(DAMAGED)('R-8 %s cut anywhere and with bits flipped', async (name) => {
    const whole = await readFile(join(SHARED_DATA, 'vector', name));
    const random = randomly(7);
    for (let percent = 0; percent < 100; percent += 5)
      expectHarmless(await inspection.bytes(name, whole.subarray(0, Math.floor((whole.length * percent) / 100))));
    for (let round = 0; round < 25; round += 1) {
      const damaged = Buffer.from(whole);
      // Half of the flips in the first two kilobytes, where the structure is.
      for (let flip = 0; flip < 8; flip += 1) {
        const at = random(flip % 2 === 0 ? Math.min(2048, whole.length) : whole.length);
        damaged[at] = (damaged[at] ?? 0) ^ (1 << random(8));
      }
      expectHarmless(await inspection.bytes(name, damaged));
    }
  });

  it('R-6 the hostile files of the collection', async () => {
    for (const name of ['bad.kmz', 'overflow_offset.kmz', 'bad.shp', 'not_a_gpkg.gpkg']) {
      const facts = await inspection.file(join(SHARED_DATA, 'hostile', name));
      expect(facts.type, name).not.toBe(EntryType.Vector);
      expect(facts.pointGeometry, name).toBeNull();
    }
  });
});
