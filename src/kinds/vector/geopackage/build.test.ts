import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../engine/index.ts';
import { pointShapefile } from '../../../../test/support/point-shapefile.ts';
import { useVecBuilder } from '../testing/vec-builds.ts';
import { collection, feature, gdal, point, writeGeoPackage } from '../testing/vector-samples.ts';

const vec = useVecBuilder();

describe('layers', () => {
  it('are all kept, in longitude and latitude, with their names, systems and counts, also where they are empty', async () => {
    const source = writeGeoPackage(vec.file('layers.gpkg'), [
      { name: 'Häuser & Höfe', epsg: 32633, features: [['POINT (500000 0)'], ['POINT (500100 100)']] },
      { name: 'häuser-höfe', epsg: 3857, type: gdal.wkbLineString, features: [['LINESTRING (0 0, 111319.49 0)']] },
      { name: 'empty', epsg: 4326, type: gdal.wkbPolygon, features: [] },
      { name: 'words', type: gdal.wkbNone, fields: { word: gdal.OFTString }, features: [[null, { word: 'one' }]] },
    ]);
    const built = await vec.build(source);
    const facts = built.package.layers.map(({ table, name, crs, geometryType, featureCount, skippedCount }) => ({
      table,
      name,
      crs,
      geometryType,
      featureCount,
      skippedCount,
    }));
    expect(facts).toEqual([
      {
        table: 'Häuser_Höfe',
        name: 'Häuser & Höfe',
        crs: 'EPSG:32633',
        geometryType: 'MultiPoint',
        ...counts(2),
      },
      {
        table: 'häuser_höfe_2',
        name: 'häuser-höfe',
        crs: 'EPSG:3857',
        geometryType: 'MultiLineString',
        ...counts(1),
      },
      { table: 'empty', name: 'empty', crs: 'EPSG:4326', geometryType: 'MultiPolygon', ...counts(0) },
      { table: 'words', name: 'words', crs: null, geometryType: 'None', ...counts(1) },
    ]);
    const [first] = built.features(0);
    expect(first?.geometry).toMatchObject({ type: 'MultiPoint' });
    expect(built.package.layers[0]?.bounds?.[0]).toBeCloseTo(15, 9);
    expect(built.features(1)[0]?.geometry).toMatchObject({
      coordinates: [
        [
          [0, 0],
          [expect.closeTo(1, 6), 0],
        ],
      ],
    });
    expect(built.features(3)).toEqual([{ fid: 1, geometry: null, properties: { word: 'one' } }]);
    expect(built.percents.at(-1)).toBe(100);
  });

  it('that are views are left out with a word, the others are taken', async () => {
    const source = writeGeoPackage(vec.file('views.gpkg'), [{ name: 'real', epsg: 4326, features: [['POINT (1 2)']] }]);
    const database = new DatabaseSync(source);
    database.exec(`CREATE VIEW endless AS WITH RECURSIVE n(fid) AS (SELECT 1 UNION ALL SELECT fid + 1 FROM n) SELECT fid, NULL AS geom FROM n;
      INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('endless', 'features', 'endless', 4326);
      INSERT INTO gpkg_geometry_columns VALUES ('endless', 'geom', 'POINT', 4326, 0, 0);`);
    database.close();
    const built = await vec.build(source);
    expect(built.package.layers.map(({ name }) => name)).toEqual(['real']);
    expect(built.log.join()).toMatch(/“endless” is left out: it is a view/);
  });

  it('without a system are taken for longitude and latitude where they can be, else left out', async () => {
    const near = pointShapefile([
      [10, 45],
      [12, 46],
    ]);
    const built = await vec.bytes('near.shp', near.shp, { 'near.shx': near.shx, 'near.dbf': near.dbf });
    expect(built.package.layers).toMatchObject([{ name: 'features', crs: null, bounds: [10, 45, 12, 46] }]);
    expect(built.log.join()).toMatch(/taken as longitude and latitude/);
    const far = pointShapefile([[500_000, 4_000_000]]);
    await expect(vec.bytes('far.shp', far.shp, { 'far.shx': far.shx })).rejects.toMatchObject({
      reason: 'invalid-input',
      message: expect.stringContaining('no layer that can be placed on Earth'),
    });
  });
});

describe('a GeoPackage whose reference system is not defined', () => {
  const undefinedPackage = (id: number, position: string): string => {
    const path = vec.file(`undefined${id}${position.length}.gpkg`);
    writeGeoPackage(path, [{ name: 'points', type: gdal.wkbPoint, features: [[`POINT (${position})`]] }]);
    const database = new DatabaseSync(path);
    // GDAL since 3.9 has a row of its own for it, beside those of the standard.
    if (id === 99_999)
      database.exec(`INSERT INTO gpkg_spatial_ref_sys (srs_name, srs_id, organization, organization_coordsys_id, definition)
        VALUES ('Undefined SRS', 99999, 'GDAL', 99999, 'LOCAL_CS["Undefined SRS",LOCAL_DATUM["unknown",32767],UNIT["unknown",0],AXIS["Easting",EAST],AXIS["Northing",NORTH]]')`);
    database.exec(`UPDATE gpkg_contents SET srs_id = ${id}; UPDATE gpkg_geometry_columns SET srs_id = ${id}`);
    database.close();
    return path;
  };

  it.each([0, -1, 99_999])('(%d) is taken as longitude and latitude where it can be that', async (id) => {
    const built = await vec.build(undefinedPackage(id, '11.25 44.5'));
    expect(built.package.layers).toMatchObject([{ crs: null, bounds: [11.25, 44.5, 11.25, 44.5], featureCount: 1 }]);
    expect(built.log.join()).toMatch(/taken as longitude and latitude/);
    await expect(vec.build(undefinedPackage(id, '500000 4000000'))).rejects.toMatchObject({ reason: 'invalid-input' });
  });
});

const counts = (featureCount: number) => ({ featureCount, skippedCount: 0 });

describe('attributes', () => {
  it('keep large numbers and parts of seconds; times are text, lists are JSON', async () => {
    const properties = {
      text: 'Grüße',
      large: 0,
      time: '2020-01-02T03:04:05.123Z',
      here: '2020-01-02T03:04:05+02:00',
      day: '2020-01-02',
      list: ['a', 'b'],
      inner: { a: 1 },
      nothing: null,
      real: 1.5,
    };
    const text = collection([feature(point(1, 2), properties)]).replace('"large":0', '"large":9007199254740993');
    const built = await vec.bytes('a.geojson', text);
    expect(built.features()[0]?.properties).toEqual({
      ...properties,
      large: 9007199254740993n,
      here: '2020-01-02T03:04:05+02:00',
      list: '["a","b"]',
      inner: '{ "a": 1 }',
    });
  });

  it('called like columns of ours, and like each other', async () => {
    const built = await vec.bytes(
      'a.geojson',
      collection([1, 2].map(() => feature(point(1, 2), { fid: 7, geom: 'g', A: 1, a: 2 }))),
    );
    expect(built.features().map(({ fid, properties }) => ({ fid, ...properties }))).toEqual(
      [1, 2].map((fid) => ({ fid, fid_2: 7, geom_2: 'g', A: 1, a_2: 2 })),
    );
  });

  it('of a shapefile come from its table in its own encoding', async () => {
    const { shp, shx, dbf } = pointShapefile([[1, 2]]);
    dbf[66] = 0xe9;
    const wgs84 = gdal.SpatialReference.fromEPSG(4326).toWKT();
    const beside = { 'a.shx': shx, 'a.dbf': dbf, 'a.prj': wgs84, 'a.cpg': 'ISO-8859-1' };
    expect((await vec.bytes('a.shp', shp, beside)).features()[0]?.properties).toEqual({ A: 'é' });
    const greek = await vec.bytes('a.shp', shp, { ...beside, 'a.cpg': 'ISO-8859-7' });
    expect(greek.features()[0]?.properties).toEqual({ A: 'ι' });
    const turkic = await vec.bytes('a.shp', shp, { ...beside, 'a.cpg': 'ANSI 1251' });
    expect(turkic.features()[0]?.properties).toEqual({ A: 'й' });
    dbf[66] = 0xbf;
    const polish = await vec.bytes('a.shp', shp, { ...beside, 'a.cpg': 'ANSI 1250' });
    expect([polish.features()[0]?.properties, polish.log.join()]).toEqual([
      { A: 'ż' },
      expect.not.stringContaining('.cpg'),
    ]);
    const unknown = await vec.bytes('a.shp', shp, { ...beside, 'a.cpg': 'Klingon' });
    expect(unknown.log.join()).toContain('The .cpg names an encoding that is not known (“Klingon”)');
  });
});

it('is a file that others open for reading while it cannot change, with an index and nothing beside it', async () => {
  const many = Array.from({ length: 3000 }, (_, index) => feature(point(index / 100, index / 100), { index }));
  const built = await vec.bytes('many.geojson', collection(many));
  const header = readFileSync(built.path).subarray(0, 100);
  expect([...header.subarray(18, 20)]).toEqual([1, 1]);
  expect(header.toString('latin1', 68, 72)).toBe('GPKG');
  const dataset = gdal.open(built.path, 'r', ['GPKG']);
  const layer = dataset.layers.get('features');
  expect([layer.fidColumn, layer.geomColumn, layer.srs?.getAuthorityCode(null)]).toEqual(['fid', 'geom', '4326']);
  layer.setSpatialFilter(1, 1, 2, 2);
  expect(layer.features.count(true)).toBe(101);
  dataset.close();
  const page = { bounds: [1, 1, 2, 2], limit: 60 } as const;
  const table = built.package.layers[0]?.table ?? '';
  const first = [...built.package.features(table, page)];
  const second = [...built.package.features(table, { ...page, after: first.at(-1)!.fid })];
  expect([first.length, second.length]).toEqual([60, 41]);
  expect(built.package.feature(table, 17)?.properties).toEqual({ index: 16 });
  expect(built.package.feature(table, 3001)).toBeUndefined();
  const database = new DatabaseSync(built.path, { readOnly: true });
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  expect(database.prepare(`SELECT rtreecheck('rtree_features_geom') AS found`).get()).toEqual({ found: 'ok' });
  database.close();
});

it('what is written for a time lies on the disk of the output, as all of a build', async () => {
  const source = vec.file('temporary.geojson');
  await writeFile(source, collection([feature(point(1, 2))]));
  const folders: (string | undefined)[] = [];
  const run: Engine['run'] = (program, args, options) => {
    folders.push(options?.temporaryFolder);
    return vec.engine.run(program, args, options);
  };
  const built = await vec.build(source, 'temporary.geojson', { ...vec.engine, run });
  expect(folders).toEqual([dirname(built.path)]);
});
