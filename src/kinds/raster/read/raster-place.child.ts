import { gdal } from '../../../geodata/geo-driver.child.ts';
import { crsOfWkt } from '../../../geodata/place/crs.ts';
import type { RasterPlace } from '../../../geodata/raster-source.ts';

/** Writes a place into a GeoTIFF of ours that has none: a copy of a raster whose place stands in files beside it. */
export default function rasterPlace({ path, place }: { readonly path: string; readonly place: RasterPlace }): void {
  const dataset = gdal.open(path, 'r+', ['GTiff']);
  try {
    const crs = crsOfWkt(place.crs ?? '');
    if (dataset.srs === null && crs !== null) dataset.srs = crs;
    if (dataset.geoTransform === null && place.geotransform !== null) dataset.geoTransform = [...place.geotransform];
  } finally {
    dataset.close();
  }
}
