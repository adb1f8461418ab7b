import { join } from 'node:path';
import { ownProgram, REFUSED } from '../../../engine/index.ts';
import { EntryType } from '../../../inspection/index.ts';
import { withVectorSource } from '../drawing.ts';
import {
  BuildFailure,
  requireWritten,
  withToldFailures,
  type BuildOutput,
  type OutputRequest,
  runCost,
} from '../../../builds/index.ts';
import { GEOPACKAGE, GEOPACKAGE_FOLDER } from './artifacts.ts';

export const vectorToGeoPackage = ownProgram('vector-to-geopackage', import.meta.resolve('./translation/program.ts'));

/** Progress as GDAL prints it. */
const PROGRESS = /^0\.[\d.]*/;

/**
 * A GeoPackage of all layers of a vector file in longitude and latitude (EPSG:4326): geometries of several parts without
 * curves, with an index; what its layers were and how many features were left out stands in its table `alidade_layers`.
 */
export const vecOutput: BuildOutput = {
  kind: 'vec',
  made: 'by-build',
  buildClass: 'vector',
  folder: GEOPACKAGE_FOLDER,
  title: GEOPACKAGE.title,
  artifacts: [GEOPACKAGE],
  appliesTo: (type) => type === EntryType.Vector,
  build: withToldFailures('It cannot be read as vector data.', build),
};

async function build({ source, name, size, neighbours, scratch, engine, signal, report, log }: OutputRequest) {
  const phase = 'Reading features';
  report({ percent: 0, phase });
  const file = { path: source, name, size, neighbours };
  // Layers that have no name of their own are called after the file.
  const run = await withVectorSource(file, engine, ({ path, format }) =>
    engine.run(vectorToGeoPackage, [path, format, join(scratch, GEOPACKAGE.path)], {
      signal,
      temporaryFolder: scratch,
      onProgress: (percent) => report({ percent, phase }),
      onLine(line) {
        if (line !== '' && !line.startsWith(REFUSED) && !PROGRESS.test(line))
          log(line.replaceAll(path, 'the source').replaceAll(scratch, 'the build folder'));
      },
    }),
  );
  if (run === null) throw new BuildFailure('invalid-input', 'The content of this file is not what its name says.');
  await requireWritten(join(scratch, GEOPACKAGE.path), 'The program');
  log(`GeoPackage: ${runCost(run)}`);
  report({ percent: 100, phase: 'Done' });
}
