import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EntryType } from '../../formats/index.ts';
import { toBuildFailure } from './build-failure.ts';
import { type CogPlan, planCog } from './cog-plan.ts';
import type { BuildOutput, OutputRequest } from './output.ts';

const COG = 'cog.tif';
const STATISTICS = 'cog.tif.stats.json';
/** Sampling a raster of any size reads each of its blocks at most once; an hour is a disk that hangs. */
const STATISTICS_TIMEOUT_MS = 3_600_000;

/**
 * Cloud-optimised GeoTIFF in Web Mercator, every block of every level one tile of WebMercatorQuad (`cog-grid.ts`), with
 * statistics of its bands beside it. 8-bit colour is JPEG; all else is DEFLATE without loss. What is not covered is told by
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
  await runSteps(plan, request);
  report({ percent: 95, phase: 'Statistics' });
  await writeStatistics(plan, file(STATISTICS), request);
  for (const path of plan.temporary) await rm(path, { force: true });
  report({ percent: 100, phase: 'Done' });
}

async function runSteps(
  { steps }: CogPlan,
  { engine, signal, report, log, source, scratch }: OutputRequest,
): Promise<void> {
  let done = 0;
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

/** Of the warped raster, before compression: exact values, in the bands a reader of the COG meets. */
async function writeStatistics(
  { warped, statisticsBands }: CogPlan,
  path: string,
  request: OutputRequest,
): Promise<void> {
  const { engine, signal } = request;
  const options = { signal, timeoutMs: STATISTICS_TIMEOUT_MS };
  const { bands } = await engine.call('raster-statistics', { path: warped, kind: 'tiff' }, options);
  const ordered = statisticsBands.map((band, index) => [String(index + 1), bands[String(band)] ?? null] as const);
  if (ordered.every(([, values]) => values === null)) request.log('No pixel of the raster holds data.');
  const text = JSON.stringify({ bands: Object.fromEntries(ordered), computedAt: new Date().toISOString() });
  const handle = await open(path, 'wx');
  try {
    await handle.writeFile(text, { signal });
  } finally {
    await handle.close();
  }
}
