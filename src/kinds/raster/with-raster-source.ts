import type { Engine } from '../../engine/index.ts';
import { fail } from '../../errors/index.ts';
import { withRasterFile } from './raster-file.ts';
import { rasterKindOf } from './raster-kind.ts';
import type { RasterSource } from '../../geodata/raster-source.ts';
import { examine, type FileToInspect, noNeighbours } from '../../inspection/index.ts';

/**
 * Runs work on a raster file and its sidecars.
 *
 * @param shownAs name of the file in an error
 * @throws ServiceError `invalid-input` if GDAL cannot read the picture (WebP, GIF, HEIF, raw photographs)
 */
export async function withRasterSource<T>(
  file: FileToInspect,
  engine: Engine,
  work: (source: RasterSource) => Promise<T>,
  shownAs: string = file.name,
): Promise<T> {
  const candidate = await examine({ neighbours: noNeighbours, ...file });
  const kind = rasterKindOf(candidate);
  if (kind === null)
    throw fail(
      'invalid-input',
      `${shownAs} cannot be read as a raster: TIFF, PNG, JPEG, JPEG 2000, Imagine and ASCII grids can. Convert it to TIFF first.`,
    );
  return withRasterFile(candidate, kind, engine, work);
}
