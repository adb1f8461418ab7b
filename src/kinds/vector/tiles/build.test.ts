import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { countByGdal, tileAt, useMvtBuilder } from '../testing/mvt-builds.ts';
import { collection, writeGeoPackage } from '../testing/vector-samples.ts';

const mvt = useMvtBuilder();

const point = (longitude: number, latitude: number, properties: object = {}): object => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
});

let seed = 1;
const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;

function largestTile(path: string): number {
  const database = new DatabaseSync(path, { readOnly: true });
  const row = database.prepare('SELECT max(length(data)) AS most FROM pieces').get();
  database.close();
  return Number(row?.['most']);
}

describe('vector tiles', () => {
  it('tell attributes, the layer and ids, and an attribute `layer` of the features stays theirs', async () => {
    const properties = { name: 'Größe', count: 3, height: 1.5, open: true, none: null };
    const { tile, metadata } = await mvt.tiles(
      await mvt.bytes('places.geojson', collection([point(10, 45, properties)])),
    );
    const { z, x, y } = tileAt(metadata.maxzoom, [10, 45]);
    expect(metadata.maxzoom).toBe(18);
    const [feature] = tile(z, x, y);
    expect(feature?.id).toBe(1);
    expect(feature?.properties).toMatchObject({ name: 'Größe', count: 3, height: 1.5, layer: 'features' });
    expect(feature?.properties).not.toHaveProperty('none');
    const own = await mvt.tiles(await mvt.bytes('own.geojson', collection([point(10, 45, { layer: 'theirs' })])));
    expect(own.tile(0, 0, 0)[0]?.properties['layer']).toBe('theirs');
  });

  it('of several layers have all of them in one, and each alone', async () => {
    const path = writeGeoPackage(mvt.file('two.gpkg'), [
      { name: 'roads & ways', epsg: 4326, features: [['POINT (10 45)']] },
      { name: 'ponds', epsg: 4326, features: [['POINT (10.001 45)']] },
      { name: 'far', epsg: 4326, features: [['POINT (40 45)']] },
    ]);
    const { tile, metadata, archive } = await mvt.tiles(await mvt.build(path));
    expect(archive.layers).toEqual(['roads & ways', 'ponds', 'far']);
    expect(metadata.layers.map(({ featureCount }) => featureCount)).toEqual([1, 1, 1]);
    const names = (layer?: number): unknown[] => tile(2, 2, 1, layer).map(({ properties }) => properties['layer']);
    expect(names()).toEqual(['roads & ways', 'ponds', 'far']);
    expect([names(1), names(2), names(3)]).toEqual([['roads & ways'], ['ponds'], ['far']]);
    const { z, x, y } = tileAt(metadata.maxzoom, [40, 45]);
    // The only one in its tile: the same bytes.
    expect(archive.find({ z, x, y }, 3)?.digest).toBe(archive.find({ z, x, y }, 0)?.digest);
    expect(archive.find({ z, x, y }, 1)).toBeUndefined();
  });

  it('show at both sides of the antimeridian what lies at it or beyond, and nothing of the poles', async () => {
    const features = [
      point(179.99, 10, { n: 1 }),
      point(190, 10, { n: 2 }),
      point(0, 90, { n: 3 }),
      point(0, -88, { n: 4 }),
    ];
    const { tile, metadata } = await mvt.tiles(await mvt.bytes('edge.geojson', collection(features)));
    const found = (longitude: number, latitude: number): unknown[] => {
      const { z, x, y } = tileAt(metadata.maxzoom, [longitude, latitude]);
      return tile(z, x, y).map(({ properties }) => properties['n']);
    };
    // The tile from -180 to -168.75 degrees: the first within its buffer, the second at -170.
    expect(found(179.99, 10)).toEqual([1]);
    expect(found(-170, 10)).toEqual([1, 2]);
    for (const column of [0, 1]) expect(tile(1, column, 0).every(({ properties }) => properties['n'] !== 3)).toBe(true);
  });

  it('of an empty file are an archive without tiles', async () => {
    const { tile, metadata } = await mvt.tiles(await mvt.bytes('empty.geojson', collection([])));
    expect(tile(0, 0, 0)).toEqual([]);
    expect(metadata).toMatchObject({ tilejson: '3.0.0', featureCount: 0, maxzoom: 5 });
    expect(metadata).not.toHaveProperty('bounds');
  });

  it('stay small where 60,000 points lie in one garden, in little memory, and say what is left out', async () => {
    const crowd = Array.from({ length: 60_000 }, (_, n) =>
      point(10 + 1e-4 * random(), 45 + 1e-4 * random(), { n, text: `of its own ${random()}` }),
    );
    const built = await mvt.tiles(await mvt.bytes('crowd.geojson', collection(crowd)));
    expect(largestTile(built.path)).toBeLessThanOrEqual(500_000);
    expect(built.metadata.droppedCount).toBeGreaterThan(0);
    expect(built.log.join('\n')).toMatch(/features were left out of tiles that would be too large/);
    const megabytes = Number(/, (\d+) MB at most/.exec(built.log.join('\n'))?.[1]);
    expect(megabytes).toBeGreaterThan(50);
    expect(megabytes).toBeLessThan(1000);
  });

  it('that are made by several workers hold what GDAL finds, at every border of their work', async () => {
    const squares = Array.from({ length: 45_000 }, (_, n) => {
      const [x, y, side] = [10 + random(), 45 + random(), 0.0005];
      const ring = [
        [x, y],
        [x + side, y],
        [x + side, y + side],
        [x, y + side],
        [x, y],
      ];
      return { type: 'Feature', properties: { n }, geometry: { type: 'Polygon', coordinates: [ring] } };
    });
    const built = await mvt.tiles(await mvt.bytes('squares.geojson', collection(squares)));
    const { maxzoom } = built.metadata;
    expect(built.metadata.droppedCount).toBe(0);
    for (const place of [
      [10.01, 45.01],
      [10.546875, 45.5],
      [10.5, 45.5],
      [10.9, 45.2],
    ]) {
      const { x, y } = tileAt(maxzoom, place);
      expect(built.tile(maxzoom, x, y)).toHaveLength(countByGdal(built.vec.path, maxzoom, x, y));
    }
    const seen = built.tile(7, ...tileOf(7, [10.5, 45.5]));
    expect(seen.length).toBeGreaterThan(100);
    expect(seen.length).toBeLessThan(20_000);
  });
});

function tileOf(z: number, place: readonly number[]): [number, number] {
  const { x, y } = tileAt(z, place);
  return [x, y];
}
