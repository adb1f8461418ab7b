import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from '../../../engine/index.ts';
import { hasMaskBeside, inputOptions } from '../../../geodata/raster-input.ts';
import { jpegLoss, maskDamage, rasterFacts, rasterPlace, rasterStatistics } from '../read/operations.ts';
import { gdalPrograms } from '../../../geodata/gdal-programs.ts';
import { EntryType } from '../../../inspection/index.ts';
import { withRasterSource } from '../with-raster-source.ts';
import { COG, COG_FOLDER, STATISTICS } from './artifacts.ts';
import { type CogPlan, type CogStep, JPEG_QUALITY, MAX_JPEG_LOSS, planCog } from './cog-plan.ts';
import type { RasterFacts } from '../read/raster-facts.child.ts';
import type { RasterSource } from '../../../geodata/raster-source.ts';
import {
  BuildFailure,
  requireWritten,
  toWriteFailure,
  type BuildOutput,
  type OutputFacts,
  type OutputRequest,
  patient,
  runCost,
} from '../../../builds/index.ts';

/** Sampling a raster of any size reads each of its blocks at most once; an hour is a disk that hangs. */
const READ_TIMEOUT_MS = 3_600_000;

/**
 * Cloud-optimised GeoTIFF in Web Mercator, every block of every level one tile of WebMercatorQuad (`cog-grid.ts`), with
 * statistics of its bands beside it. 8-bit colour is JPEG unless that changes it too much; all else is DEFLATE without
 * loss. What is not covered is told by the nodata value (NaN in floating point rasters that had none), by an alpha band the
 * source had, else by a mask.
 */
export const cogOutput: BuildOutput = {
  kind: 'cog',
  made: 'by-build',
  buildClass: 'raster',
  folder: COG_FOLDER,
  title: COG.title,
  artifacts: [COG, STATISTICS],
  appliesTo: (type) => type === EntryType.GeoRaster,
  async build(request) {
    try {
      return await build(request);
    } catch (error) {
      throw await toWriteFailure(error, request.scratch);
    }
  },
};

async function build(request: OutputRequest): Promise<OutputFacts> {
  const { source: path, name, size, neighbours, engine, report } = request;
  report({ percent: 0, phase: 'Reading' });
  return withRasterSource({ path, name, size, neighbours }, engine, async (source) =>
    buildFrom(await withSoundMask(source, request), request),
  );
}

/** The raster without the mask beside it where that is damaged: programs end with an error in the midst of such a mask. */
async function withSoundMask(
  given: RasterSource,
  { source: alone, engine, signal }: OutputRequest,
): Promise<RasterSource> {
  if (given.kind !== 'tiff' || !hasMaskBeside(given.path)) return given;
  const options = { signal, timeoutMs: READ_TIMEOUT_MS };
  if (!(await patient(engine, signal).call(maskDamage, { path: given.path }, options))) return given;
  return { path: alone, kind: 'tiff', maskProblem: 'Its mask (.msk) is not used. It is damaged.' };
}

async function buildFrom(given: RasterSource, eager: OutputRequest): Promise<OutputFacts> {
  const { scratch, signal, report, log } = eager;
  const file = (name: string): string => join(scratch, name);
  const copy = file('copy.tif');
  // Looks at its declarations before a program does.
  if (given.maskProblem !== undefined) log(given.maskProblem);
  const ownFacts = await eager.engine.call(rasterFacts, given, { signal });
  const request = { ...eager, engine: patient(eager.engine, signal) };
  const { source, facts } =
    given.kind === 'tiff' ? { source: given.path, facts: ownFacts } : await copied(given, copy, request);
  const paths = { source, cog: file(COG.path), warped: file('warped.tif'), view: file('palette.vrt') };
  const plan = planCog(facts, paths);
  const { width, height, zoom, overviews } = plan.grid;
  log(`Web Mercator at zoom ${zoom}: ${width} x ${height} pixels with margins, ${overviews} overviews.`);
  for (const { path, text } of plan.files) await writeFile(path, text, { signal });
  log(`Temporary files take up to ${Math.ceil(plan.temporaryBytes / 2 ** 20)} MB.`);
  await runStep(plan.warp, request);
  const { compress, lossless } = plan;
  const isLossless = lossless !== null && (await losesTooMuch(plan, request));
  // Statistics use one thread, and compression waits for the disk now and then.
  await allOrNone(signal, [
    (joined) => runStep(isLossless ? lossless : compress, { ...request, signal: joined }, plan.warp.share),
    (joined) => writeStatistics(plan, file(STATISTICS.path), { ...request, signal: joined }),
  ]);
  const built = await requireWhole(plan, paths.cog, request);
  for (const path of [...plan.temporary, copy]) await rm(path, { force: true });
  report({ percent: 100, phase: 'Done' });
  return {
    width: built.width,
    height: built.height,
    geotransform: built.geotransform,
    bands: built.bands.map(({ type, colorInterp }) => ({ type, colorInterp })),
    nodata: built.bands.map(({ nodata }) => nodata),
  };
}

/**
 * A GeoTIFF of what is none: pictures are decoded from their beginning again and again where blocks of them are asked for,
 * and what stands in files beside them is written into the copy.
 */
async function copied(
  { path, kind, place }: RasterSource,
  copy: string,
  request: OutputRequest,
): Promise<{ readonly source: string; readonly facts: RasterFacts }> {
  const { engine, signal } = request;
  const form = ['-of', 'GTiff', '-co', 'TILED=YES', '-co', 'COMPRESS=LZW', '-co', 'BIGTIFF=YES'];
  const args = [...inputOptions(kind, path), ...form, path, copy];
  await runStep({ phase: 'Reading', program: 'gdal_translate', args, writes: copy, share: 0 }, request);
  if (place !== undefined) await engine.call(rasterPlace, { path: copy, place }, { signal });
  return { source: copy, facts: await engine.call(rasterFacts, { path: copy, kind: 'tiff' }, { signal }) };
}

/** Does all at once. Where one fails the others are ended, and waited for: they write into the same folder. */
async function allOrNone(
  signal: AbortSignal,
  works: readonly ((joined: AbortSignal) => Promise<void>)[],
): Promise<void> {
  const failing = new AbortController();
  const joined = AbortSignal.any([signal, failing.signal]);
  const running = works.map((work) =>
    work(joined).catch((error: unknown) => {
      // The first reason stays, as those that follow are about this.
      failing.abort(error);
      throw error;
    }),
  );
  await Promise.allSettled(running);
  failing.signal.throwIfAborted();
}

/** @param begun share of the whole build's time that is over already */
async function runStep(
  { program, args, writes, phase, share }: CogStep,
  { engine, signal, report, log, source, scratch }: OutputRequest,
  begun = 0,
): Promise<void> {
  report({ percent: begun * 100, phase });
  const run = await engine.run(gdalPrograms[program], args, {
    signal,
    temporaryFolder: scratch,
    onProgress: (percent) => report({ percent: begun * 100 + percent * share, phase }),
    onLine: (line) =>
      log(
        [source, args.at(-2) ?? source]
          .reduce((text, path) => text.replaceAll(path, 'the source'), line)
          .replaceAll(scratch, 'the build folder'),
      ),
  });
  await requireWritten(writes, program);
  log(`${program}: ${runCost(run)}`);
}

/** A disk that fills with the last blocks leaves a COG that names places behind its end; its program may not mind. */
async function requireWhole({ grid }: CogPlan, cog: string, { engine, signal }: OutputRequest): Promise<RasterFacts> {
  try {
    const facts = await engine.call(rasterFacts, { path: cog, kind: 'tiff' }, { signal });
    if (facts.width === grid.width && facts.height === grid.height) return facts;
  } catch (error) {
    if (!(error instanceof EngineError && (error.code === 'refused' || error.code === 'failed'))) throw error;
  }
  throw new BuildFailure('tool-failed', 'The Cloud-optimised GeoTIFF that was written is not whole.');
}

/** Measures what JPEG will change, on some blocks of the full resolution. */
async function losesTooMuch({ warped, valueBands }: CogPlan, { engine, signal, log }: OutputRequest): Promise<boolean> {
  const asked = { path: warped, bands: valueBands, quality: JPEG_QUALITY };
  const { mean } = await engine.call(jpegLoss, asked, { signal, timeoutMs: READ_TIMEOUT_MS });
  if (mean === null) return false;
  log(`JPEG changes colours by ${mean.toFixed(2)} grey levels on average.`);
  return mean > MAX_JPEG_LOSS;
}

/** Statistics of the warped raster, before compression: exact values, in the bands a reader of the COG meets. */
async function writeStatistics({ warped, valueBands }: CogPlan, path: string, request: OutputRequest): Promise<void> {
  const { engine, signal } = request;
  const options = { signal, timeoutMs: READ_TIMEOUT_MS };
  const { bands } = await engine.call(rasterStatistics, { path: warped, kind: 'tiff' }, options);
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
