import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AlignAnswer, RasterFacts, RasterSource } from '../../engine/index.ts';
import { planCoverage } from '../../raster/index.ts';
import type { RunningTask } from '../../tasks/index.ts';
import type { ProgramStep } from '../own-program.ts';
import { forView, runRasterPlan, runRasterStep, SCRATCH_RASTER } from '../raster-steps.ts';
import { rasterView, type ViewBand } from '../raster-view.ts';
import type { CommonGrid } from './comparable.ts';

const MERCATOR = 'EPSG:3857';

const everyBand = ({ bands }: RasterFacts): readonly number[] => bands.map((_, at) => at + 1);

/** Brings a raster onto the grid on which it is compared. */
export async function cutToGrid(
  task: RunningTask<unknown>,
  source: RasterSource,
  facts: RasterFacts,
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
  const plan = planCoverage({ extract, interpolation }, everyBand(facts), source, facts, paths, SCRATCH_RASTER);
  await runRasterPlan(task, plan, source, step);
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
  const { folder, signal } = task;
  const path = await forView(task, source, 'viewed.tif', { phase, from, to: from });
  const bands = facts.bands.map(({ measure, ...band }, at): ViewBand => ({
    ...{ ...band, measure, path, band: at + 1, column: 0, row: 0 },
    raised: shiftZ === 0 || band.colorInterp === 'Alpha' ? undefined : shiftZ / (measure?.scale ?? 1),
  }));
  const { width, height, projection, hasMask } = facts;
  const view = join(folder, 'moved.vrt');
  const masked = hasMask ? (bands[0] ?? null) : null;
  const text = rasterView({ width, height, projection, geotransform, bands, masked });
  await writeFile(view, text, { flag: 'wx', signal });
  const resolution = facts.placement?.mercator?.resolution ?? 1;
  const [columns, rows] = [Math.ceil((maxX - minX) / resolution), Math.ceil((maxY - minY) / resolution)];
  const extract = {
    ...({ kind: 'warp', crs: MERCATOR, width: columns, height: rows } as const),
    box: [minX, maxY - rows * resolution, minX + columns * resolution, maxY] as const,
  };
  const paths = { copy: '', warped: join(folder, 'moved.tif'), values: join(folder, 'aligned.tif') };
  const { steps, values } = planCoverage(
    { extract, interpolation: 'cubic' },
    everyBand(facts),
    { path: view, kind: source.kind },
    facts,
    paths,
  );
  const share = (to - from) / steps.length;
  for (const [at, step] of steps.entries()) {
    const part = { phase, from: from + at * share, to: from + (at + 1) * share };
    await runRasterStep(task, step.source === view ? { ...step, kind: 'view' } : step, part);
  }
  return values;
}
