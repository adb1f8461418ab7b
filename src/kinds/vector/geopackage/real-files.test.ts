import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { useVecBuilder } from '../testing/vec-builds.ts';

interface Expected {
  readonly facts: {
    readonly layers?: readonly {
      readonly name: string;
      readonly geometryType: string;
      readonly featureCount: number;
      readonly crs: { readonly code: number | null } | null;
      readonly wgs84Extent: readonly number[] | null;
    }[];
  };
}

const BUILT = /\.(?:geojson|topojson|gpkg|shp|fgb|kmz|kml|dxf|gpx|gml)$/;
const known = hasSharedData
  ? (JSON.parse(readFileSync(join(SHARED_DATA, 'expected.json'), 'utf8')) as {
      readonly files: Readonly<Record<string, Expected>>;
    })
  : { files: {} };
const collection = Object.entries(known.files).filter(([path]) => path.startsWith('vector/') && BUILT.test(path));
if (!hasSharedData)
  console.log('Skipped: GeoPackages of real vector files. There is no ../shared/data beside the repository.');
const vec = useVecBuilder();
/** Files whose layer GDAL calls after them, as nothing in them names it. */
const UNNAMED = [
  'countries.geojson',
  'lulc_utm38.geojson',
  'coutwildrnp.shp',
  'olinda_latin1.shp',
  'two_states_mercator.shp',
];

describe.runIf(hasSharedData)('GeoPackages of real files', () => {
  it.each(collection)('%s', async (path, { facts: { layers = [] } }) => {
    const built = await vec.build(join(SHARED_DATA, path));
    const found = built.package.layers;
    expect(found.map(({ name, featureCount }) => [name, featureCount])).toEqual(
      layers.map(({ name, featureCount }) => [UNNAMED.includes(basename(path)) ? 'features' : name, featureCount]),
    );
    layers.forEach(({ wgs84Extent, crs, geometryType }, index) => {
      const layer = found[index]!;
      expect(layer.skippedCount).toBe(0);
      expect(layer.geometryType === 'None').toBe(geometryType === 'None');
      expect(layer.crs).toBe(crs?.code ? `EPSG:${crs.code}` : layer.crs);
      const features = [...built.package.features(layer.table)];
      expect(features).toHaveLength(layer.featureCount);
      const whole = layer.bounds ?? ([0, 0, 0, 0] as const);
      const within = [...built.package.features(layer.table, { bounds: whole })];
      expect(within).toEqual(features.filter(({ geometry }) => geometry !== null));
      if (wgs84Extent === null) return;
      // Corners of an extent lie outside of what is in it, where both are bent by another projection.
      const slack = crs?.code === 4326 ? 1e-6 : 0.03;
      const size = Math.max(1, wgs84Extent[2]! - wgs84Extent[0]!, wgs84Extent[3]! - wgs84Extent[1]!);
      wgs84Extent.forEach((side, at) =>
        expect(Math.abs(side - (layer.bounds?.[at] ?? NaN))).toBeLessThan(slack * size),
      );
    });
  });
});

describe.runIf(hasSharedData)('broken and hostile files', () => {
  it.each([
    ['broken/shp_alone/olinda.shp', 470],
    ['broken/shp_no_prj/coutwildrnp.shp', 67],
  ])('%s is built with what there is', async (path, featureCount) => {
    const built = await vec.build(join(SHARED_DATA, path));
    expect(built.package.layers).toMatchObject([{ crs: null, featureCount, skippedCount: 0 }]);
    expect(built.log.join()).toMatch(/no coordinate reference system/);
  });

  it.each(['bad.kmz', 'bad.shp', 'not_a_gpkg.gpkg'])('hostile/%s fails with a reason', async (name) => {
    await expect(vec.build(join(SHARED_DATA, 'hostile', name))).rejects.toMatchObject({ reason: 'invalid-input' });
  });
});
