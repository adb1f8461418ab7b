import type { Engine } from '../../../engine/index.ts';
import type { PixelValues, RasterValuesRequest } from '../read/raster-values.child.ts';
import { rasterValues } from '../read/operations.ts';
import type { FileToInspect } from '../../../inspection/index.ts';
import { withRasterSource } from '../with-raster-source.ts';

/**
 * What an uploaded raster holds at some positions: the original values of all its bands, not those of the built COG. At most
 * 100 positions at once.
 *
 * @returns in the order of the positions; null outside of the raster, and where it is placed by control points alone
 * @throws EngineError, `refused` for a CRS nobody knows
 */
export function pixelValues(
  engine: Engine,
  file: FileToInspect,
  asked: Omit<RasterValuesRequest, 'source'>,
  signal?: AbortSignal,
): Promise<readonly (PixelValues | null)[]> {
  return withRasterSource(file, engine, (source) => engine.call(rasterValues, { ...asked, source }, { signal }));
}
