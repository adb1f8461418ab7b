import type * as Gdal from 'gdal-async';
import { attributeColumns, MAX_COLUMNS, type ColumnValue } from './attribute-columns.ts';
import { booleanFields } from './boolean-fields.ts';
import type { GeoPackageWriter, LayerRecord } from './geopackage-writer.ts';
import type { LayerPlan } from './layer-plan.ts';
import { plainGeometry, type PlainGeometry } from './plain-wkb.ts';
import { textLayer } from './text-layer.ts';

/** Thrown for a geometry of curves: the layer is to be read from a copy without any. */
export class CurveFound extends Error {
  override readonly name = 'CurveFound';
}

/** Why features were not taken over, with their numbers. */
type Faults = Map<string, number>;
const UNREADABLE = 'could not be read';
const CURVED = 'have a geometry that cannot be made of lines';
const NOWHERE = 'have no place in longitude and latitude';
const note = (faults: Faults, reason: string, features = 1): void =>
  void faults.set(reason, (faults.get(reason) ?? 0) + features);

export interface CopyContext {
  readonly writer: GeoPackageWriter;
  /** For files that are needed for a moment. */
  readonly folder: string;
  /** Whether curves were made lines already, so that what is left cannot be. */
  readonly isLinear: boolean;
  /** Called for each feature; what it answers now and then is to be waited for, so that memory is freed. */
  step(): Promise<void> | null;
  say(line: string): void;
}

const KINDS: Readonly<Record<number, string>> = {
  4: 'MultiPoint',
  5: 'MultiLineString',
  6: 'MultiPolygon',
  7: 'GeometryCollection',
};
const ANY = 'Geometry';
/** A little beyond the edge is rounding; twice around the world is none. */
const MAX_LONGITUDE = 360 + 1e-6;
const MAX_LATITUDE = 90 + 1e-6;

/** Copies the features of one layer. Features that cannot be read or have no place on Earth are counted and left out. */
export async function copyLayer(dataset: Gdal.Dataset, plan: LayerPlan, context: CopyContext): Promise<LayerRecord> {
  const layer = dataset.layers.get(plan.index);
  const fields = layer.fields.map((field) => field);
  if (fields.length > MAX_COLUMNS)
    context.say(`Only the first ${MAX_COLUMNS} attributes of “${plan.sourceName}” are taken over.`);
  const columns = attributeColumns(fields, booleanFields(dataset, layer, fields, context.folder));
  const target = context.writer.layer(plan.table, columns, plan.hasGeometry);
  const summary = createSummary();
  const faults: Faults = new Map();
  const source = textLayer(dataset, layer, fields);
  for (const feature of featuresOf(source, faults)) {
    const rest = context.step();
    if (rest !== null) await rest;
    const geometry = plan.hasGeometry ? geometryOf(feature, plan, context.isLinear) : null;
    if (typeof geometry === 'string') {
      note(faults, geometry);
      continue;
    }
    const values = feature.fields.toArray() as readonly unknown[];
    target.add(
      geometry,
      columns.map(({ value }, index): ColumnValue => value(values[index])),
    );
    summary.add(geometry);
  }
  target.finish();
  const seen = summary.result();
  const read = seen.featureCount + sum(faults);
  // Where a file ends too early its reader stops without a word, but the file said how many there are.
  if (read < plan.featureCount) note(faults, UNREADABLE, plan.featureCount - read);
  for (const [reason, features] of faults)
    context.say(`${features} features of “${plan.sourceName}” are left out: they ${reason}.`);
  if (plan.hasGeometry && seen.withoutGeometry > 0)
    context.say(`${seen.withoutGeometry} features of “${plan.sourceName}” have no geometry.`);
  const geometryType = plan.hasGeometry ? (seen.geometryType ?? promotedType(layer.geomType)) : 'None';
  return { ...plan, ...seen, geometryType, skippedCount: sum(faults) };
}

const sum = (faults: Faults): number => [...faults.values()].reduce((total, count) => total + count, 0);

/** Features as far as the driver comes. Too many it cannot read end them: it may be the same one, again and again. */
function* featuresOf(layer: Gdal.Layer, faults: Faults): Generator<Gdal.Feature> {
  let failures = 0;
  for (let feature = next(layer, true); feature !== null; feature = next(layer, false)) {
    if (feature !== 'failed') yield feature;
    else if ((failures += 1) > MAX_FAILURES) return;
    else note(faults, UNREADABLE);
  }
}

/** Failures of a driver that may be features it steps over. */
const MAX_FAILURES = 1000;

function next(layer: Gdal.Layer, isFirst: boolean): Gdal.Feature | 'failed' | null {
  try {
    // The types do not say that there may be none.
    return (isFirst ? layer.features.first() : layer.features.next()) as Gdal.Feature | null;
  } catch {
    return 'failed';
  }
}

/** The geometry in longitude and latitude; null where the feature has none, a text for what is wrong with it. */
function geometryOf(feature: Gdal.Feature, { toDegrees }: LayerPlan, isLinear: boolean): PlainGeometry | string | null {
  let geometry: Gdal.Geometry | null;
  try {
    geometry = feature.getGeometry();
  } catch {
    // gdal-async has no objects for surfaces with curves, and none for meshes of triangles.
    if (!isLinear) throw new CurveFound();
    return CURVED;
  }
  if (geometry === null) return null;
  if (toDegrees !== null) {
    try {
      geometry.transform(toDegrees);
    } catch {
      return NOWHERE;
    }
  }
  const plain = plainGeometry(geometry.toWKB('LSB', 'ISO'));
  if (plain === 'empty' || (plain === 'not finite' && geometry.isEmpty())) return null;
  if (plain === 'not linear') {
    if (!isLinear) throw new CurveFound();
    return CURVED;
  }
  if (plain === 'not finite') return 'have coordinates that are no numbers';
  const isPlaced = plain.minX >= -MAX_LONGITUDE && plain.maxX <= MAX_LONGITUDE;
  return isPlaced && plain.minY >= -MAX_LATITUDE && plain.maxY <= MAX_LATITUDE ? plain : NOWHERE;
}

type Seen = Pick<LayerRecord, 'hasHeight' | 'hasMeasure' | 'featureCount' | 'bounds'> & {
  readonly geometryType: string | null;
  readonly withoutGeometry: number;
};

/** What all geometries of a layer have together. */
function createSummary(): { add(geometry: PlainGeometry | null): void; result(): Seen } {
  const kinds = new Set<number>();
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  let [hasHeight, hasMeasure, featureCount, withoutGeometry] = [false, false, 0, 0];
  return {
    add(geometry) {
      featureCount += 1;
      if (geometry === null) {
        withoutGeometry += 1;
        return;
      }
      kinds.add(geometry.kind);
      hasHeight ||= geometry.hasHeight;
      hasMeasure ||= geometry.hasMeasure;
      [minX, minY] = [Math.min(minX, geometry.minX), Math.min(minY, geometry.minY)];
      [maxX, maxY] = [Math.max(maxX, geometry.maxX), Math.max(maxY, geometry.maxY)];
    },
    result() {
      const [kind] = kinds;
      const geometryType = kind === undefined ? null : kinds.size === 1 ? (KINDS[kind] ?? ANY) : ANY;
      return {
        geometryType,
        hasHeight,
        hasMeasure,
        featureCount,
        withoutGeometry,
        bounds: kind === undefined ? null : [minX, minY, maxX, maxY],
      };
    },
  };
}

/** What a layer without geometries would hold, by the kind it declares. */
function promotedType(declared: number): string {
  const kind = (declared & 0x0fff_ffff) % 1000;
  return KINDS[kind <= 3 ? kind + 3 : kind] ?? ANY;
}
