import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createLimiter } from '../../../concurrency/index.ts';
import type { CoverageStep } from '../read/raster-coverage.child.ts';
import { type Engine, EngineError } from '../../../engine/index.ts';
import { coveragePicture, rasterCoverage, rasterFacts, rasterPlace } from '../read/operations.ts';
import { gdalPrograms } from '../../../geodata/gdal-programs.ts';
import { fail, ServiceError } from '../../../errors/index.ts';
import { withRasterSource } from '../with-raster-source.ts';
import type { Neighbours } from '../../../inspection/index.ts';
import { readBandStats } from '../cog/band-stats.ts';
import { bytesOfAnswer, bytesOfPixel, type CoverageOrder, type CoverageSource } from './coverage-order.ts';
import { type CoveragePlan, planCoverage } from './coverage-plan.ts';
import { shiftedPlace } from './shifted-place.ts';
import { planPicture } from './picture-plan.ts';
import { inputOptions } from '../../../geodata/raster-input.ts';
import type { RasterSource } from '../../../geodata/raster-source.ts';

/** A coverage that is made: its bytes, once. */
export interface MadeCoverage {
  readonly stream: Readable;
  readonly length: number;
}

/** Parts of source rasters: in their own pixels and values, or on another grid. */
export interface Coverages {
  /** @throws `invalid-input` for more than the largest answer; nothing is read for it */
  check(order: CoverageOrder): void;
  /**
   * @throws `invalid-input` like `check`, and for a picture of two bands; `busy` when too many are made; `not-found` when the
   *   file was replaced
   */
  make(order: CoverageOrder, signal: AbortSignal): Promise<MadeCoverage>;
}

export interface CoverageDependencies {
  readonly engine: Engine;
  /** Where the bytes of a hash lie. */
  readonly locate: (hash: string) => string;
  readonly neighbours: (datasetId: string, path: string) => Neighbours;
  /** Bytes of values in an answer; `LARGEST_ANSWER` unless told. */
  readonly maxBytes: number | undefined;
}

/** Bytes of values in an answer unless the settings say otherwise: a gigabyte, some 30 seconds of work. */
const LARGEST_ANSWER = 2 ** 30;
/** A picture is held in memory while it is written, four bytes a pixel and more. */
const LARGEST_PICTURE = 2 ** 25;
/** GeoTIFF readers take no longer sides. */
const LONGEST_SIDE = 2 ** 24;
/** What is read and written, in bytes, of an order that a child does at once, in about a second. */
const SMALL_WORK = 2 ** 26;
/** Bytes that are copied of a raster placed by files beside it, which gets its place in a copy: two of them fill 16 GB of disk. */
const LARGEST_COPY = 2 ** 33;
/** Orders worked on at the same time: each may use a processor, and there is other work. */
const AT_ONCE = 2;
/** Orders that wait: at a second each the last one waits half a minute, after which clients give up. */
const WAITING = 32;
/** Bytes of answers that clients have not fetched yet; they lie on the disk without a name. */
const MOST_UNSENT = 2 ** 34;
/** A program of ours does a gigabyte in half a minute; a source without overviews takes as long as its reading. */
const PROGRAM_TIMEOUT_MS = 600_000;
const RETRY_SECONDS = 10;

export function createCoverages({
  engine,
  locate,
  neighbours,
  maxBytes = LARGEST_ANSWER,
}: CoverageDependencies): Coverages {
  const limiter = createLimiter(AT_ONCE, WAITING, tooBusy);
  let unsent = 0;

  function check(order: CoverageOrder): void {
    const { width, height } = order.extract;
    const bytes = bytesOfAnswer(order);
    // What is no number is not above a limit either.
    if (![width, height].every((side) => side >= 1 && side < Infinity))
      throw fail(
        'invalid-input',
        'The coverage would have no pixels, or more than can be counted. Ask for another grid.',
      );
    if (bytes > maxBytes || Math.max(width, height) > LONGEST_SIDE)
      throw fail(
        'invalid-input',
        `The coverage would have ${width} x ${height} pixels and ${bytes} bytes; at most ${maxBytes} are given at once. Ask for a smaller part, fewer bands or a coarser grid.`,
      );
    if (order.format !== 'tiff' && width * height > LARGEST_PICTURE)
      throw fail(
        'invalid-input',
        `The picture would have ${width * height} pixels; at most ${LARGEST_PICTURE} are given. Ask for image/tiff, or for a smaller part.`,
      );
  }

  /** Runs the steps in a folder that is gone when the answer is sent: the open file keeps its bytes as long as needed. */
  async function produce(order: CoverageOrder, signal: AbortSignal): Promise<MadeCoverage> {
    const path = await engine.withFolder(async (folder) => {
      const { hash, path, size, datasetId } = order.source;
      const file = { path: locate(hash), name: path.slice(path.lastIndexOf('/') + 1), size };
      const withSidecars = { ...file, neighbours: neighbours(datasetId, path) };
      const made = await withRasterSource(withSidecars, engine, (source) =>
        produceIn(folder, order, source, engine, signal),
      );
      return open(made);
    });
    const { size } = await path.stat();
    unsent += size;
    const stream = path.createReadStream({ highWaterMark: 256 * 1024, signal });
    stream.once('close', () => (unsent -= size));
    return { stream, length: size };
  }

  return {
    check,
    make(order, signal) {
      check(order);
      if (unsent > MOST_UNSENT) throw tooBusy();
      return limiter.run(() => produce(order, signal).catch(explain), signal);
    },
  };
}

function tooBusy(): ServiceError {
  const message = 'Too many coverages are being made at this moment. Ask again in some seconds.';
  return new ServiceError('busy', message, { retryAfter: RETRY_SECONDS });
}

/** @returns path of the answer, in the folder */
async function produceIn(
  folder: string,
  order: CoverageOrder,
  source: RasterSource,
  engine: Engine,
  signal: AbortSignal,
): Promise<string> {
  if (source.place !== undefined && bytesRead(order) > LARGEST_COPY)
    throw fail(
      'invalid-input',
      'The raster is placed by a file beside it and has to be copied for this, which it is too large for. Ask for a part of it in its own grid.',
    );
  // Looks at its declarations before a program does.
  const facts = await engine.call(rasterFacts, source, { signal });
  const picture =
    order.format === 'tiff' ? null : planPicture(order.format, order.bands, facts, await statsOf(order.source, signal));
  const bands = picture?.bands ?? order.bands ?? facts.bands.map((_, index) => index + 1);
  const file = (name: string): string => join(folder, name);
  const paths = { copy: file('copy.tif'), warped: file('warped.tif'), values: file('values.tif') };
  const plan = planCoverage(order, bands, source, facts, paths);
  await runSteps(plan, order, source, engine, signal);
  if (picture === null || order.format === 'tiff') return plan.values;
  const destination = file('picture');
  const format = order.format === 'png' ? 'PNG' : 'JPEG';
  const { shown, bits } = picture;
  await engine.call(coveragePicture, { path: plan.values, destination, format, bands: shown, bits }, { signal });
  return destination;
}

async function runSteps(
  { steps, placed, values }: CoveragePlan,
  order: CoverageOrder,
  { place }: RasterSource,
  engine: Engine,
  signal: AbortSignal,
): Promise<void> {
  const isSmall = bytesOfWork(order) <= SMALL_WORK;
  for (const step of steps) {
    if (isSmall) await engine.call(rasterCoverage, step, { signal });
    else await runProgram(step, engine, signal);
    if (step.destination === placed?.path && place !== undefined)
      await engine.call(rasterPlace, { path: placed.path, place: shiftedPlace(place, placed.window) }, { signal });
  }
  await requireWhole(values, order, engine, signal);
}

async function runProgram(
  { program, kind, source, destination, options }: CoverageStep,
  engine: Engine,
  signal: AbortSignal,
): Promise<void> {
  const args = ['-q', ...inputOptions(kind, source), ...options, source, destination];
  await engine.run(gdalPrograms[program], args, { signal, timeoutMs: PROGRAM_TIMEOUT_MS });
}

/** A disk that fills with the last blocks leaves a file that is not whole; its program may not mind. */
async function requireWhole(
  path: string,
  { extract }: CoverageOrder,
  engine: Engine,
  signal: AbortSignal,
): Promise<void> {
  const { width, height } = await engine.call(rasterFacts, { path, kind: 'tiff' }, { signal });
  if (width !== extract.width || height !== extract.height || (await stat(path)).size === 0)
    throw new Error('The coverage that was written is not the one that was asked for.');
}

/** What is read and what is written. */
const bytesOfWork = (order: CoverageOrder): number => bytesRead(order) + bytesOfAnswer(order);

/** A warp may read the whole source. */
function bytesRead({ extract, source }: CoverageOrder): number {
  const { width, height } = extract.kind === 'cut' ? extract.window : source;
  return width * height * bytesOfPixel(source);
}

/** Statistics of the bands that are no alpha, in their order; null where the build has left none. */
const statsOf = ({ cog, bands }: CoverageSource, signal: AbortSignal): ReturnType<typeof readBandStats> =>
  readBandStats(cog, bands.length, signal);

/** Says in the service's own errors why nothing was made. */
function explain(cause: unknown): never {
  if ((cause as NodeJS.ErrnoException).code === 'ENOENT')
    throw fail('not-found', 'The file was replaced this moment. Ask again.', cause);
  if (!(cause instanceof EngineError) || cause.code === 'aborted' || cause.code === 'no-space') throw cause;
  if (cause.code === 'busy' || cause.code === 'ended') throw tooBusy();
  if (cause.code === 'timeout' || cause.code === 'memory' || cause.code === 'idle-timeout')
    throw fail('invalid-input', 'Making this coverage takes too much. Ask for a smaller part, or a finer one.', cause);
  throw fail('internal', 'The raster cannot be read. Download the file to look at it.', cause);
}
