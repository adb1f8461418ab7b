import type { RasterLayer, VectorLayer } from '../layers/layer.ts';

const OF_FILE = { hash: 'a'.repeat(64), size: 1000, mtime: 0 } as const;

/** A raster of a few hectares near Bologna, with a name that has to be escaped everywhere. */
export const ORTHO: RasterLayer = {
  ...OF_FILE,
  kind: 'raster',
  name: 'may/ortho & co.tif',
  safeName: 'may_ortho___co.tif',
  title: 'may/ortho & co.tif',
  path: 'may/ortho & co.tif',
  bounds: [11.3, 44.4, 11.31, 44.41],
  file: { path: '/builds/ortho/cog.tif', version: 'version-of-ortho' },
  width: 1000,
  height: 1000,
  geotransform: [680_000, 1, 0, 4_920_000, 0, -1],
  projection: null,
  nodata: [null, null, null],
  bands: ['Red', 'Green', 'Blue'].map((colorInterp) => ({ type: 'Byte', colorInterp })),
};

/** Plots over the antimeridian, with an attribute of each kind. */
export const PLOTS: VectorLayer = {
  ...OF_FILE,
  kind: 'vector',
  name: 'plots.geojson',
  safeName: 'plots.geojson',
  title: 'plots.geojson',
  path: 'plots.geojson',
  bounds: [179, -17, 181, -16],
  isOnly: true,
  file: { path: '/builds/plots/source.gpkg', version: 'version-of-plots' },
  tiles: { path: '/builds/plots/tiles.mbtiles', version: 'version-of-tiles' },
  content: {
    table: 'plots',
    name: 'plots',
    crs: 'EPSG:32760',
    geometryType: 'MultiPolygon',
    hasHeight: false,
    featureCount: 3,
    skippedCount: 0,
    bounds: [179, -17, 181, -16],
    columns: [
      { name: 'crop', type: 'TEXT(20)' },
      { name: 'trees', type: 'INTEGER' },
      { name: 'yield', type: 'REAL' },
      { name: 'irrigated', type: 'BOOLEAN' },
      { name: 'planted', type: 'DATE' },
    ],
  },
};
