import { setImmediate } from 'node:timers/promises';
import type * as Gdal from 'gdal-async';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import { collectGarbage } from '../../../geodata/collect-garbage.ts';
import { attributeColumns } from '../geopackage/translation/attribute-columns.ts';
import { conditionTest } from './conditions.ts';
import type { VectorExportRequest } from './request.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { crsOfLayer } from '../read/layer-crs.ts';

/** Features between two collections of garbage: V8 does not know how much memory of GDAL's its objects hold. */
const FEATURES_A_REST = 20_000;
/** GDAL's types whose values are numbers. */
const NUMBERS: readonly string[] = ['integer', 'integer64', 'real'];
/** Those that the copy has as well; all others become text. */
const COPIED: readonly string[] = [...NUMBERS, 'string', 'dateTime', 'binary'];
/** The layer name of the copy. */
const SELECTION = 'selection';

/**
 * Copies those features of a layer that meet the conditions, with the attributes asked for, into a FlatGeobuf, which
 * is written in one go. GDAL copies geometries and values from one to the other: nothing of them is lost on the way through
 * JavaScript.
 *
 * @param to path of a file that is not there yet, with the extension `.fgb`
 * @returns how many features there are. @throws OperationRefusal
 */
export async function selectFeatures(
  layer: Gdal.Layer,
  { conditions, any, fields }: Pick<VectorExportRequest, 'conditions' | 'any' | 'fields'>,
  to: string,
): Promise<number> {
  const own = layer.fields.map((field) => field);
  const columns = attributeColumns(own);
  const kinds = own.map(({ name, type }) => ({ name, isNumber: NUMBERS.includes(type) }));
  const isMet = conditionTest(conditions, any, kinds);
  const kept = fields === null ? own : fields.map((name) => own.find((each) => each.name === name) ?? missing(name));
  const map = own.map((field) => kept.indexOf(field));
  const copy = gdal.drivers.get('FlatGeobuf').create(to);
  const target = copy.layers.create(SELECTION, crsOfLayer(layer), layer.geomType, ['SPATIAL_INDEX=NO']);
  target.fields.add(kept.map(({ name, type }) => new gdal.FieldDefn(name, COPIED.includes(type) ? type : 'string')));
  let [count, met] = [0, 0];
  for (let feature = firstOf(layer); feature !== null; feature = nextOf(layer)) {
    const values = conditions.length === 0 ? [] : (feature.fields.toArray() as readonly unknown[]);
    if (isMet(columns.map(({ value }, index) => value(values[index])))) {
      const taken = new gdal.Feature(target);
      taken.setFrom(feature, map, true);
      target.features.add(taken);
      met += 1;
    }
    if ((count += 1) % FEATURES_A_REST === 0) await rest();
  }
  copy.close();
  return met;
}

// The types do not say that there may be none.
const firstOf = (layer: Gdal.Layer): Gdal.Feature | null => layer.features.first() as Gdal.Feature | null;
const nextOf = (layer: Gdal.Layer): Gdal.Feature | null => layer.features.next() as Gdal.Feature | null;

async function rest(): Promise<void> {
  await setImmediate();
  collectGarbage();
  await setImmediate();
}

function missing(name: string): never {
  throw new OperationRefusal(`There is no attribute ${name} in this layer.`);
}
