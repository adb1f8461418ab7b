import type * as Gdal from 'gdal-async';
import { blockReader, type Part } from '../export/render/pixel-block.ts';

/** One number a pixel, read part by part; NaN where there is none. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  read(part: Part): Float64Array;
}

/** Rec. 601, as pictures of cameras are weighed. */
const LUMINANCE = [0.299, 0.587, 0.114];

/** What a raster is compared by: its band, or the brightness of three. */
export function planeOf(dataset: Gdal.Dataset, bands: readonly number[]): Plane {
  const { x: width, y: height } = dataset.rasterSize;
  const read = blockReader(dataset, bands, 'all');
  const weights = bands.length === 3 ? LUMINANCE : [1];
  return {
    width,
    height,
    read(part) {
      const block = read(part);
      return Float64Array.from(block.opacity, (shows, at) =>
        shows === 0 ? NaN : weights.reduce((sum, weight, band) => sum + weight * block.bands[band]![at]!, 0),
      );
    },
  };
}

/** Mean and standard deviation of what is a number. */
export function spreadOf(values: Float64Array): {
  readonly mean: number;
  readonly deviation: number;
  readonly count: number;
} {
  let [count, mean, squares] = [0, 0, 0];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    count += 1;
    const away = value - mean;
    mean += away / count;
    squares += away * (value - mean);
  }
  return { mean, deviation: count === 0 ? 0 : Math.sqrt(squares / count), count };
}
