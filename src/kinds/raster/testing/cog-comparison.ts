import { HALF_WORLD } from '../../../geodata/web-mercator.ts';
import { type Pixels, extentOf, readPixels, referenceWarp } from './raster-samples.ts';

export interface Comparison {
  /** Mean, over the pixels both call valid, in units of the bands. */
  readonly difference: number;
  /** Share of the pixels that are valid in both or in none. */
  readonly agreement: number;
}

/** Compares the first `bands` bands; the reference has an alpha band last. */
function compare(cog: Pixels, reference: Pixels, bands: number): Comparison {
  const alpha = reference.bands.at(-1) ?? new Float64Array();
  let sum = 0;
  let count = 0;
  let agree = 0;
  for (let index = 0; index < alpha.length; index += 1) {
    const [here, there] = [cog.valid[index] !== 0, alpha[index] !== 0];
    if (here === there) agree += 1;
    if (!here || !there) continue;
    for (let band = 0; band < bands; band += 1) {
      sum += Math.abs((cog.bands[band]?.[index] ?? 0) - (reference.bands[band]?.[index] ?? 0));
      count += 1;
    }
  }
  return { difference: sum / count, agreement: agree / alpha.length };
}

/** Compares a built COG with GDAL’s own warp of its source. */
export function compareWithWarp(
  built: { readonly source: string; readonly cog: string },
  bands: number,
  options: readonly string[] = ['-r', 'bilinear'],
): Comparison {
  const reference = `${built.source}-reference.tif`;
  referenceWarp(built.source, reference, built.cog, options);
  return compare(readPixels(built.cog), readPixels(reference), bands);
}

/** Values at a longitude and latitude; the position is also looked for one turn further east. */
export function valuesAt(cog: string, longitude: number, latitude: number): readonly number[] | null {
  const [minX, minY, maxX, maxY] = extentOf(cog);
  const pixels = readPixels(cog);
  const y = (HALF_WORLD / Math.PI) * Math.asinh(Math.tan((latitude * Math.PI) / 180));
  for (const turn of [0, 2 * HALF_WORLD]) {
    const column = Math.floor((((longitude / 180) * HALF_WORLD + turn - minX) / (maxX - minX)) * pixels.width);
    const row = Math.floor(((maxY - y) / (maxY - minY)) * pixels.height);
    if (column < 0 || column >= pixels.width || row < 0 || row >= pixels.height) continue;
    const index = row * pixels.width + column;
    return pixels.valid[index] === 0 ? null : pixels.bands.map((band) => band[index] ?? NaN);
  }
  return null;
}
