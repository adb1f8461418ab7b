import type * as Gdal from 'gdal-async';
import { openRaster } from '../../../geodata/geo-driver.child.ts';
import { HALF_WORLD } from '../../../geodata/web-mercator.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { blockReader, type Part } from '../export/render/pixel-block.ts';
import { computeIndex, type SpectralIndexId } from '../spectral/index.ts';
import { type BandStatistics, describe } from './raster-statistics.child.ts';

export interface HistogramRequest {
  /** Path of a COG of our own build. */
  readonly path: string;
  readonly items: readonly HistogramItem[];
  /** West, south, east, north in degrees; null for all of it. */
  readonly box: readonly [number, number, number, number] | null;
}

/** A band, or an index of bands in the order of its formula. Bands count from 1. */
export type HistogramItem =
  | { readonly band: number }
  | { readonly expression: SpectralIndexId; readonly bands: readonly number[] };

export interface Histogram {
  readonly count: number;
  /** Null without a value. */
  readonly statistics: BandStatistics | null;
  /** Values in each of equal bins from the least to the greatest value. */
  readonly counts: readonly number[];
}

export interface HistogramAnswer {
  readonly width: number;
  readonly height: number;
  /** Whether an overview was read. */
  readonly isReduced: boolean;
  readonly items: readonly Histogram[];
}

/** Pixels that are read of each band. */
const MOST_PIXELS = 2 ** 20;
const BINS = 64;

/** Statistics of bands and indices within a box. */
export default function rasterHistogram({ path, items, box }: HistogramRequest): HistogramAnswer {
  const dataset = openRaster(path, 'tiff');
  try {
    const { part, isReduced } = partOf(dataset, box);
    const histograms = items.map((item) => {
      const numbers = 'band' in item ? [item.band] : item.bands;
      const { bands, opacity } = blockReader(dataset, numbers, 'all')(part);
      const values = 'band' in item ? bands[0]! : new Float64Array(opacity.length);
      if ('expression' in item) computeIndex(item.expression, bands, values);
      return histogramOf(values.filter((value, at) => opacity[at] !== 0 && Number.isFinite(value)));
    });
    return { width: part.columns, height: part.rows, isReduced, items: histograms };
  } finally {
    dataset.close();
  }
}

type ReadPart = Required<Omit<Part, 'isMean'>>;

/** The pixels of a box, as many as may be read of them: of the finest overview with few enough. */
function partOf(dataset: Gdal.Dataset, box: HistogramRequest['box']) {
  const { x: columns, y: rows } = dataset.rasterSize;
  const [left, top, right, bottom] = box === null ? [0, 0, columns, rows] : windowOf(dataset, box);
  if (left >= right || top >= bottom) throw new OperationRefusal('The box lies beside the raster.');
  let factor = 1;
  const across = (step: number): number => Math.ceil(right / step) - Math.floor(left / step);
  const down = (step: number): number => Math.ceil(bottom / step) - Math.floor(top / step);
  while (across(factor) * down(factor) > MOST_PIXELS) factor *= 2;
  // Whole pixels of the overview.
  const [x, y] = [Math.floor(left / factor) * factor, Math.floor(top / factor) * factor];
  const [width, height] = [Math.min(columns - x, across(factor) * factor), Math.min(rows - y, down(factor) * factor)];
  const part: ReadPart = {
    x,
    y,
    width,
    height,
    columns: Math.ceil(width / factor),
    rows: Math.ceil(height / factor),
  };
  return { part, isReduced: factor > 1 };
}

function windowOf(dataset: Gdal.Dataset, [west, south, east, north]: NonNullable<HistogramRequest['box']>) {
  const { x: columns, y: rows } = dataset.rasterSize;
  const [x0 = 0, xColumn = 1, , y0 = 0, , yRow = -1] = dataset.geoTransform ?? [];
  const world = 2 * HALF_WORLD;
  const [minX, maxX] = [west, east].map((longitude) => (longitude / 360) * world) as [number, number];
  // A raster over the antimeridian goes on beyond it.
  const turn = Math.ceil((x0 - maxX) / world) * world;
  const column = (x: number): number => (x + turn - x0) / xColumn;
  const row = (latitude: number): number => (mercatorOf(latitude) - y0) / yRow;
  return [
    Math.max(0, Math.floor(column(minX))),
    Math.max(0, Math.floor(row(north))),
    Math.min(columns, Math.ceil(column(maxX))),
    Math.min(rows, Math.ceil(row(south))),
  ] as const;
}

function mercatorOf(latitude: number): number {
  const bounded = Math.max(-89.9, Math.min(89.9, latitude));
  return (HALF_WORLD / Math.PI) * Math.asinh(Math.tan((bounded * Math.PI) / 180));
}

function histogramOf(values: Float64Array): Histogram {
  const statistics = describe(values.sort());
  if (statistics === null) return { count: 0, statistics, counts: [] };
  const { min, max } = statistics;
  const counts = Array.from({ length: BINS }, () => 0);
  for (const value of values) {
    const bin = max > min ? Math.floor(((value - min) / (max - min)) * BINS) : 0;
    counts[Math.min(BINS - 1, bin)]! += 1;
  }
  return { count: values.length, statistics, counts };
}
