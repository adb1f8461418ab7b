import { basename, join } from 'node:path';
import type { CoverageStep } from './read/raster-coverage.child.ts';
import { hasMaskBeside, inputOptions } from '../../geodata/raster-input.ts';
import { rasterPlace } from './read/operations.ts';
import { gdalPrograms } from '../../geodata/gdal-programs.ts';
import { type CoveragePlan, creation } from './coverages/coverage-plan.ts';
import { shiftedPlace } from './coverages/shifted-place.ts';
import type { RunningTask } from '../../tasks/index.ts';
import type { RasterSource } from '../../geodata/raster-source.ts';
import type { ProgramStep } from '../../tasks/tool-kit/index.ts';

type Working = Pick<RunningTask<unknown>, 'engine' | 'folder' | 'signal' | 'report' | 'log'>;

/** A step whose source may be a view (`raster-view.ts`) as well. */
type RasterStep = Omit<CoverageStep, 'kind'> & { readonly kind: CoverageStep['kind'] | 'view' };

/** Runs one of GDAL's programs for a raster; its lines are in the log, its progress is the task's. */
export async function runRasterStep(
  { engine, folder, signal, report, log }: Working,
  { program, kind, source, destination, options }: RasterStep,
  { phase, from = 0, to = 100 }: ProgramStep,
): Promise<void> {
  report(from, phase);
  await engine.run(gdalPrograms[program], [...inputOptions(kind, source), ...options, source, destination], {
    signal,
    temporaryFolder: folder,
    onProgress: (percent) => report(from + (percent / 100) * (to - from), phase),
    onLine(line) {
      if (line !== '' && !CHATTER.test(line))
        log(line.replaceAll(source, 'the raster').replaceAll(destination, basename(destination)));
    },
  });
}

/** What GDAL's programs say of every raster. */
const CHATTER = /^(?:[\d.]+(?: - done\.)?$|Input file size is|Creating output file|Processing |Using |Copying )/;

/** Runs the steps of a plan one after the other, each an equal part of the whole. */
export async function runRasterPlan(
  working: Working,
  { steps, placed }: CoveragePlan,
  { place }: RasterSource,
  { phase, from = 0, to = 100 }: ProgramStep,
): Promise<void> {
  const { engine, signal } = working;
  const share = (to - from) / steps.length;
  for (const [at, step] of steps.entries()) {
    await runRasterStep(working, step, { phase, from: from + at * share, to: from + (at + 1) * share });
    if (step.destination === placed?.path && place !== undefined)
      await engine.call(rasterPlace, { path: placed.path, place: shiftedPlace(place, placed.window) }, { signal });
  }
}

/** Options of a file that is read once and removed; a mask is inside the file, where it is looked for. */
export const SCRATCH_RASTER = [
  '-of',
  'GTiff',
  '--config',
  'GDAL_TIFF_INTERNAL_MASK',
  'YES',
  ...creation({ TILED: 'YES', BIGTIFF: 'IF_SAFER', SPARSE_OK: 'TRUE' }),
];

/**
 * A raster as a view may name it. GDAL opens what a view names with whichever driver knows it, its own views first, and pictures and
 * grids of text may hold one in a comment, which would name other files of the machine. The first bytes of a TIFF rule that out.
 *
 * @param name of the file in the folder of the task that is made of another kind of raster
 * @returns the path
 */
export async function forView(
  working: Working,
  { path, kind }: Pick<RasterSource, 'path' | 'kind'>,
  name: string,
  step: ProgramStep,
): Promise<string> {
  // GDAL would not look for a mask beside what a view names; in the copy it is inside.
  if (kind === 'tiff' && !hasMaskBeside(path)) return path;
  const destination = join(working.folder, name);
  const options = SCRATCH_RASTER;
  await runRasterStep(working, { program: 'gdal_translate', kind, source: path, destination, options }, step);
  return destination;
}
