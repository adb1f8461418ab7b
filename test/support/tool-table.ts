import { EntryType } from '../../src/inspection/index.ts';

/** How a tool is tried on the files of `tool-data.ts`. */
export interface ToolTrial {
  readonly parameters: object;
  /** The same on files of real surveys, where they are there. */
  readonly real?: object;
  /** What comes into the dataset, with its type. */
  readonly writes?: Readonly<Record<string, EntryType>>;
  /** How the file begins that there is to download. */
  readonly result?: string;
  /** Facts that are known beforehand. */
  readonly facts?: object;
}

const { GaussianSplat, GeoRaster, Vector, Generic, Image, Model, PointCloud } = EntryType;
const square = (west: number, south: number, side: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + side, south],
      [west + side, south + side],
      [west, south + side],
      [west, south],
    ],
  ],
});
/** Within the hills: 45 to 135 m east of their corner. */
const HEAP = square(9.0006, 36.1445, 0.0006);
const LINE = {
  type: 'LineString',
  coordinates: [
    [9.0002, 36.1445],
    [9.0018, 36.1438],
  ],
};

/** 80 m from west to east over `scan.las`, which lies to the north of the hills. */
const SCAN_LINE = {
  type: 'LineString',
  coordinates: [
    [9.0001, 36.1449],
    [9.001, 36.1449],
  ],
};

/** Trials by the id of the tool, with its version where that is not the first. @param url of a file that comes when it may (`import-file`) */
export const toolTrials = (url: string): Readonly<Record<string, ToolTrial>> => ({
  'import-file': {
    parameters: { url, fileName: 'came.txt', folder: 'from web' },
    writes: { 'from web/came.txt': Generic },
    facts: { path: 'from web/came.txt', bytes: 4 },
  },
  'rescan-index': { parameters: { types: 'GeoRaster' }, facts: { failed: 0 } },
  'align-raster': {
    parameters: { sourcePath: 'may.tif', referencePath: 'april.tif', outputPath: 'made/aligned.tif' },
    writes: { 'made/aligned.tif': GeoRaster },
    facts: { success: true },
  },
  'archive-extract': {
    parameters: { sourcePath: 'flight.zip', destPath: 'unpacked' },
    writes: { 'unpacked/a.txt': Generic, 'unpacked/deep/b.txt': Generic },
    facts: { files: 2, bytes: 11, kept: 0, leftOut: 0 },
  },
  build: { parameters: { path: 'later.tif', force: true } },
  'bulk-download': {
    parameters: { paths: ['bands/red.tif', 'notes.txt'], archiveName: 'say "hi"' },
    result: 'PK',
    facts: { entries: 2 },
  },
  change: {
    parameters: { path: 'dem.tif', laterPath: 'later.tif', outputPath: 'made/change.tif' },
    real: { path: 'real/dtm.tif', laterPath: 'real/dsm.tif', outputPath: 'made/growth.tif' },
    writes: { 'made/change.tif': GeoRaster },
    facts: { threshold: 0, lowered: { area: 0, volume: 0 } },
  },
  contours: {
    parameters: { path: 'dem.tif', interval: 2, outputPath: 'made/contours.gpkg' },
    real: { path: 'real/dtm.tif', interval: 0.5, outputPath: 'made/real.geojson' },
    writes: { 'made/contours.gpkg': Vector },
  },
  hillshade: {
    parameters: { path: 'dem.tif', outputPath: 'made/shade.tif' },
    real: { path: 'real/dsm.tif', kind: 'slope', outputPath: 'made/slope.tif' },
    writes: { 'made/shade.tif': GeoRaster },
  },
  'merge-multispectral': {
    parameters: { paths: ['bands/red.tif', 'bands/nir.tif'], outputPath: 'made/bands.tif' },
    writes: { 'made/bands.tif': GeoRaster },
    facts: { width: 64, height: 64 },
  },
  'mesh-export': {
    parameters: { path: 'house.obj', percent: 50, outputPath: 'made/house.glb' },
    writes: { 'made/house.glb': Model },
    facts: { sourceTriangles: 512, triangles: 256 },
  },
  'mesh-section': {
    parameters: { path: 'house.obj', cut: 'height', height: 1, drawing: 'png', outputPath: 'made/cut.gpkg' },
    writes: { 'made/cut.gpkg': Vector, 'made/cut.png': Image },
    facts: { lines: 1, closedLines: 1 },
  },
  'mesh-volume': {
    parameters: { path: 'house.obj', base: 'none' },
    result: '# Volume of a model',
    facts: { isClosed: true },
  },
  georeference: {
    parameters: { paths: ['photos'], outputPath: 'made/footprints.gpkg' },
    writes: { 'made/footprints.gpkg': Vector },
  },
  photogrammetry: { parameters: { folder: 'photos' }, result: 'PK', facts: { photos: 2 } },
  'photogrammetry 2': {
    parameters: { folder: 'photos', destPath: 'from node' },
    writes: { 'from node/report.txt': Generic },
    facts: { photos: 2, files: 1, kept: 0 },
  },
  'pointcloud-export': {
    parameters: { path: 'scan.las', classes: [2], format: 'copc.laz', outputPath: 'made/ground.copc.laz' },
    real: { path: 'real/scan.copc.laz', spacing: 1, outputPath: 'made/real.laz' },
    writes: { 'made/ground.copc.laz': PointCloud },
  },
  'pointcloud-merge': {
    parameters: { paths: ['scan.las', 'scan-2.las'], outputPath: 'made/scans.copc.laz' },
    writes: { 'made/scans.copc.laz': PointCloud },
    facts: { points: 3000, exact: true },
  },
  'pointcloud-profile': {
    parameters: { path: 'scan.las', width: 10, line: SCAN_LINE, outputPath: 'made/scan.csv' },
    writes: { 'made/scan.csv': Generic, 'made/scan.png': Image },
  },
  'pointcloud-raster': {
    parameters: { path: 'scan.las', kind: 'dtm', resolution: 5, outputPath: 'made/ground.tif' },
    real: { path: 'real/scan.copc.laz', resolution: 1, outputPath: 'made/real-surface.tif' },
    writes: { 'made/ground.tif': GeoRaster },
    facts: { ground: 'classes' },
  },
  profile: {
    parameters: { path: 'dem.tif', line: LINE },
    result: 'distance_m,height_m',
  },
  'raster-export': {
    parameters: { path: 'may.tif', crs: 'EPSG:4326', fileName: 'a\r\nX-Hostile: "1".tif' },
    real: { path: 'real/plot.tif', formula: 'NDVI', bandFilter: 'BGRNRe' },
    result: 'II',
  },
  'raster-zones': {
    parameters: { path: 'dem.tif', classes: 3, smoothing: 4, outputPath: 'made/zones.geojson' },
    real: { path: 'real/plot.tif', formula: 'NDVI', bandFilter: 'BGRNRe', outputPath: 'made/real-zones.gpkg' },
    writes: { 'made/zones.geojson': Vector },
    facts: { isReduced: false, lonePieces: 0 },
  },
  'splat-clean': {
    parameters: { path: 'sphere.ply', outputPath: 'made/clean.ply' },
    writes: { 'made/clean.ply': GaussianSplat },
    facts: { sourceSplats: 1010, splats: 1000, removedBySize: 0 },
  },
  'splat-export': {
    parameters: { path: 'sphere.ply', format: 'splat', maxX: 2, outputPath: 'made/near.splat' },
    writes: { 'made/near.splat': GaussianSplat },
    facts: { sourceSplats: 1010, shDegree: 0, outsideArea: 0 },
  },
  volume: {
    parameters: { path: 'dem.tif', area: HEAP, base: 'lowest' },
    result: '# Volumes',
  },
  'vector-export': {
    parameters: { path: 'plots.geojson', conditions: [{ field: 'name', operator: '=', value: '"-of' }] },
    real: { path: 'real/nc.gpkg', format: 'FlatGeobuf', crs: 'EPSG:4326' },
    result: 'SQLite format 3',
  },
});
