import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { useVecBuilder } from '../testing/vec-builds.ts';
import { point, writeGeoPackage, type LayerSample } from '../testing/vector-samples.ts';

const vec = useVecBuilder();

describe('geometries', () => {
  it('have several parts, and their heights', async () => {
    const source = writeGeoPackage(vec.file('parts.gpkg'), [
      {
        name: 'parts',
        epsg: 4326,
        features: [
          ['POINT Z (1 2 3)'],
          ['POLYGON Z ((0 0 5, 4 0 5, 4 4 5, 0 0 5))'],
          ['GEOMETRYCOLLECTION (POINT (1 1), LINESTRING (0 0, 1 1))'],
          ['MULTIPOINT ((1 2), (3 4))'],
          ['POLYGON EMPTY'],
          [null],
        ],
      },
    ]);
    const built = await vec.build(source);
    expect(built.features().map(({ geometry }) => geometry)).toEqual([
      { type: 'MultiPoint', coordinates: [[1, 2, 3]] },
      {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [0, 0, 5],
              [4, 0, 5],
              [4, 4, 5],
              [0, 0, 5],
            ],
          ],
        ],
      },
      {
        type: 'GeometryCollection',
        geometries: [
          point(1, 1),
          {
            type: 'LineString',
            coordinates: [
              [0, 0],
              [1, 1],
            ],
          },
        ],
      },
      {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
      null,
      null,
    ]);
    expect(built.package.layers[0]).toMatchObject({ geometryType: 'Geometry', featureCount: 6, bounds: [0, 0, 4, 4] });
  });

  it('of curves become lines, beside others of the same file', async () => {
    const plain = writeGeoPackage(vec.file('curves.gpkg'), [
      { name: 'straight', epsg: 32633, features: [['POINT (500000 0)']] },
      { name: 'bent', epsg: 32633, features: [['CIRCULARSTRING (500000 0, 500100 100, 500200 0)']] },
      { name: 'surfaces', epsg: 32633, features: [['POINT (500000 0)']] },
    ]);
    // gdal-async cannot make surfaces of curves: the bytes of one are written into the file, without its index.
    const database = new DatabaseSync(plain);
    const triggers = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all();
    for (const { name } of triggers) database.exec(`DROP TRIGGER "${String(name)}"`);
    database.prepare('UPDATE surfaces SET geom = ?').run(curvePolygon(500_000, 0, 100));
    database.close();
    const built = await vec.build(plain);
    expect(
      built.package.layers.map(({ name, featureCount, skippedCount, crs }) => [name, featureCount, skippedCount, crs]),
    ).toEqual(['straight', 'bent', 'surfaces'].map((name) => [name, 1, 0, 'EPSG:32633']));
    const [bent] = built.features(1);
    expect(bent?.geometry?.type).toBe('MultiLineString');
    const [surface] = built.features(2);
    expect(surface?.geometry).toMatchObject({ type: 'MultiPolygon' });
    if (surface?.geometry?.type !== 'MultiPolygon') throw new Error('The surface is no polygon.');
    expect(surface.geometry.coordinates[0]?.[0]?.length).toBeGreaterThan(30);
  });

  it('that are no numbers or nowhere are skipped, counted and told', async () => {
    const lines = ['0 0, 1 1', '1e999 1, 2 3', '1e300 0, 1 1', '0 0, 11 95', '2 2, 3 3'];
    const features = lines.map((line) => [`LINESTRING (${line})`] as const);
    const built = await vec.build(writeGeoPackage(vec.file('bad.gpkg'), [{ name: 'bad', epsg: 4326, features }]));
    expect(built.package.layers).toMatchObject([{ featureCount: 2, skippedCount: 3, bounds: [0, 0, 3, 3] }]);
    expect(built.features().map(({ fid }) => fid)).toEqual([1, 2]);
    const log = built.log.join('\n');
    expect(log).toMatch(/1 features of “bad” are left out: they have coordinates that are no numbers/);
    expect(log).toMatch(/2 features of “bad” are left out: they have no place in longitude and latitude/);
  });

  it('that cannot be projected are skipped, and those beside them are not', async () => {
    const features: LayerSample['features'] = [['POINT (0 0)'], ['POINT (1e12 1e12)'], ['POINT (100 100)']];
    const built = await vec.build(writeGeoPackage(vec.file('unprojected.gpkg'), [{ name: 'a', epsg: 3035, features }]));
    expect(built.package.layers[0]).toMatchObject({ featureCount: 2, skippedCount: 1 });
  });
});

/** A circle as a surface within a circular string, as a GeoPackage keeps it. */
function curvePolygon(x: number, y: number, radius: number): Buffer {
  const head = Buffer.from([0x47, 0x50, 0, 1, 0, 0, 0, 0]);
  head.writeInt32LE(32633, 4);
  const polygon = Buffer.alloc(9);
  polygon[0] = 1;
  polygon.writeUInt32LE(10, 1);
  polygon.writeUInt32LE(1, 5);
  const positions = [
    [x - radius, y],
    [x, y + radius],
    [x + radius, y],
    [x, y - radius],
    [x - radius, y],
  ];
  const ring = Buffer.alloc(9 + 16 * positions.length);
  ring[0] = 1;
  ring.writeUInt32LE(8, 1);
  ring.writeUInt32LE(positions.length, 5);
  positions.flat().forEach((value, index) => ring.writeDoubleLE(value, 9 + 8 * index));
  return Buffer.concat([head, polygon, ring]);
}
