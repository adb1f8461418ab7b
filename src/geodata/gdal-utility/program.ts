/**
 * Stands in for GDAL's command-line programs where only its library is installed: `gdal-utility.ts PROGRAM ARGUMENTS`
 * takes the same arguments, which end with the source and the destination, and prints the same progress.
 */
import type * as Gdal from 'gdal-async';
import { printProgress } from '../../engine/for-children.ts';
import { gdal } from '../gdal-library.child.ts';

const [program = '', ...given] = process.argv.slice(2);
const destination = given.pop() ?? '';
const source = given.pop() ?? '';
const { options, drivers } = splitArguments(given);

try {
  const dataset = gdal.open(source, 'r', [...drivers]);
  const tell = printProgress();
  const result = await convert(dataset, { progress_cb: tell });
  // The library tells progress from another thread, and ends without the last of it.
  tell(1);
  result.close();
  dataset.close();
} catch (error) {
  process.stderr.write(`ERROR 1: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function convert(dataset: Gdal.Dataset, progress: Gdal.UtilOptions): Promise<Gdal.Dataset> {
  if (program === 'gdalwarp') return gdal.warpAsync(destination, null, [dataset], [...options], progress);
  if (program === 'gdal_translate') return gdal.translateAsync(destination, dataset, [...options], progress);
  if (program === 'ogr2ogr') return gdal.vectorTranslateAsync(destination, dataset, [...options], progress);
  throw new Error(`There is no program "${program}".`);
}

/** What GDAL's programs read themselves and its library does not take: `-if DRIVER`, `--config KEY VALUE` and `-q`. */
function splitArguments(values: readonly string[]): { options: readonly string[]; drivers: readonly string[] } {
  const options: string[] = [];
  const drivers: string[] = [];
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? '';
    if (value === '-if') drivers.push(values[(index += 1)] ?? '');
    else if (value === '--config') gdal.config.set(values[(index += 1)] ?? '', values[(index += 1)] ?? '');
    else if (value !== '-q' && value !== '-overwrite') options.push(value);
  }
  return { options, drivers };
}
