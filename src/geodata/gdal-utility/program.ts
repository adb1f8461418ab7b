/**
 * Stands in for GDAL's command-line programs where only its library is installed: `gdal-utility.ts PROGRAM ARGUMENTS`
 * takes the same arguments, which end with the source and the destination, and prints the same progress.
 */
import { createRequire } from 'node:module';
import type * as Gdal from 'gdal-async';

const gdal: typeof Gdal = createRequire(import.meta.url)('gdal-async');

const [program = '', ...given] = process.argv.slice(2);
const destination = given.pop() ?? '';
const source = given.pop() ?? '';
const { options, drivers } = splitArguments(given);

try {
  const dataset = gdal.open(source, 'r', [...drivers]);
  const progress = { progress_cb: printProgress() };
  const result = await convert(dataset, progress);
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

/** Prints `0...10...20 ... 100 - done.` as GDAL does: a step of 2.5 percent is a dot, every fourth a number. */
function printProgress(): (complete: number) => void {
  let printed = -1;
  return (complete) => {
    const step = Math.floor(complete * 40 + 1e-9);
    while (printed < step) {
      printed += 1;
      process.stdout.write(printed % 4 === 0 ? String((printed / 4) * 10) : '.');
    }
    if (step === 40 && printed === 40) {
      printed = 41;
      process.stdout.write(' - done.\n');
    }
  };
}
