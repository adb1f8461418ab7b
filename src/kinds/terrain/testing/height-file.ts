import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import type { Affine } from '../../../geodata/surface/affine.ts';

export interface HeightFile {
  readonly width: number;
  readonly height: number;
  readonly affine: Affine;
  readonly epsg: number;
  readonly nodata?: number;
  /** Number of bands, all with the same values. Default: 1. */
  readonly bands?: number;
  readonly type?: 'Float32' | 'UInt16';
  /** NaN becomes nodata. */
  heightAt(column: number, row: number): number;
}

/** A GeoTIFF of heights for tests. */
export function heightFile(file: HeightFile): Buffer {
  const { width, height, affine, epsg, nodata, bands = 1, type = 'Float32', heightAt } = file;
  const path = join(tmpdir(), `alidade-heights-${randomUUID()}.tif`);
  try {
    const dataset = gdal.open(path, 'w', 'GTiff', width, height, bands, type);
    dataset.srs = gdal.SpatialReference.fromEPSG(epsg);
    dataset.geoTransform = [...affine];
    const values = new Float32Array(width * height).map((_, at) => heightAt(at % width, Math.floor(at / width)));
    const stored = values.map((value) => (Number.isNaN(value) ? (nodata ?? NaN) : value));
    for (let number = 1; number <= bands; number += 1) {
      const band = dataset.bands.get(number);
      if (nodata !== undefined) band.noDataValue = nodata;
      band.pixels.write(0, 0, width, height, stored);
    }
    dataset.close();
    return readFileSync(path);
  } finally {
    rmSync(path, { force: true });
  }
}

export interface ReadRaster {
  readonly width: number;
  readonly height: number;
  readonly affine: readonly number[];
  readonly nodata: number | null;
  readonly type: string | null;
  readonly layout: string | undefined;
  readonly values: Float64Array;
}

/** All of the first band of a file, by its path or its bytes. */
export function readRaster(file: string | Buffer): ReadRaster {
  const path = typeof file === 'string' ? file : join(tmpdir(), `alidade-read-${randomUUID()}.tif`);
  if (typeof file !== 'string') writeFileSync(path, file);
  try {
    const dataset = gdal.open(path, 'r', ['GTiff']);
    const { x: width, y: height } = dataset.rasterSize;
    const band = dataset.bands.get(1);
    const values = band.pixels.read(0, 0, width, height, new Float64Array(width * height), { type: 'Float64' });
    const layout = (dataset.getMetadata('IMAGE_STRUCTURE') as Record<string, string>)['LAYOUT'];
    const affine = dataset.geoTransform ?? [];
    const facts = { width, height, affine, nodata: band.noDataValue, type: band.dataType, layout, values };
    dataset.close();
    return facts;
  } finally {
    if (typeof file !== 'string') rmSync(path);
  }
}
