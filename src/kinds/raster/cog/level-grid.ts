import { RasterError } from '../raster-error.ts';
import { MAX_ZOOM, WORLD_HALF_METRES, worldPixels } from './mercator-grid.ts';
import type { CogLevel } from './cog-facts.ts';
import type { ImageTags } from './image-tags.ts';

/** Where the full resolution lies in the WebMercatorQuad grid. */
export interface GridPosition {
  readonly zoom: number;
  /** World pixel of the north-west corner. */
  readonly left: number;
  readonly top: number;
}

/**
 * Finds the zoom and the pixel position of a raster from its georeference.
 *
 * GDAL derives the pixel size from rounded numbers, so a file may be off by 1e-10 of its size; a file that is a
 * hundredth of a pixel off the grid anywhere was not made for it.
 *
 * @param resolution pixel size in metres (both positive)
 * @param origin north-west corner in metres of EPSG:3857
 * @throws RasterError `unsupported` when the pixels are not those of a zoom of the grid
 */
export function locateInGrid(
  resolution: readonly [x: number, y: number],
  origin: readonly [x: number, y: number],
  size: Readonly<{ width: number; height: number }>,
): GridPosition {
  const zoom = Math.round(Math.log2((2 * WORLD_HALF_METRES) / worldPixels(0) / resolution[0]));
  if (!(zoom >= 0 && zoom <= MAX_ZOOM)) throw notAligned();
  const metres = (2 * WORLD_HALF_METRES) / worldPixels(zoom);
  const drift = Math.max(
    Math.abs(resolution[0] / metres - 1) * size.width,
    Math.abs(resolution[1] / metres - 1) * size.height,
  );
  const left = (origin[0] + WORLD_HALF_METRES) / metres;
  const top = (WORLD_HALF_METRES - origin[1]) / metres;
  const off = Math.max(drift, Math.abs(left - Math.round(left)), Math.abs(top - Math.round(top)));
  if (!(off < 0.01)) throw notAligned();
  if (size.width > worldPixels(zoom) || size.height > worldPixels(zoom)) {
    throw new RasterError('invalid', 'The raster is wider than the world.');
  }
  return { zoom, left: Math.round(left), top: Math.round(top) };
}

/**
 * The level an image of the file forms: its size says by which power of two it is reduced.
 *
 * A full resolution that starts at a block border, a multiple of 2^8 pixels, starts at a whole pixel in its eight
 * first overviews; deeper ones (rasters of more than 65,536 pixels) are set to the nearest pixel.
 *
 * @throws RasterError `unsupported` when the image is not the full resolution reduced by a power of two
 */
export function levelOf(full: ImageTags, tags: ImageTags, position: GridPosition, hasMask: boolean): CogLevel {
  const steps = Math.round(Math.log2(Math.max(full.width, full.height) / Math.max(tags.width, tags.height)));
  const factor = 2 ** steps;
  const fits = (whole: number, reduced: number) => Math.abs(Math.ceil(whole / factor) - reduced) <= 1;
  if (steps < 0 || steps > position.zoom || !fits(full.width, tags.width) || !fits(full.height, tags.height)) {
    throw new RasterError('unsupported', 'An overview of the raster is not reduced by a power of two.');
  }
  return {
    zoom: position.zoom - steps,
    left: Math.round(position.left / factor),
    top: Math.round(position.top / factor),
    width: tags.width,
    height: tags.height,
    blockWidth: tags.blockWidth,
    blockHeight: tags.blockHeight,
    columns: Math.ceil(tags.width / tags.blockWidth),
    rows: Math.ceil(tags.height / tags.blockHeight),
    hasMask,
  };
}

function notAligned(): RasterError {
  return new RasterError('unsupported', 'The raster is not aligned to the WebMercatorQuad tile grid; build it again.');
}
