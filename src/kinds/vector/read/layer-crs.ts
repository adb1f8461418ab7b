import type * as Gdal from 'gdal-async';

/** How GDAL calls what a GeoPackage has for an unknown system: `srs_id` 0 and -1 of its standard, 99999 of GDAL since 3.9. */
const UNDEFINED = /^\w+\["Undefined (?:geographic |Cartesian )?SRS"/i;

/** The coordinate reference system of a layer; null where it has none, also where its file says that it is not defined. */
export function crsOfLayer({ srs }: Pick<Gdal.Layer, 'srs'>): Gdal.SpatialReference | null {
  return srs === null || UNDEFINED.test(srs.toWKT()) ? null : srs;
}
