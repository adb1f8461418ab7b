import { readFile, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EntryType } from '../index.ts';
import { expectHarmless } from '../testing/harmless.ts';
import { hasSharedData, openInspection, SHARED_DATA, type Inspection } from '../testing/inspection.ts';

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

  it('R-6 a view without end is ended, and the file kept', { timeout: 60_000 }, async () => {
    const hasty = await openInspection({ callTimeoutMs: 3000 });
    const endless = await geopackage([
      `CREATE VIEW endless AS WITH RECURSIVE c(fid) AS (SELECT 1 UNION ALL SELECT fid + 1 FROM c) SELECT fid, NULL AS geom FROM c`,
      ...layer('endless'),
    ]);
    const began = Date.now();
    const facts = await hasty.bytes('a.gpkg', endless);
    await hasty.close();
    expectHarmless(facts);
    expect(Date.now() - began).toBeLessThan(40_000);
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
  it.each(DAMAGED)('R-8 %s cut anywhere and with bits flipped', { timeout: 120_000 }, async (name) => {
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
