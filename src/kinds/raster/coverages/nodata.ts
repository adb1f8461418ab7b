import type { Nodata } from '../read/raster-facts.child.ts';

const RANGES: Readonly<Record<string, readonly [least: number, greatest: number]>> = {
  Byte: [0, 255],
  Int8: [-128, 127],
  UInt16: [0, 2 ** 16 - 1],
  Int16: [-(2 ** 15), 2 ** 15 - 1],
  UInt32: [0, 2 ** 32 - 1],
  Int32: [-(2 ** 31), 2 ** 31 - 1],
};

/** Whether a value of this type of GDAL's can be that; types of 64 bits and floating point ones can be any. */
export function canHold(type: string, nodata: Nodata): boolean {
  const range = RANGES[type];
  return range === undefined || (Number.isInteger(nodata) && range[0] <= Number(nodata) && Number(nodata) <= range[1]);
}
