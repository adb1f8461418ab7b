import { basename } from 'node:path';
import { type CoverageStep, RASTER_DRIVERS, type RasterSource } from '../engine/index.ts';
import { type CoveragePlan, shiftedPlace } from '../raster/index.ts';
import type { RunningTask } from '../tasks/index.ts';
import type { ProgramStep } from './own-program.ts';

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
  const drivers = (kind === 'view' ? ['VRT'] : RASTER_DRIVERS[kind]).flatMap((driver) => ['-if', driver]);
  await engine.run(program, [...drivers, ...options, source, destination], {
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
      await engine.call('raster-place', { path: placed.path, place: shiftedPlace(place, placed.window) }, { signal });
  }
}
