import type * as Gdal from 'gdal-async';
import { OperationRefusal } from '../../engine/for-children.ts';
import { crsOfEpsg, crsOfWkt } from './crs.ts';

/**
 * The CRS that the owner of a file says it has, in its metadata `projection`.
 *
 * @param told a number of EPSG, alone or behind `EPSG:`, or WKT. @throws OperationRefusal for anything else
 */
export function crsOfOwner(told: unknown): Gdal.SpatialReference {
  const text = typeof told === 'number' ? String(told) : typeof told === 'string' ? told.trim() : '';
  const number = /^(?:EPSG:)?(\d{4,5})$/i.exec(text)?.[1];
  const crs = number === undefined ? crsOfWkt(text) : crsOfEpsg(Number(number));
  if (crs === null)
    throw new OperationRefusal('The metadata `projection` of the file is neither a code such as EPSG:32632 nor WKT.');
  return crs;
}
