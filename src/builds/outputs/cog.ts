import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EntryType } from '../../formats/index.ts';
import { toBuildFailure } from './build-failure.ts';
import { type CogPlan, type CogStep, MAX_JPEG_LOSS, planCog } from './cog-plan.ts';
import type { BuildOutput, OutputRequest } from './output.ts';

const COG = 'cog.tif';
const STATISTICS = 'cog.tif.stats.json';
/** Share of the time that `CogPlan.steps` take together; what is left is for the statistics. */
const STEPS_SHARE = 0.95;
/** Sampling a raster of any size reads each of its blocks at most once; an hour is a disk that hangs. */
const READ_TIMEOUT_MS = 3_600_000;

/**
 * Cloud-optimised GeoTIFF in Web Mercator, every block of every level one tile of WebMercatorQuad (`cog-grid.ts`), with
 * statistics of its bands beside it. 8-bit colour is JPEG unless that changes it too much; all else is DEFLATE without loss. What is not covered is told by
 * the nodata value (NaN in floating point rasters that had none), by an alpha band the source had, else by a mask.
 */
export const cogOutput: BuildOutput = {
  kind: 'cog',
  folder: 'cog',
  files: [COG, STATISTICS],
  appliesTo: (type) => type === EntryType.GeoRaster,
  async build(request) {
    try {
      await build(request);
    } catch (error) {
      throw toBuildFailure(error);
    }
  },
};

async function build(request: OutputRequest): Promise<void> {
  const { source, scratch, engine, signal, report, log } = request;
  report({ percent: 0, phase: 'Reading' });
  const facts = await engine.call('raster-facts', { path: source, kind: 'tiff' }, { signal });
  const file = (name: string): string => join(scratch, name);
  const paths = { source, cog: file(COG), warped: file('warped.tif'), view: file('palette.vrt') };
  const plan = planCog(facts, paths);
  const { width, height, zoom, overviews } = plan.grid;
  log(`Web Mercator at zoom ${zoom}: ${width} x ${height} pixels with margins, ${overviews} overviews.`);
  for (const { path, text } of plan.files) await writeFile(path, text, { signal });
  await runSteps(plan.steps, request);
  if (plan.lossless !== null && (await losesTooMuch(plan, paths.cog, request))) {
    await rm(paths.cog);
    await runSteps([plan.lossless], request, STEPS_SHARE);
  }
  report({ percent: 95, phase: 'Statistics' });
  await writeStatistics(plan, file(STATISTICS), request);
  for (const path of plan.temporary) await rm(path, { force: true });
  report({ percent: 100, phase: 'Done' });
}

/** @param begun share of the whole build's time that is over already */
async function runSteps(
  steps: readonly CogStep[],
  { engine, signal, report, log, source, scratch }: OutputRequest,
  begun = 0,
): Promise<void> {
  let done = begun;
  for (const { program, args, phase, share } of steps) {
    const started = done;
    report({ percent: started * 100, phase });
    const { durationMs, peakBytes } = await engine.run(program, args, {
      signal,
      onProgress: (percent) => report({ percent: started * 100 + percent * share, phase }),
      onLine: (line) => log(line.replaceAll(source, 'the source').replaceAll(scratch, 'the build folder')),
    });
    log(`${program}: ${(durationMs / 1000).toFixed(1)} s, ${Math.round(peakBytes / 2 ** 20)} MB at most.`);
    done += share;
  }
}

/** Measures what JPEG has changed, on some blocks of the full resolution. */
async function losesTooMuch({ warped, valueBands }: CogPlan, cog: string, request: OutputRequest): Promise<boolean> {
  const { engine, signal, log } = request;
  const sides = {
    path: warped,
    bands: valueBands,
    otherPath: cog,
    otherBands: valueBands.map((_, index) => index + 1),
  };
  const { mean } = await engine.call(
    'raster-difference',
    { kind: 'tiff', ...sides },
    { signal, timeoutMs: READ_TIMEOUT_MS },
  );
  if (mean === null) return false;
  log(`JPEG changes colours by ${mean.toFixed(2)} grey levels on average.`);
  return mean > MAX_JPEG_LOSS;
}

/** Of the warped raster, before compression: exact values, in the bands a reader of the COG meets. */
async function writeStatistics({ warped, valueBands }: CogPlan, path: string, request: OutputRequest): Promise<void> {
  const { engine, signal } = request;
  const options = { signal, timeoutMs: READ_TIMEOUT_MS };
  const { bands } = await engine.call('raster-statistics', { path: warped, kind: 'tiff' }, options);
  const ordered = valueBands.map((band, index) => [String(index + 1), bands[String(band)] ?? null] as const);
  if (ordered.every(([, values]) => values === null)) request.log('No pixel of the raster holds data.');
  const text = JSON.stringify({ bands: Object.fromEntries(ordered), computedAt: new Date().toISOString() });
  const handle = await open(path, 'wx');
  try {
    await handle.writeFile(text, { signal });
  } finally {
    await handle.close();
  }
}
