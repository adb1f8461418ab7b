import '../../../geodata/testing/axis-order.ts';
import { gdal } from '../../raster/testing/raster-samples.ts';

export { gdal };

/** A layer to be generated. */
export interface LayerSample {
  readonly name: string;
  readonly epsg?: number;
  readonly type?: number;
  readonly fields?: Readonly<Record<string, string>>;
  /** Well-known text, null for none, and the attributes. */
  readonly features: readonly (readonly [string | null, Readonly<Record<string, unknown>>?])[];
}

/** A GeoPackage made by GDAL, as somebody else's program makes one. @returns its path */
export function writeGeoPackage(path: string, layers: readonly LayerSample[]): string {
  const dataset = gdal.open(path, 'w', 'GPKG');
  for (const { name, epsg, type = gdal.wkbUnknown, fields = {}, features } of layers) {
    const srs = epsg === undefined ? null : gdal.SpatialReference.fromEPSG(epsg);
    const layer = dataset.layers.create(name, srs, type);
    for (const [field, kind] of Object.entries(fields)) layer.fields.add(new gdal.FieldDefn(field, kind));
    for (const [wkt, attributes = {}] of features) {
      const feature = new gdal.Feature(layer);
      if (wkt !== null) feature.setGeometry(gdal.Geometry.fromWKT(wkt));
      feature.fields.set(attributes);
      layer.features.add(feature);
    }
  }
  dataset.close();
  return path;
}

/** A GeoJSON file. */
export const collection = (features: readonly object[]): string =>
  JSON.stringify({ type: 'FeatureCollection', features });
export const feature = (geometry: object | null, properties: object = {}): object => ({
  type: 'Feature',
  properties,
  geometry,
});
export const point = (...coordinates: readonly number[]): object => ({ type: 'Point', coordinates });
