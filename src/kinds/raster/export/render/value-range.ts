import type * as Gdal from 'gdal-async';
import type { SpectralIndexId } from '../../spectral/index.ts';
import { indexValues } from './painters.ts';
import { blockReader } from './pixel-block.ts';

/** Four million values pin a percentile to a hundredth of a percent of its rank. */
const MAX_SIDE = 2048;
/** Sampled rows that are read together: their source rows fit GDAL's cache a block or two at a time. */
const STRIP_ROWS = 64;
const LOW = 0.02;
const HIGH = 0.98;

/** The 2nd and 98th percentile of an index, from at most 2048 x 2048 evenly spread pixels; 0 and 1 where it has no value. */
export function indexRange(
  dataset: Gdal.Dataset,
  index: SpectralIndexId,
  numbers: readonly number[],
): readonly [low: number, high: number] {
  const { x: width, y: height } = dataset.rasterSize;
  const [columns, rows] = [Math.min(width, MAX_SIDE), Math.min(height, MAX_SIDE)];
  const read = blockReader(dataset, numbers, 'all');
  const sample = new Float64Array(columns * rows);
  let count = 0;
  for (let row = 0; row < rows; row += STRIP_ROWS) {
    const last = Math.min(rows, row + STRIP_ROWS);
    const top = Math.floor((row * height) / rows);
    const part = { x: 0, y: top, width, height: Math.floor((last * height) / rows) - top };
    for (const value of indexValues(index, read({ ...part, columns, rows: last - row })))
      if (!Number.isNaN(value)) sample[count++] = value;
  }
  const sorted = sample.subarray(0, count).sort();
  const at = (share: number): number => sorted[Math.round((count - 1) * share)]!;
  return count === 0 ? [0, 1] : [at(LOW), at(HIGH)];
}
