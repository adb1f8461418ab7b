/**
 * Makes vector tiles of a built GeoPackage: `program.ts SOURCE.gpkg FOLDER` writes `tiles.mbtiles` and `metadata.json`
 * into the folder, and prints progress as GDAL's programs do; a line that begins with `Refused: ` says why there are none. A
 * process of its own, for `engine.run`.
 */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodeOf, printProgress, REFUSED } from '../../../engine/for-children.ts';
import type { GeoPackageLayer } from '../geopackage.ts';
import { ArchiveFull, createArchive } from './archive-writer.ts';
import { makeByWorkers } from './tile-workers.ts';
import { openTileSource } from './source.ts';
import { boundsOf, tileMetadata, type TileMetadata } from './tile-json.ts';
import { workLimits, type WorkResult } from './work.ts';
import { deepestZoom, HIGHEST_DEEPEST, zoomByArea } from './zooms.ts';
import { TILE_JSON, TILES } from './artifacts.ts';

/**
 * Bytes of tiles, at most: a small file of large areas with long attributes could make some 30 GB. What people have makes less
 * tiles than its GeoPackage has bytes, all zooms together; eight times that, and 2 GB for any, is no honest file's.
 */
const mostBytes = (sourceBytes: number): number => Math.max(2e9, 8 * sourceBytes);

const [source = '', folder = ''] = process.argv.slice(2);
try {
  await run();
} catch (error) {
  process.stderr.write(
    `${error instanceof ArchiveFull ? REFUSED : 'ERROR 1: '}${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = exitCodeOf(error);
}

async function run(): Promise<void> {
  const { deepest, features, layers } = plan();
  const { size } = statSync(source);
  const archive = createArchive(join(folder, TILES.path), mostBytes(size));
  const limits = workLimits(size / Math.max(1, features));
  const progress = printProgress();
  let [done, dropped] = [0, 0];
  const count = (result: WorkResult): void => {
    done += result.features;
    dropped += result.dropped;
    progress(Math.min(0.99, done / Math.max(1, features)));
  };
  progress(0);
  const unreadable = await makeByWorkers({ source, deepest, limits }, archive.add, count);
  const metadata = tileMetadata(layers, deepest, dropped);
  const { tiles, distinct, bytes } = archive.finish(tableOf(metadata));
  writeFileSync(join(folder, TILE_JSON.path), JSON.stringify(metadata), { flag: 'wx' });
  progress(1);
  const share = distinct === tiles ? '' : `, ${distinct} different ones`;
  process.stdout.write(`${tiles} tiles${share}, zooms 0 to ${deepest}, ${(bytes / 1e6).toFixed(1)} MB.\n`);
  if (dropped > 0) process.stdout.write(`${dropped} features were left out of tiles that would be too large.\n`);
  if (unreadable > 0) process.stdout.write(`${unreadable} geometries could not be read.\n`);
}

function plan(): { deepest: number; features: number; layers: readonly GeoPackageLayer[] } {
  const found = openTileSource(source, 0);
  const { layers } = found;
  const bounds = boundsOf(layers);
  const byArea = bounds === null ? HIGHEST_DEEPEST : zoomByArea(bounds);
  const deepest = deepestZoom(bounds, found.crowd(360 / 2 ** byArea));
  found.close();
  return { deepest, layers, features: layers.reduce((sum, { featureCount }) => sum + featureCount, 0) };
}

/** What MBTiles wants to know: the same, as texts. */
function tableOf(metadata: TileMetadata): Record<string, string> {
  const { bounds, center } = metadata;
  return {
    name: metadata.name,
    format: 'pbf',
    type: 'overlay',
    minzoom: String(metadata.minzoom),
    maxzoom: String(metadata.maxzoom),
    ...(bounds === undefined ? {} : { bounds: bounds.join() }),
    ...(center === undefined ? {} : { center: center.join() }),
    json: JSON.stringify({ vector_layers: metadata.vector_layers }),
    layers: JSON.stringify(metadata.layers.map((layer) => layer.name)),
  };
}
