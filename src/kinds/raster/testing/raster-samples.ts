import { createRequire } from 'node:module';
import type * as Gdal from 'gdal-async';

/** In the test's own process: the files written and read here are the tests' own. */
export const gdal: typeof Gdal = createRequire(import.meta.url)('gdal-async');

/** A raster to be generated. `value` gives band `band` (from 0) at a pixel. */
export interface RasterSample {
  readonly crs: number | string;
  /** Easting or longitude of the upper left corner, then pixel size and rotation, as GDAL orders them. */
  readonly geotransform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly type?: string;
  readonly colours?: readonly string[];
  readonly nodata?: number;
  readonly palette?: readonly (readonly [number, number, number, number])[];
  readonly mask?: (column: number, row: number) => boolean;
  /** The mask is a file beside it, `PATH.msk`. */
  readonly isMaskBeside?: true;
  readonly options?: readonly string[];
  readonly value: (band: number, column: number, row: number) => number;
}

/** Writes a GeoTIFF. Longitude or easting comes first whatever the CRS says. */
export function writeSample(path: string, sample: RasterSample): void {
  const { width, height, type = 'Byte', colours = ['Gray'], palette } = sample;
  gdal.config.set('GDAL_TIFF_INTERNAL_MASK', sample.isMaskBeside === true ? 'NO' : 'YES');
  const options = [...(colours[0] === 'Red' ? ['PHOTOMETRIC=RGB'] : []), ...(sample.options ?? [])];
  const dataset = gdal.open(path, 'w', 'GTiff', width, height, colours.length, type, options);
  const { crs } = sample;
  dataset.srs =
    typeof crs === 'number' ? gdal.SpatialReference.fromEPSG(crs) : gdal.SpatialReference.fromUserInput(crs);
  dataset.geoTransform = [...sample.geotransform];
  colours.forEach((colour, index) => {
    const band = dataset.bands.get(index + 1);
    if (colour !== 'Palette') band.colorInterpretation = colour;
    if (sample.nodata !== undefined) band.noDataValue = sample.nodata;
    if (palette !== undefined) {
      const table = new gdal.ColorTable('RGB');
      palette.forEach(([c1, c2, c3, c4], entry) => table.set(entry, { c1, c2, c3, c4 }));
      band.colorTable = table;
    }
    band.pixels.write(
      0,
      0,
      width,
      height,
      grid(width, height, (column, row) => sample.value(index, column, row)),
    );
  });
  const { mask } = sample;
  if (mask !== undefined) {
    const first = dataset.bands.get(1);
    first.createMaskBand(2); // one mask for all bands
    const bytes = Uint8Array.from(grid(width, height, (column, row) => (mask(column, row) ? 255 : 0)));
    first.getMaskBand()?.pixels.write(0, 0, width, height, bytes);
  }
  dataset.close();
}

export const RGB = ['Red', 'Green', 'Blue'];
/** Soft shapes, as a photograph has, in three colours. */
export const wave = (band: number, column: number, row: number): number =>
  Math.round(128 + 100 * Math.sin(column / (17 + 5 * band)) * Math.cos(row / (23 + 3 * band)));
/** 300 x 200 pixels of 10 cm in UTM zone 33 N. */
export const utm = { crs: 32633, geotransform: [500_000, 0.1, 0, 5_000_000, 0, -0.1], width: 300, height: 200 };

function grid(width: number, height: number, value: (column: number, row: number) => number): Float64Array {
  return Float64Array.from({ length: width * height }, (_, index) => value(index % width, Math.floor(index / width)));
}

/** A raster read back: values by band, and validity (mask, alpha or nodata) by pixel. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly bands: readonly Float64Array[];
  readonly valid: Uint8Array;
}

/** Reads the full resolution (level 0) or an overview, or a part of the full resolution. */
export function readPixels(path: string, level = 0): Pixels {
  const dataset = gdal.open(path);
  try {
    const at = (index: number): Gdal.RasterBand => {
      const band = dataset.bands.get(index);
      return level === 0 ? band : band.overviews.get(level - 1);
    };
    const { x: width, y: height } = at(1).size;
    const bands = Array.from({ length: dataset.bands.count() }, (_, index) =>
      at(index + 1).pixels.read(0, 0, width, height, new Float64Array(width * height), { type: 'Float64' }),
    );
    const mask = at(1).getMaskBand();
    const valid = new Uint8Array(width * height);
    mask?.pixels.read(0, 0, width, height, valid, { type: 'Byte' });
    return { width, height, bands, valid };
  } finally {
    dataset.close();
  }
}

/** Extent of a raster as minX, minY, maxX, maxY in its own CRS. */
export function extentOf(path: string): readonly [number, number, number, number] {
  const dataset = gdal.open(path);
  const [x = 0, pixel = 0, , y = 0, , row = 0] = dataset.geoTransform ?? [];
  const { x: width, y: height } = dataset.rasterSize;
  dataset.close();
  return [x, y + row * height, x + pixel * width, y];
}

/** GDAL's own warp of a raster onto the grid of another, bilinear, with an alpha band last. */
export function referenceWarp(source: string, target: string, like: string, options: readonly string[] = []): void {
  const [minX, minY, maxX, maxY] = extentOf(like);
  const { width, height } = readSize(like);
  const input = gdal.open(source);
  const args = ['-t_srs', 'EPSG:3857', '-te', minX, minY, maxX, maxY, '-ts', width, height, '-dstalpha', ...options];
  gdal.warp(target, null, [input], args.map(String)).close();
  input.close();
}

export function readSize(path: string): { readonly width: number; readonly height: number } {
  const dataset = gdal.open(path);
  const { x: width, y: height } = dataset.rasterSize;
  dataset.close();
  return { width, height };
}
