import type * as Gdal from 'gdal-async';
import { gdal } from '../../../../geodata/geo-driver.child.ts';
import { plainText } from '../../../../geodata/plain-text.ts';
import { placeExtent } from '../../read/extent-place.ts';
import { FILE_STEM, UNNAMED_LAYER } from '../../read/file-stem.ts';
import { crsName, extentOf } from '../../read/layer-place.ts';
import { tableName, uniqueNames } from './safe-names.ts';
import { crsOfLayer } from '../../read/layer-crs.ts';

/** What is to become of a layer of the source. */
export interface LayerPlan {
  /** Its number in the source. */
  readonly index: number;
  readonly table: string;
  readonly sourceName: string;
  readonly sourceCrs: string | null;
  /** Null for coordinates that are longitude and latitude already. */
  readonly toDegrees: Gdal.CoordinateTransformation | null;
  readonly hasGeometry: boolean;
  /** By what the source says of itself. */
  readonly featureCount: number;
}

const MAX_NAME = 256;
/** What is read of a name: an organization's survey has some hundred layers. */
const MAX_LAYERS = 1000;
const WKB_NONE = 100;

/**
 * Which layers are taken over, and how. Left out, with a line for the owner, are those that cannot be placed on Earth and
 * views, which need not end.
 */
export function planLayers(
  dataset: Gdal.Dataset,
  { isView, say }: { isView(layer: string): boolean; say(line: string): void },
): readonly LayerPlan[] {
  const unique = uniqueNames();
  const plans: LayerPlan[] = [];
  const driver = dataset.driver.description;
  const count = dataset.layers.count();
  if (count > MAX_LAYERS) say(`Only the first ${MAX_LAYERS} of ${count} layers are taken over.`);
  for (let index = 0; index < Math.min(count, MAX_LAYERS); index += 1) {
    const layer = dataset.layers.get(index);
    const sourceName = layer.name === FILE_STEM ? UNNAMED_LAYER : plainText(layer.name, MAX_NAME);
    if (isView(layer.name)) {
      say(`Layer “${sourceName}” is left out: it is a view, which need not end.`);
      continue;
    }
    const featureCount = layer.features.count(true);
    const crs = crsOfLayer(layer);
    const isPlaced = featureCount === 0 || layer.geomType === WKB_NONE || isOnEarth(layer, featureCount, driver, crs);
    if (!isPlaced) {
      say(
        `Layer “${sourceName}” is left out: ${crs === null ? 'without' : 'with'} its coordinate reference system it cannot be placed on Earth.`,
      );
      continue;
    }
    if (crs === null && layer.geomType !== WKB_NONE && featureCount > 0)
      say(
        `Layer “${sourceName}” has no coordinate reference system: its coordinates are taken as longitude and latitude.`,
      );
    const plan = { index, sourceName, sourceCrs: nameOf(crs), toDegrees: toDegrees(crs), featureCount };
    plans.push({ ...plan, table: unique(tableName(sourceName)), hasGeometry: layer.geomType !== WKB_NONE });
  }
  return plans;
}

/** Whether a layer can be taken over; one without any position can. */
function isOnEarth(layer: Gdal.Layer, count: number, driver: string, crs: Gdal.SpatialReference | null): boolean {
  if (crs !== null) return !crs.isLocal();
  const extent = extentOf(layer, count, driver);
  return extent === null || placeExtent(extent, null) !== null;
}

function nameOf(crs: Gdal.SpatialReference | null): string | null {
  const name = crsName(crs);
  return name === null ? null : plainText(name, MAX_NAME);
}

function toDegrees(crs: Gdal.SpatialReference | null): Gdal.CoordinateTransformation | null {
  if (crs === null || crs.isLocal()) return null;
  const degrees = gdal.SpatialReference.fromEPSG(4326);
  return crs.isSame(degrees) ? null : new gdal.CoordinateTransformation(crs, degrees);
}
