import type * as Gdal from 'gdal-async';
import { gdal } from './geo-driver.child.ts';

/** Authorities whose codes PROJ's database has, and that name coordinate reference systems of the Earth. */
const NAME = /^(?:EPSG|ESRI|IGNF|OGC|NKG):[A-Za-z0-9._-]{1,32}$/;

/** Null when there is none of that name; nothing but names of authorities reaches PROJ, which opens files and addresses. */
export function crsOfName(name: string): Gdal.SpatialReference | null {
  if (!NAME.test(name)) return null;
  try {
    return gdal.SpatialReference.fromUserInput(name);
  } catch {
    return null;
  }
}
