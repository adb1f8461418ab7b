import type * as Gdal from 'gdal-async';
import { plainText } from '../../../geodata/plain-text.ts';
import { placeExtent } from '../read/extent-place.ts';
import { FILE_STEM } from '../read/file-stem.ts';
import { extentOf } from '../read/layer-place.ts';
import type { OpenVector } from '../read/open-vector.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { crsOfLayer } from '../read/layer-crs.ts';

/** A layer that is exported. */
export interface ChosenLayer {
  readonly layer: Gdal.Layer;
  /** What people call it. */
  readonly name: string;
}

/** Layers of one export: an organization's survey has some hundred. */
const MAX_LAYERS = 1000;
const MAX_NAME = 256;

/**
 * The layers of a file that are asked for; views are left out, as they need not end.
 *
 * @param stem what a layer is called that the driver calls after the file
 * @throws OperationRefusal for a name that no layer has, and a file without any
 */
export function chosenLayers(
  { dataset, isView }: Pick<OpenVector, 'dataset' | 'isView'>,
  wanted: readonly string[] | null,
  stem: string,
  say: (line: string) => void,
): readonly ChosenLayer[] {
  const count = dataset.layers.count();
  if (count > MAX_LAYERS) throw new OperationRefusal(`The file has more than ${MAX_LAYERS} layers.`, 'too-large');
  const all: ChosenLayer[] = [];
  for (let index = 0; index < count; index += 1) {
    const layer = dataset.layers.get(index);
    const name = layer.name === FILE_STEM ? stem : plainText(layer.name, MAX_NAME);
    if (isView(layer.name)) say(`Layer “${name}” is left out: it is a view, which need not end.`);
    else all.push({ layer, name });
  }
  const chosen =
    wanted === null ? all : wanted.map((name) => all.find((each) => each.name === name) ?? missing(name, all));
  if (chosen.length === 0) throw new OperationRefusal('The file holds no layer that can be exported.');
  return chosen;
}

function missing(name: string, all: readonly ChosenLayer[]): never {
  const names = all.slice(0, 50).map((each) => each.name);
  throw new OperationRefusal(`There is no layer ${name}; there are ${names.join(', ')}.`);
}

/**
 * The CRS of a layer that says none: its coordinates count as longitude and latitude, where they can be that.
 *
 * @throws OperationRefusal where they cannot, and the place on Earth is needed
 */
export function requirePlace({ layer, name }: ChosenLayer, driver: string): void {
  const crs = crsOfLayer(layer);
  if (crs !== null) {
    if (crs.isLocal()) throw unplaced(name);
    return;
  }
  const extent = extentOf(layer, layer.features.count(true), driver);
  if (extent !== null && placeExtent(extent, null) === null) throw unplaced(name);
}

const unplaced = (name: string): OperationRefusal =>
  new OperationRefusal(
    `Layer “${name}” has no coordinate reference system by which it could be placed on Earth; export it without a CRS and a bbox.`,
  );
