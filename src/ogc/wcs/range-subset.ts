import { failOgc, quoteInput } from '../ogc-error.ts';
import type { CoverageBand } from './coverage.ts';

/** GeoTIFF and GDAL take more; nobody asks for them. */
const MOST = 1024;

/**
 * The bands of a list of names, numbers from 1, and intervals of them: `b1,b3` and `b1:b3`.
 *
 * @returns from 1
 * @throws NoSuchField, IllegalFieldSequence, InvalidParameterValue
 */
export function readRangeSubset(items: readonly string[], bands: readonly CoverageBand[]): readonly number[] {
  const chosen: number[] = [];
  for (const item of items) {
    const [first = '', last, ...more] = item.split(':');
    if (more.length > 0) throw failOgc('IllegalFieldSequence', `${quoteInput(item)} is no interval.`, 'rangesubset');
    const low = bandOf(first, bands);
    const high = last === undefined ? low : bandOf(last, bands);
    if (low > high)
      throw failOgc('IllegalFieldSequence', `In ${quoteInput(item)} the last band is before the first.`, 'rangesubset');
    // Counted at once: ten thousand intervals over all bands are short to write.
    if (chosen.length + high - low >= MOST)
      throw failOgc('InvalidParameterValue', `At most ${MOST} bands are given.`, 'rangesubset');
    for (let band = low; band <= high; band += 1) chosen.push(band);
  }
  return chosen;
}

function bandOf(text: string, bands: readonly CoverageBand[]): number {
  const name = text.trim();
  const found = bands.findIndex((band) => band.name === name) + 1;
  if (found > 0) return found;
  if (!/^\d{1,6}$/.test(name))
    throw failOgc('NoSuchField', `There is no band ${quoteInput(name)}: DescribeCoverage names them.`, 'rangesubset');
  const number = Number(name);
  if (number >= 1 && number <= bands.length) return number;
  throw failOgc('InvalidParameterValue', `There is no band ${number} of ${bands.length}.`, 'rangesubset');
}
