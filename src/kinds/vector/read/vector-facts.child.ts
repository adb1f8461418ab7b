import type * as Gdal from 'gdal-async';
import { countOf } from '../../../geodata/bounded-json.ts';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import { plainText } from '../../../geodata/plain-text.ts';
import { type Extent, placeExtent, unionOfPlaces } from './extent-place.ts';
import { crsName, extentOf } from './layer-place.ts';
import { FILE_STEM } from './file-stem.ts';
import type { OpenVector, VectorSource } from './open-vector.ts';
import { withVector } from './with-vector.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { crsOfLayer } from './layer-crs.ts';

/** What a layer says of itself. */
export interface VectorLayerFacts {
  /** Null where the driver calls it after the file. */
  readonly name: string | null;
  /** GDAL's name: Point, Multi Polygon, Unknown (any), None ... */
  readonly geometryType: string;
  /** Null for a view, and for a number that cannot be true. */
  readonly featureCount: number | null;
  /** In the units of its own CRS; null without geometries. */
  readonly extent: Extent | null;
  /** `EPSG:n` or a name; null when the file gives none. */
  readonly crs: string | null;
}

export interface VectorFacts {
  /** GDAL's name of the format. */
  readonly driver: string;
  /** MAX_LAYERS at most. */
  readonly layers: readonly VectorLayerFacts[];
  readonly layerCount: number;
  /** Around all layers that have a place, in WGS 84. */
  readonly bounds: Extent | null;
  /** Layers with geometries that have no place on Earth. */
  readonly unplacedLayers: number;
  /** Layers that are views: their names are all that is known of them. */
  readonly views: number;
  /** Whether a shapefile had no index, so that one was made from the .shp. */
  readonly madeIndex: boolean;
  /** Whether a GeoPackage holds pictures, cut into tiles. */
  readonly holdsTiles: boolean;
}

/** Layers that are looked at: a drawing or survey has some hundred. */
const MAX_LAYERS = 500;
const MAX_NAME = 256;

/** Counts and extents of the layers of a vector file. Geometries are read only where the format has no other way. */
export default function vectorFacts(source: VectorSource): Promise<VectorFacts> {
  return withVector(source, factsOf);
}

function factsOf(dataset: Gdal.Dataset, { driver, madeIndex, isView, holdsTiles }: OpenVector): VectorFacts {
  const layerCount = dataset.layers.count();
  // A file of this format is one layer: what has none is damaged behind its first bytes, and the driver does not say so.
  if (driver === 'FlatGeobuf' && layerCount === 0) throw new OperationRefusal('Its header is damaged.');
  const layers: VectorLayerFacts[] = [];
  const places: Extent[] = [];
  let [unplacedLayers, views] = [0, 0];
  for (let index = 0; index < Math.min(layerCount, MAX_LAYERS); index += 1) {
    const layer = dataset.layers.get(index);
    if (isView(layer.name)) {
      views += 1;
      layers.push({ ...UNKNOWN, name: plainText(layer.name, MAX_NAME) });
      continue;
    }
    const facts = layerFacts(layer, driver);
    layers.push(facts);
    if (facts.extent === null) continue;
    const place = placeExtent(facts.extent, crsOfLayer(layer));
    if (place === null) unplacedLayers += 1;
    else places.push(place);
  }
  return { driver, layers, layerCount, bounds: unionOfPlaces(places), unplacedLayers, views, madeIndex, holdsTiles };
}

/** What is said of a view. */
const UNKNOWN = { geometryType: 'Unknown', featureCount: null, extent: null, crs: null } as const;

function layerFacts(layer: Gdal.Layer, driver: string): VectorLayerFacts {
  const name = plainText(layer.name, MAX_NAME);
  const featureCount = layer.features.count(true);
  return {
    name: name === FILE_STEM ? null : name,
    geometryType: gdal.Geometry.getName(layer.geomType),
    featureCount: countOf(featureCount),
    extent: extentOf(layer, featureCount, driver),
    crs: identified(crsOfLayer(layer)),
  };
}

function identified(crs: Gdal.SpatialReference | null): string | null {
  const name = crsName(crs);
  return name === null ? null : plainText(name, MAX_NAME);
}
