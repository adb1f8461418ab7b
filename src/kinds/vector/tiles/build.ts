import { join } from 'node:path';
import { ownProgram } from '../../../engine/index.ts';
import { EntryType } from '../../../inspection/index.ts';
import {
  requiredPaths,
  requireWritten,
  withToldFailures,
  type BuildOutput,
  type OutputRequest,
  runCost,
} from '../../../builds/index.ts';
import { GEOPACKAGE } from '../geopackage/artifacts.ts';
import { TILE_JSON, TILES, TILES_FOLDER } from './artifacts.ts';

export const vectorTiles = ownProgram('vector-tiles', import.meta.resolve('./program.ts'));

/** Workers and the writer together; the tile maker reads in pieces, however much there is. */
const MEMORY_BYTES = 1.5 * 2 ** 30;

/** Vector tiles of the GeoPackage that the output `vec` made before: an archive, and what TileJSON says of it. */
export const mvtOutput: BuildOutput = {
  kind: 'mvt',
  made: 'by-build',
  buildClass: 'vector',
  folder: TILES_FOLDER,
  title: TILES.title,
  artifacts: [TILE_JSON, TILES],
  after: 'vec',
  appliesTo: (type) => type === EntryType.Vector,
  build: withToldFailures('It cannot be drawn as tiles.', build),
};

async function build({ made, scratch, engine, signal, report, log }: OutputRequest): Promise<void> {
  report({ percent: 0, phase: 'Vector tiles' });
  const source = join(made('vec'), GEOPACKAGE.path);
  const run = await engine.run(vectorTiles, [source, scratch], {
    signal,
    temporaryFolder: scratch,
    memoryLimitBytes: MEMORY_BYTES,
    onProgress: (percent) => report({ percent, phase: 'Vector tiles' }),
    onLine: (line) => log(line.replaceAll(source, 'the GeoPackage').replaceAll(scratch, 'the build folder')),
  });
  for (const file of requiredPaths(mvtOutput)) await requireWritten(join(scratch, file), 'The tile maker');
  log(`Vector tiles: ${runCost(run)}`);
  report({ percent: 100, phase: 'Done' });
}
