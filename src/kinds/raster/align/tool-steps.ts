import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AlignAnswer } from './request.ts';
import { type CoveragePlan, planCoverage } from '../coverages/coverage-plan.ts';
import type { RunningTask } from '../../../tasks/index.ts';
import { forView, runRasterPlan, runRasterStep, SCRATCH_RASTER } from '../raster-steps.ts';
import { rasterView, type ViewBand } from '../raster-view.ts';
import type { CommonGrid } from './tool-comparable.ts';
import type { RasterFacts } from '../read/raster-facts.child.ts';
import type { RasterSource } from '../../../geodata/raster-source.ts';
import type { ProgramStep } from '../../../tasks/tool-kit/index.ts';

const MERCATOR = 'EPSG:3857';

const everyBand = ({ bands }: RasterFacts): readonly number[] => bands.map((_, at) => at + 1);

/**
 * Brings bands of a raster onto the grid on which they are compared, in the order in which they are named; alpha comes last.
 *
 * @param bands from 1
 */
export async function cutToGrid(
  task: RunningTask<unknown>,
  source: RasterSource,
  facts: RasterFacts,
  bands: readonly number[],
  { box, width, height, resolution }: CommonGrid,
  name: string,
  step: ProgramStep,
): Promise<void> {
  const own = facts.placement?.mercator?.resolution ?? resolution;
  const path = (file: string): string => join(task.folder, `${name}.${file}`);
  const paths = { copy: path('copy.tif'), warped: path('warped.tif'), values: join(task.folder, name) };
  const extract = { kind: 'warp', crs: MERCATOR, box, width, height } as const;
  // A pixel of several is their mean; one of a few is made between them.
  const interpolation = resolution > 1.5 * own ? 'average' : 'linear';
  const alpha = facts.bands.findIndex(({ colorInterp }) => colorInterp === 'Alpha') + 1;
  const shown = alpha === 0 || bands.includes(alpha) ? bands : [...bands, alpha];
  if (shown.length < facts.bands.length && source.kind === 'tiff' && facts.geotransform !== null) {
    const part = { ...facts, bands: shown.map((band) => facts.bands[band - 1]!) };
    const view = { path: path('vrt'), kind: source.kind };
    await writeView(task, view.path, part, viewOf(part, source.path, shown), facts.geotransform);
    const plan = planCoverage({ extract, interpolation }, everyBand(part), view, part, paths, SCRATCH_RASTER);
    await runViewPlan(task, plan, view.path, step);
  } else {
    const plan = planCoverage({ extract, interpolation }, shown, source, facts, paths, SCRATCH_RASTER);
    await runRasterPlan(task, plan, source, step);
  }
  for (const scratch of [paths.copy, paths.warped]) await rm(scratch, { force: true });
}

/** @param numbers of the bands in the file, from 1 */
const viewOf = ({ bands }: RasterFacts, path: string, numbers: readonly number[]): readonly ViewBand[] =>
  bands.map(({ measure, ...band }, at) => ({ ...band, measure, path, band: numbers[at]!, column: 0, row: 0 }));

async function writeView(
  { signal }: RunningTask<unknown>,
  path: string,
  { width, height, projection, hasMask }: RasterFacts,
  bands: readonly ViewBand[],
  geotransform: readonly number[],
): Promise<void> {
  const masked = hasMask ? (bands[0] ?? null) : null;
  const text = rasterView({ width, height, projection, geotransform, bands, masked });
  await writeFile(path, text, { flag: 'wx', signal });
}

/** Runs the steps of a plan for a view. */
async function runViewPlan(
  task: RunningTask<unknown>,
  { steps }: CoveragePlan,
  view: string,
  { phase, from = 0, to = 100 }: ProgramStep,
): Promise<void> {
  const share = (to - from) / steps.length;
  for (const [at, step] of steps.entries()) {
    const part = { phase, from: from + at * share, to: from + (at + 1) * share };
    await runRasterStep(task, step.source === view ? { ...step, kind: 'view' } : step, part);
  }
}

/**
 * Writes the source at its new place, as a Cloud-optimised GeoTIFF in Web Mercator with pixels as fine as its own.
 *
 * @returns path of the file
 */
export async function writeMoved(
  task: RunningTask<unknown>,
  source: RasterSource,
  facts: RasterFacts,
  { geotransform, box: [minX, minY, maxX, maxY], shiftZ }: AlignAnswer,
  { phase, from = 0, to = 100 }: ProgramStep,
): Promise<string> {
  const { folder } = task;
  const path = await forView(task, source, 'viewed.tif', { phase, from, to: from });
  const bands = viewOf(facts, path, everyBand(facts)).map((band) => ({
    ...band,
    raised: shiftZ === 0 || band.colorInterp === 'Alpha' ? undefined : shiftZ / (band.measure?.scale ?? 1),
  }));
  const view = join(folder, 'moved.vrt');
  await writeView(task, view, facts, bands, geotransform);
  const resolution = facts.placement?.mercator?.resolution ?? 1;
  const [columns, rows] = [Math.ceil((maxX - minX) / resolution), Math.ceil((maxY - minY) / resolution)];
  const extract = {
    ...({ kind: 'warp', crs: MERCATOR, width: columns, height: rows } as const),
    box: [minX, maxY - rows * resolution, minX + columns * resolution, maxY] as const,
  };
  const paths = { copy: '', warped: join(folder, 'moved.tif'), values: join(folder, 'aligned.tif') };
  const plan = planCoverage(
    { extract, interpolation: 'cubic' },
    everyBand(facts),
    { path: view, kind: source.kind },
    facts,
    paths,
  );
  await runViewPlan(task, plan, view, { phase, from, to });
  return plan.values;
}
