import { LRUCache } from 'lru-cache';
import { createSharedWork } from '../../../concurrency/index.ts';
import type { DatasetRef } from '../../../datasets/index.ts';
import type { Engine } from '../../../engine/index.ts';
import { fail } from '../../../errors/index.ts';
import { indicesOf, type RasterTraits, traitsOf } from '../looks/raster-traits.ts';
import { explain } from '../picture.ts';
import { rasterFacts, rasterHistogram, rasterPoint } from '../read/operations.ts';
import type { Histogram, HistogramAnswer, HistogramItem } from '../read/raster-histogram.child.ts';
import type { RasterPoint } from '../read/raster-point.child.ts';
import type { RasterTiles } from '../service/raster-tiles.ts';
import { SPECTRAL_INDICES, type SpectralIndex, type SpectralIndexId } from '../spectral/index.ts';
import { type AskedRaster, type AskedRasters, explainReading } from './asked-rasters.ts';
import { type Bounds, rasterInfo } from './raster-info.ts';

export interface AskedStatistics {
  /** Numbers from 1; absent: the bands that are drawn. */
  readonly bands?: readonly number[] | undefined;
  readonly expression?: SpectralIndexId | undefined;
  readonly box?: Bounds | undefined;
}

/** Answers questions about the values of rasters. Every call throws `ServiceError`. */
export interface RasterAnalysis {
  info(dataset: DatasetRef, path: string, signal: AbortSignal): Promise<ReturnType<typeof rasterInfo>>;
  statistics(dataset: DatasetRef, path: string, asked: AskedStatistics, signal: AbortSignal): Promise<StatisticsAnswer>;
  value(dataset: DatasetRef, path: string, place: readonly [number, number], signal: AbortSignal): Promise<ValueAnswer>;
}

export type StatisticsAnswer = ReturnType<typeof statisticsOf>;
export type ValueAnswer = ReturnType<typeof valueOf>;

/** Answers of statistics that are kept: some kilobytes each. */
const KEPT = 256;
/** Units of heights that are kept: a number each. */
const KEPT_UNITS = 10_000;
const MOST_BANDS = 16;
/** A million pixels of some bands take a second. */
const TIMEOUT_MS = 30_000;

export function createRasterAnalysis({
  rasters,
  tiles,
  engine,
}: {
  readonly rasters: AskedRasters;
  readonly tiles: Pick<RasterTiles, 'facts'>;
  readonly engine: Engine;
}): RasterAnalysis {
  // Owner of computed statistics. The key holds the version of the built file, so a rebuilt one never meets its old ones.
  const kept = new LRUCache<string, HistogramAnswer>({ max: KEPT });
  const shared = createSharedWork<HistogramAnswer>();
  // Owner of units that only the uploaded file tells. The path is in the key, as files beside it have a say in its CRS.
  const units = new LRUCache<string, number>({ max: KEPT_UNITS });

  /** Metres in a unit of heights by the CRS of the uploaded file: the built map has another. */
  async function unitOf({ path, hash, built, withSource }: AskedRaster, signal: AbortSignal): Promise<number> {
    const key = JSON.stringify([hash, built.version, path]);
    const known = units.get(key);
    if (known !== undefined) return known;
    const { metresPerHeight } = await withSource((source) => engine.call(rasterFacts, source, { signal }));
    units.set(key, metresPerHeight);
    return metresPerHeight;
  }

  return {
    async info(dataset, path, signal) {
      const raster = await rasters.find(dataset, path);
      const facts = await tiles.facts(raster.built).catch(explain);
      const hasHeights = traitsOf(facts).isElevation;
      const metresPerUnit = hasHeights ? (facts.metresPerUnit ?? (await unitOf(raster, signal))) : null;
      return rasterInfo(facts, raster.footprint, metresPerUnit);
    },
    async statistics(dataset, path, { bands, expression, box }, signal) {
      const { built } = await rasters.find(dataset, path);
      const traits = traitsOf(await tiles.facts(built).catch(explain));
      const items = expression === undefined ? itemsOfBands(bands, traits) : [itemOfExpression(expression, traits)];
      const request = { path: built.path, items, box: box ?? null };
      const key = JSON.stringify([built.version, request]);
      const known = kept.get(key);
      if (known !== undefined) return statisticsOf(items, known);
      const answer = await shared
        .run(key, signal, (joined) => engine.call(rasterHistogram, request, { signal: joined, timeoutMs: TIMEOUT_MS }))
        .catch(explainReading);
      kept.set(key, answer);
      return statisticsOf(items, answer);
    },
    async value(dataset, path, place, signal) {
      const { withSource } = await rasters.find(dataset, path);
      const point = await withSource((source) => engine.call(rasterPoint, { source, position: place }, { signal }));
      return valueOf(place, point);
    },
  };
}

function itemsOfBands(asked: readonly number[] | undefined, traits: RasterTraits): readonly HistogramItem[] {
  const bands = asked ?? traits.display.map((band) => band + 1);
  if (bands.length > MOST_BANDS) throw fail('too-large', `Ask for at most ${MOST_BANDS} bands at once.`);
  const wrong = bands.find((band) => band > traits.bandCount);
  if (wrong === undefined) return bands.map((band) => ({ band }));
  throw fail('invalid-input', `There is no band ${wrong}; the raster has ${traits.bandCount}.`);
}

function itemOfExpression(expression: SpectralIndexId, { indices }: RasterTraits): HistogramItem {
  const found = indices.find(({ id }) => id === expression);
  if (found !== undefined) return { expression, bands: found.bands.map((band) => band + 1) };
  throw fail(
    'invalid-input',
    `The raster has not the bands that ${expression} is made of. raster/info tells its indices.`,
  );
}

function statisticsOf(asked: readonly HistogramItem[], { width, height, isReduced, items }: HistogramAnswer) {
  return {
    approximate: isReduced,
    width,
    height,
    items: items.map((item, at) => ({ ...nameOf(asked[at]!), ...numbersOf(item) })),
  };
}

const nameOf = (item: HistogramItem) =>
  'band' in item ? { band: item.band, expression: null } : { band: null, expression: item.expression };

function numbersOf({ count, statistics, counts }: Histogram) {
  const { min = null, max = null, mean = null, std = null, p2 = null, p98 = null } = statistics ?? {};
  const histogram = statistics && { min: statistics.min, max: statistics.max, counts };
  return { count, min, max, mean, stdDev: std, percentile2: p2, percentile98: p98, histogram };
}

function valueOf([lon, lat]: readonly [number, number], { pixel, bands }: RasterPoint) {
  const values = bands.map((_, at) => pixel?.values[at] ?? null);
  return {
    lon,
    lat,
    column: pixel?.column ?? null,
    row: pixel?.row ?? null,
    bands: bands.map(({ name, unit, metresPerUnit }, at) => ({
      number: at + 1,
      name,
      unit,
      metresPerUnit,
      value: values[at]!,
    })),
    indices: indicesOf(bands).map(({ id, bands: wanted }) => ({ name: id, value: indexAt(id, wanted, values) })),
  };
}

function indexAt(id: SpectralIndexId, bands: readonly number[], values: readonly (number | null)[]): number | null {
  const { formula }: SpectralIndex = SPECTRAL_INDICES[id];
  const [first, second, third] = bands.map((band) => values[band] ?? NaN);
  const value = formula(first!, second ?? NaN, third ?? NaN);
  return Number.isFinite(value) ? value : null;
}
