import { createRequire } from 'node:module';
import type * as Gdal from 'gdal-async';

const gdal: typeof Gdal = createRequire(import.meta.url)('gdal-async');

/** How an orthophoto is stored. */
export interface OrthophotoForm {
  readonly side: number;
  readonly type: 'Byte' | 'UInt16' | 'Float32';
  readonly bands: number;
  readonly creation: readonly string[];
  /** EPSG code: a zone of UTM, or 3857. */
  readonly crs: number;
  /** Told as nodata, with a border of it. */
  readonly nodata?: number;
}

/** Ground as a camera sees it: slow waves, edges of fields, some noise; half a metre a pixel. */
export function writeOrthophoto(path: string, { side, type, bands, creation, crs, nodata }: OrthophotoForm): void {
  const dataset = gdal.open(path, 'w', 'GTiff', side, side, bands, type, ['BIGTIFF=YES', ...creation]);
  dataset.srs = gdal.SpatialReference.fromEPSG(crs);
  dataset.geoTransform =
    crs === 3857 ? [1_262_200, 0.597, 0, 5_860_500, 0, -0.597] : [680_000, 0.5, 0, 5_151_000, 0, -0.5];
  if (nodata !== undefined) dataset.bands.forEach((band) => void (band.noDataValue = nodata));
  const scale = type === 'Byte' ? 1 : 16;
  const rows = 256;
  let state = 1;
  for (let y = 0; y < side; y += rows) {
    const height = Math.min(rows, side - y);
    const values = Array.from({ length: bands }, () =>
      type === 'Byte' ? new Uint8Array(side * height) : new Float32Array(side * height),
    );
    for (let at = 0; at < side * height; at += 1) {
      const [column, row] = [at % side, y + Math.floor(at / side)];
      state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
      const field = ((Math.floor(column / 300) * 7 + Math.floor(row / 200) * 13) % 9) * 8;
      const light = 90 + field + 30 * Math.sin(column / 97) * Math.cos(row / 71) + ((state >> 16) & 15);
      const isBorder = nodata !== undefined && column + row < side / 2;
      values.forEach((band, index) => (band[at] = isBorder ? nodata : (light + index * 12) * scale));
    }
    values.forEach((band, index) => dataset.bands.get(index + 1).pixels.write(0, y, side, height, band));
  }
  dataset.close();
}
