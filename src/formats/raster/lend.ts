import type { Engine, RasterSource } from '../../engine/index.ts';
import { examine } from '../detect.ts';
import type { FileToInspect } from '../inspect.ts';
import { noNeighbours } from '../neighbours.ts';
import { withRasterFile } from './raster-file.ts';
import { rasterKindOf } from './raster-kind.ts';

/** Lends a file that is known to be a raster, with what belongs to it. @throws Error when it is none */
export async function lendRaster<T>(
  file: FileToInspect,
  engine: Engine,
  work: (source: RasterSource) => Promise<T>,
): Promise<T> {
  const candidate = await examine({ neighbours: noNeighbours, ...file });
  const kind = rasterKindOf(candidate);
  if (kind === null) throw new Error('Not a raster');
  return withRasterFile(candidate, kind, engine, work);
}
