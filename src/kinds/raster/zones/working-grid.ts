import type * as Gdal from 'gdal-async';
import { openRaster } from '../../../geodata/geo-driver.child.ts';
import { crsOfWkt } from '../../../geodata/place/crs.ts';
import type { Affine } from '../../../geodata/surface/affine.ts';
import { createGround } from '../../../geodata/surface/ground.ts';
import { requireLengths } from '../../../geodata/surface/heights.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { indexValues } from '../export/render/painters.ts';
import { blockReader } from '../export/render/pixel-block.ts';
import type { ZoneRequest } from './request.ts';

/** 100 hectares at half a metre. With what is computed of them, and GDAL's cache, 650 MB. */
const MOST_PIXELS = 2 ** 22;
/** Pixels that are read together: of three bands 12 MB. */
const STRIP_PIXELS = 2 ** 19;
/** Alpha above which a pixel that is the mean of many has a value: more than half of it shows. */
const HALF = 127;

/** Values on the grid that zones are made on. */
export interface WorkingGrid {
  readonly columns: number;
  readonly rows: number;
  readonly isReduced: boolean;
  readonly affine: Affine;
  readonly crs: Gdal.SpatialReference;
  /** Row by row; NaN where there is none. */
  readonly values: Float64Array;
  /** Square metres of a pixel by its row. */
  readonly areas: Float64Array;
  /** Metres of a step along a row, and down a column, in the middle. */
  readonly pixel: readonly [across: number, down: number];
}

/**
 * Reads a band or an index; a raster of more than four million pixels as the means of squares of them.
 *
 * @throws OperationRefusal for what has no place on Earth, no lengths, or no such band
 */
export function readGrid(
  { source, bands, index }: Pick<ZoneRequest, 'source' | 'bands' | 'index'>,
  progress: (share: number) => void,
): WorkingGrid {
  const dataset = openRaster(source.path, source.kind);
  try {
    requireBands(dataset, bands);
    const crs = dataset.srs ?? crsOfWkt(source.place?.crs ?? '');
    const transform = dataset.geoTransform ?? source.place?.geotransform ?? null;
    if (crs === null || transform === null)
      throw new OperationRefusal(
        'Its pixels have no place on Earth by a coordinate reference system and six numbers. Warp it to a grid first.',
      );
    const { x: width, y: height } = dataset.rasterSize;
    const [columns, rows] = reducedSize(width, height);
    const affine = widened(transform as unknown as Affine, width / columns, height / rows);
    const ground = requireLengths(createGround(crs, affine, columns, rows), rows);
    const step = ground.stepAt(rows / 2);
    const pixel = [Math.hypot(step.columnEast, step.columnNorth), Math.hypot(step.rowEast, step.rowNorth)] as const;
    const isReduced = columns < width || rows < height;
    return {
      columns,
      rows,
      isReduced,
      affine,
      crs,
      values: readValues(dataset, { bands, index, columns, rows, isReduced }, progress),
      areas: Float64Array.from({ length: rows }, (_, row) => ground.stepAt(row).area),
      pixel,
    };
  } finally {
    dataset.close();
  }
}

function requireBands(dataset: Gdal.Dataset, numbers: readonly number[]): void {
  const count = dataset.bands.count();
  for (const number of numbers) {
    if (number > count) throw new OperationRefusal(`It has no band ${number}, only ${count}.`);
    if ((dataset.bands.get(number).dataType ?? 'C').startsWith('C'))
      throw new OperationRefusal('It holds complex numbers (radar data), which have no classes.');
  }
}

/** The same whole number of pixels to each side, so that the squares stay squares. */
function reducedSize(width: number, height: number): readonly [columns: number, rows: number] {
  let factor = Math.max(1, Math.ceil(Math.sqrt((width * height) / MOST_PIXELS)));
  const along = (side: number): number => Math.ceil(side / factor);
  while (along(width) * along(height) > MOST_PIXELS) factor += 1;
  return [along(width), along(height)];
}

const widened = ([x0, xColumn, xRow, y0, yColumn, yRow]: Affine, across: number, down: number): Affine => [
  x0,
  xColumn * across,
  xRow * down,
  y0,
  yColumn * across,
  yRow * down,
];

interface Reading extends Pick<ZoneRequest, 'bands' | 'index'>, Pick<WorkingGrid, 'columns' | 'rows' | 'isReduced'> {}

function readValues(
  dataset: Gdal.Dataset,
  { bands, index, columns, rows, isReduced }: Reading,
  progress: (share: number) => void,
): Float64Array {
  const { x: width, y: height } = dataset.rasterSize;
  const read = blockReader(dataset, bands, 'all');
  const values = new Float64Array(columns * rows);
  const step = Math.max(1, Math.floor(STRIP_PIXELS / columns));
  for (let row = 0; row < rows; row += step) {
    const last = Math.min(rows, row + step);
    const top = Math.floor((row * height) / rows);
    const part = { x: 0, y: top, width, height: Math.floor((last * height) / rows) - top };
    const block = read({ ...part, columns, rows: last - row, isMean: isReduced });
    if (isReduced) block.opacity.forEach((opacity, at) => (block.opacity[at] = opacity > HALF ? opacity : 0));
    values.set(index === null ? bandValues(block) : indexValues(index, block), row * columns);
    progress(last / rows);
  }
  return values;
}

function bandValues({ bands, opacity }: ReturnType<ReturnType<typeof blockReader>>): Float64Array {
  return bands[0]!.map((value, at) => (opacity[at] === 0 ? NaN : value));
}
