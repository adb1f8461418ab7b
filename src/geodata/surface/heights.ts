import type * as Gdal from 'gdal-async';
import { maskOf, openRaster } from '../geo-driver.child.ts';
import { crsOfWkt, metresPerHeight } from '../place/crs.ts';
import { type Affine, fromLastRow, isMirrored } from './affine.ts';
import { createGround, type Ground } from './ground.ts';
import { HEIGHT_UNITS, type HeightUnit, metresPerUnit } from './height-unit.ts';
import type { RasterSource } from '../raster-source.ts';
import { OperationRefusal } from '../../engine/for-children.ts';

export interface HeightSource {
  readonly source: RasterSource;
  /** From 1. */
  readonly band: number;
  /** Null for what the file says of itself. */
  readonly heightUnit: HeightUnit | null;
  /** Number of the overview that is read, from 0, the finest; all pixels unless told. */
  readonly overview?: number | undefined;
}

/** One band of a raster as heights over a grid of pixels, whose rows lie on the right of its columns as on a map. */
export interface Heights {
  readonly dataset: Gdal.Dataset;
  readonly width: number;
  readonly height: number;
  readonly affine: Affine;
  readonly crs: Gdal.SpatialReference;
  readonly ground: Ground;
  /** Metres in a unit of its values. */
  readonly unit: number;
  /** Rows that are decoded together. */
  readonly blockRows: number;
  /** Values of a window, row by row, in units of the file; NaN where there is none. */
  read(column: number, row: number, width: number, height: number): Float64Array;
  close(): void;
}

/** GDAL's flag of a band without nodata, alpha and mask. */
const GMF_ALL_VALID = 1;
const PICTURE = new Set(['Red', 'Green', 'Blue', 'Alpha', 'Palette']);

/**
 * Opens a terrain for reading. Values are scaled by the band's scale and offset. A grid that is mirrored, as one that
 * runs from the south up, is read from its last row.
 *
 * @throws OperationRefusal for what is no terrain: pictures, complex numbers, no place on Earth
 */
export function openHeights({ source, band: number, heightUnit, overview }: HeightSource): Heights {
  const dataset = openRaster(source.path, source.kind);
  try {
    const band = bandOf(dataset, number);
    const crs = dataset.srs ?? crsOfWkt(source.place?.crs ?? '');
    const transform = dataset.geoTransform ?? source.place?.geotransform ?? null;
    if (crs === null || transform === null)
      throw new OperationRefusal(
        'Its pixels have no place on Earth by a coordinate reference system and six numbers. Warp it to a grid first.',
      );
    const level = levelOf(band, overview);
    const { x: width, y: height } = level.size;
    const own = widened(transform as unknown as Affine, dataset.rasterSize, level.size);
    const affine = isMirrored(own) ? fromLastRow(own, height) : own;
    return {
      dataset,
      width,
      height,
      affine,
      crs,
      ground: requireLengths(createGround(crs, affine, width, height), height),
      unit: heightUnit === null ? unitOf(band.unitType ?? '', crs) : HEIGHT_UNITS[heightUnit],
      blockRows: Math.min(level.blockSize?.y ?? 1, height),
      read: isMirrored(own) ? upwards(reader(dataset, band, overview), height) : reader(dataset, band, overview),
      close: () => dataset.close(),
    };
  } catch (error) {
    dataset.close();
    throw error;
  }
}

/** @throws OperationRefusal for an overview that is not there */
function levelOf(band: Gdal.RasterBand, overview: number | undefined): Gdal.RasterBand {
  if (overview === undefined) return band;
  if (overview >= band.overviews.count()) throw new OperationRefusal('It has no such overview.');
  return band.overviews.get(overview);
}

/** The grid of an overview. */
function widened(affine: Affine, from: Gdal.xyz, to: Gdal.xyz): Affine {
  const [x0, xColumn, xRow, y0, yColumn, yRow] = affine;
  const [across, down] = [from.x / to.x, from.y / to.y];
  return [x0, xColumn * across, xRow * down, y0, yColumn * across, yRow * down];
}

/** What is computed with no number, or by 0, has no end or no meaning. @throws OperationRefusal */
export function requireLengths(ground: Ground, height: number): Ground {
  const areas = [0, Math.floor(height / 2), height - 1].map((row) => ground.stepAt(row).area);
  if (areas.every((area) => area > 0 && Number.isFinite(area))) return ground;
  throw new OperationRefusal(
    'Its pixels have no lengths on Earth: some lie beyond what its coordinate reference system can place.',
  );
}

function bandOf(dataset: Gdal.Dataset, number: number): Gdal.RasterBand {
  const count = dataset.bands.count();
  if (number > count) throw new OperationRefusal(`It has no band ${number}, only ${count}.`);
  const band = dataset.bands.get(number);
  if (PICTURE.has(band.colorInterpretation ?? ''))
    throw new OperationRefusal(`Its band ${number} holds colours of a picture, no heights.`);
  if ((band.dataType ?? 'C').startsWith('C')) throw new OperationRefusal('It holds complex numbers, no heights.');
  return band;
}

/** Metres in a unit of heights: as a band names it, else as the CRS has it. */
export const unitOf = (name: string, crs: Gdal.SpatialReference): number => metresPerUnit(name) ?? metresPerHeight(crs);

/** Reads a grid of so many rows from its last one. */
function upwards(read: Heights['read'], rows: number): Heights['read'] {
  return (column, row, width, height) => {
    const values = read(column, rows - row - height, width, height);
    const turned = new Float64Array(values.length);
    for (let at = 0; at < height; at += 1)
      turned.set(values.subarray(at * width, (at + 1) * width), (height - 1 - at) * width);
    return turned;
  };
}

function reader(dataset: Gdal.Dataset, whole: Gdal.RasterBand, overview: number | undefined): Heights['read'] {
  const [scale, offset] = [whole.scale ?? 1, whole.offset ?? 0];
  const isPlain = scale === 1 && offset === 0;
  const alpha = dataset.bands.map((each) => each).find((each) => each.colorInterpretation === 'Alpha');
  const band = levelOf(whole, overview);
  const hasGaps = (band.getMaskFlags() & GMF_ALL_VALID) === 0;
  const cover = alpha === undefined ? (hasGaps ? maskOf(band) : null) : levelOf(alpha, overview);
  return (column, row, width, height) => {
    const values = new Float64Array(width * height);
    band.pixels.read(column, row, width, height, values, { type: 'Float64' });
    const covered =
      cover?.pixels.read(column, row, width, height, new Uint8Array(width * height), { type: 'Byte' }) ?? null;
    for (let at = 0; at < values.length; at += 1) {
      if (covered?.[at] === 0 || !Number.isFinite(values[at])) values[at] = NaN;
      else if (!isPlain) values[at] = values[at]! * scale + offset;
    }
    return values;
  };
}
