/**
 * Makes a GeoPackage in longitude and latitude of a vector file: `translate.ts SOURCE FORMAT DESTINATION`. A program of
 * its own, so that it can take long, say how far it is, and be ended. Prints GDAL's bar of progress and lines for the
 * owner of the file; a line that begins with `Refused: ` says why there is no GeoPackage, and the exit code is 1; it is
 * another one where the machine failed (`machine-fault.ts`).
 */
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type * as Gdal from 'gdal-async';
import { gdal } from '../../../../geodata/geo-driver.child.ts';
import { plainText } from '../../../../geodata/plain-text.ts';
import { collectGarbage } from '../../../../geodata/collect-garbage.ts';
import { type OpenVector, openVector, type VectorFormat } from '../../read/open-vector.ts';
import { copyLayer, CurveFound } from './copy-layer.ts';
import { createGeoPackage } from './geopackage-writer.ts';
import { type LayerPlan, planLayers } from './layer-plan.ts';
import { exitCodeOf, isOfMachine, OperationRefusal, REFUSED } from '../../../../engine/for-children.ts';

/** Features between two collections of garbage: V8 does not know how much memory of GDAL's its objects hold. */
const FEATURES_A_REST = 20_000;
const STEPS = 40;
const MAX_ENCODING = 40;

const [path = '', format = '', destination = ''] = process.argv.slice(2);
const lines: string[] = [];
const say = (line: string): void => void lines.push(line);

try {
  // The only caller is our own, which takes the format from the same list.
  const opened = await openVector({ path, format: format as VectorFormat }).catch((cause: unknown) => {
    throw isOfMachine(cause) ? cause : new OperationRefusal(messageOf(cause));
  });
  await translate(opened);
  opened.dataset.close();
  print();
} catch (error) {
  print();
  const isOfFile = error instanceof OperationRefusal;
  process.stderr.write(`${isOfFile ? REFUSED : ''}${messageOf(error).replaceAll(/\s+/g, ' ')}\n`);
  process.exitCode = exitCodeOf(error);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function print(): void {
  for (const line of lines) process.stdout.write(`${line.replaceAll(/\s+/g, ' ')}\n`);
}

async function translate({ dataset, isView, unknownEncoding }: OpenVector): Promise<void> {
  if (unknownEncoding !== undefined)
    say(
      `The .cpg names an encoding that is not known (“${plainText(unknownEncoding, MAX_ENCODING)}”): the texts are read as the .dbf says.`,
    );
  const plans = planLayers(dataset, { isView, say });
  if (plans.length === 0) throw new OperationRefusal('The file holds no layer that can be placed on Earth.');
  const planned = lines.length;
  try {
    await write(dataset, plans, false);
  } catch (error) {
    if (!(error instanceof CurveFound)) throw error;
    rmSync(destination);
    lines.length = planned;
    const linear = linearCopy(dataset, plans, join(dirname(path), 'linear.gpkg'), dataset.layers.count());
    await write(linear, foundIn(linear, dataset, plans), true);
    linear.close();
  }
}

async function write(dataset: Gdal.Dataset, plans: readonly LayerPlan[], isLinear: boolean): Promise<void> {
  const step = createStep(plans.reduce((total, { featureCount }) => total + featureCount, 0));
  const writer = createGeoPackage(destination, gdal.SpatialReference.fromEPSG(4326).toWKT());
  for (const plan of plans)
    writer.describe(await copyLayer(dataset, plan, { writer, folder: dirname(destination), isLinear, step, say }));
  writer.close();
  process.stdout.write('\n');
}

/** A copy of all layers whose curves are lines, made by GDAL itself: gdal-async has no objects for surfaces with curves. */
function linearCopy(dataset: Gdal.Dataset, plans: readonly LayerPlan[], to: string, count: number): Gdal.Dataset {
  const names = plans.map(({ index }) => dataset.layers.get(index).name);
  // A name may not be taken for an option.
  const chosen = names.length === count ? [] : names.filter((layer) => !layer.startsWith('-'));
  const options = ['-f', 'GPKG', '-nlt', 'CONVERT_TO_LINEAR', '-skipfailures'];
  const creation = ['SPATIAL_INDEX=NO', 'FID=alidade_fid', 'GEOMETRY_NAME=alidade_geom'].flatMap((each) => [
    '-lco',
    each,
  ]);
  gdal.vectorTranslate(to, dataset, [...options, ...creation, ...chosen]).close();
  return gdal.open(to, 'r', ['GPKG']);
}

/** The plans for the copy of a file, whose layers have the same names and may have another order. */
function foundIn(copy: Gdal.Dataset, dataset: Gdal.Dataset, plans: readonly LayerPlan[]): readonly LayerPlan[] {
  const copied = copy.layers.map((layer) => layer.name);
  return plans.flatMap((plan) => {
    const index = copied.indexOf(dataset.layers.get(plan.index).name);
    if (index < 0) say(`Layer “${plan.sourceName}” is left out: its curves cannot be made lines.`);
    return index < 0 ? [] : [{ ...plan, index }];
  });
}

/** Counts features, prints `0...10...20 ... 100` as GDAL does, and frees what was used. */
function createStep(total: number): () => Promise<void> | null {
  let [done, printed] = [0, -1];
  return () => {
    done += 1;
    const reached = Math.min(STEPS, Math.floor((done / total) * STEPS));
    while (printed < reached) {
      printed += 1;
      process.stdout.write(printed % 4 === 0 ? String((printed / 4) * 10) : '.');
    }
    return done % FEATURES_A_REST === 0 ? rest() : null;
  };
}

/** The bytes of buffers that were collected are freed in the next turn of the event loop only. */
async function rest(): Promise<void> {
  collectGarbage();
  await setImmediate();
}
