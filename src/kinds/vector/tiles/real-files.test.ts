import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { type BuiltTiles, countByGdal, useMvtBuilder } from '../testing/mvt-builds.ts';

if (!hasSharedData)
  console.log('Skipped: vector tiles of real files. There is no ../shared/data beside the repository.');
const mvt = useMvtBuilder();

/** Tiles of the deepest zoom, spread over all there are. */
function someTiles({ path, metadata }: BuiltTiles, most: number): readonly { x: number; y: number }[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const all = database
    .prepare('SELECT x, y FROM places WHERE layer = 0 AND z = ? ORDER BY x, y')
    .all(metadata.maxzoom)
    .map(({ x, y }) => ({ x: Number(x), y: Number(y) }));
  database.close();
  const step = Math.max(1, Math.floor(all.length / most));
  return all.filter((_, index) => index % step === 0);
}

describe.runIf(hasSharedData)('tiles of the deepest zoom have the features that GDAL finds there', () => {
  it.each([
    'countries.geojson',
    'glaciers_points.geojson',
    'lulc_utm38.geojson',
    'tiger_roads.geojson',
    'oregon_2layers.gpkg',
    'rivers_3857.gpkg',
    'coutwildrnp.shp',
    'kmlsamples.kml',
    'roads_feet.fgb',
    'run.gpx',
    'nospatial.gpkg',
  ])('%s', async (name) => {
    const built = await mvt.tiles(await mvt.build(join(SHARED_DATA, 'vector', name)));
    const { maxzoom, featureCount, droppedCount } = built.metadata;
    expect(droppedCount).toBe(0);
    const placed = built.vec.package.layers.filter(({ bounds }) => bounds !== null);
    expect(featureCount).toBe(placed.reduce((sum, layer) => sum + layer.featureCount, 0));
    const tiles = someTiles(built, 25);
    expect(tiles.length > 0).toBe(placed.length > 0);
    for (const { x, y } of tiles) {
      const features = built.tile(maxzoom, x, y);
      expect([x, y, features.length]).toEqual([x, y, countByGdal(built.vec.path, maxzoom, x, y)]);
    }
  });
});
