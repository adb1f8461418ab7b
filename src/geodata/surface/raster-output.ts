import { rmSync } from 'node:fs';
import type * as Gdal from 'gdal-async';
import { gdal } from '../geo-driver.child.ts';
import type { Affine } from './affine.ts';

export interface RasterShape {
  readonly width: number;
  readonly height: number;
  readonly affine: Affine;
  /** Null: it has no place on Earth. */
  readonly crs: Gdal.SpatialReference | null;
  readonly type: 'Byte' | 'Float32';
  readonly nodata: number;
  /** What its values are, for people who open the file. */
  readonly description: string;
  /** How smaller versions are made: values that may not be averaged, such as directions, by the nearest. */
  readonly overviews: 'AVERAGE' | 'NEAREST';
}

/** A raster that is written from top to bottom and becomes a COG at the end. */
export interface RasterOutput {
  write(top: number, rows: number, values: Uint8Array | Float32Array): void;
  /** @param progress share of the work of this call, 0 to 1 */
  finish(progress: (share: number) => void): Promise<void>;
}

/**
 * @param path of the COG; what is written first lies beside it for a time, without compression, as every pixel is written once
 *   and read once
 */
export function createRasterOutput(path: string, shape: RasterShape): RasterOutput {
  const { width, height, affine, crs, type, nodata, description, overviews } = shape;
  const plain = `${path}.plain`;
  const dataset = gdal.open(plain, 'w', 'GTiff', width, height, 1, type, [
    'TILED=YES',
    'BLOCKXSIZE=256',
    'BLOCKYSIZE=256',
    'BIGTIFF=IF_SAFER',
  ]);
  if (crs !== null) dataset.srs = crs;
  dataset.geoTransform = [...affine];
  const band = dataset.bands.get(1);
  band.noDataValue = nodata;
  dataset.setMetadata({ TIFFTAG_IMAGEDESCRIPTION: description });
  return {
    write: (top, rows, values) => band.pixels.write(0, top, width, rows, values),
    async finish(progress) {
      dataset.flush();
      const options = ['-of', 'COG', '-co', 'COMPRESS=DEFLATE', '-co', 'PREDICTOR=YES', '-co', 'BIGTIFF=IF_SAFER'];
      const cog = await gdal.translateAsync(path, dataset, [...options, '-co', `OVERVIEW_RESAMPLING=${overviews}`], {
        progress_cb: (share: number) => progress(share),
      });
      cog.close();
      dataset.close();
      rmSync(plain);
    },
  };
}
