import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type * as Gdal from 'gdal-async';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import { isDiskFull, isOfMachine, saysMachineFault, OperationRefusal } from '../../../engine/for-children.ts';

export interface Translation {
  /** Absolute path; further layers of a file come into it with the option `-update`. */
  readonly file: string;
  readonly source: Gdal.Dataset;
  /** Name of its layer in the source; null: the only one. */
  readonly from: string | null;
  /** What it is called in the output, and for people. */
  readonly name: string;
  readonly driver: string;
  /** Options of ogr2ogr. */
  readonly options: readonly string[];
  /** Whether every feature becomes one of the output, so that what is missing there can be counted. */
  readonly isCounted: boolean;
  readonly progress: (share: number) => void;
  readonly say: (line: string) => void;
}

/**
 * How ogr2ogr ends at a feature that the format does not take (a shapefile holds one kind of geometries) or that has no place in
 * the CRS; of a GeoPackage what is told is that its new table went with the transaction.
 */
const AT_A_FEATURE = /terminating translation prematurely|no such table: main\./i;

/**
 * Writes one layer. Where one of its features cannot be written it is done again without those, and how many they were is said;
 * any other error is thrown.
 *
 * @throws OperationRefusal where no feature is left
 */
export async function translate(translation: Translation): Promise<void> {
  const { file, options } = translation;
  try {
    await run(translation, []);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    if (isOfMachine(error) || saysMachineFault(words) || !AT_A_FEATURE.test(words)) throw error;
    const isFurther = options.includes('-update');
    if (!isFurther) rmSync(file, { force: true });
    await run(translation, ['-skipfailures', ...(isFurther ? ['-overwrite'] : [])]);
    // What a full disk did not take is no verdict on features.
    if (await isDiskFull(dirname(file))) throw error;
    tellLosses(translation);
  }
}

async function run({ file, source, from, options, progress }: Translation, more: readonly string[]): Promise<void> {
  const all = [...options, ...more, ...(from === null ? [] : [from])];
  const made = await gdal.vectorTranslateAsync(file, source, all, { progress_cb: progress });
  made.close();
}

function tellLosses({ file, source, from, name, driver, isCounted, say }: Translation): void {
  if (!isCounted) return say(`Features of “${name}” that the format cannot hold are left out.`);
  // A shapefile of no feature has a table alone.
  if (!existsSync(file)) throw noneHeld(name);
  const before = countIn(source.layers.get(from ?? 0));
  const made = gdal.open(file, 'r', [driver]);
  const layers = made.layers.map((layer) => layer);
  const layer = layers.find((each) => each.name === name) ?? layers[0]!;
  const after = countIn(layer);
  // A table has coordinates as numbers.
  const hasGeometries = layer.geomType !== WKB_NONE;
  made.close();
  if (after.features === 0) throw noneHeld(name);
  const missing = before.features - after.features;
  const bare = hasGeometries ? before.geometries - after.geometries - missing : 0;
  if (missing > 0)
    say(`${missing} of ${before.features} features of “${name}” that the format cannot hold are left out.`);
  if (bare > 0) say(`${bare} features of “${name}” have no place in the CRS, and no geometry in the output.`);
  if (missing <= 0 && bare <= 0) say(`Some features of “${name}” could not be written as they are.`);
}

const noneHeld = (name: string): OperationRefusal =>
  new OperationRefusal(`The format can hold no feature of “${name}”. Choose another one.`);

/** GDAL's kind of geometries of a layer without any. */
const WKB_NONE = 100;
/** Beyond all coordinates: a filter by it passes every feature with a geometry. */
const FAR = 1e300;

function countIn(layer: Gdal.Layer): { readonly features: number; readonly geometries: number } {
  const features = layer.features.count(true);
  layer.setSpatialFilter(-FAR, -FAR, FAR, FAR);
  const geometries = layer.features.count(true);
  layer.setSpatialFilter(null);
  return { features, geometries };
}
