import { baseName } from '../../datasets/index.ts';
import type { BlobStore } from '../../blobs/index.ts';
import { type Engine, EngineError } from '../../engine/index.ts';
import { fail } from '../../errors/index.ts';
import type { Neighbours } from '../../inspection/index.ts';
import { pixelValues } from '../../kinds/raster/index.ts';
import type { RasterLayer } from '../layers/layer.ts';

type PixelValues = NonNullable<Awaited<ReturnType<typeof pixelValues>>[number]>;

/**
 * The original values of a raster at a place, as it was uploaded.
 *
 * @param place position in a CRS, x (or longitude) first
 * @returns undefined outside of the raster
 */
export type RasterValues = (
  datasetId: string,
  layer: RasterLayer,
  place: { readonly crs: string; readonly x: number; readonly y: number },
  signal?: AbortSignal,
) => Promise<PixelValues | undefined>;

export function createRasterValues({
  engine,
  blobs,
  neighboursOf,
}: {
  readonly engine: Engine;
  readonly blobs: Pick<BlobStore, 'locate'>;
  /** The files beside one of a dataset. */
  readonly neighboursOf: (datasetId: string, path: string) => Neighbours;
}): RasterValues {
  return async (datasetId, { hash, path, size }, { crs, x, y }, signal) => {
    const file = { path: blobs.locate(hash), name: baseName(path), size, neighbours: neighboursOf(datasetId, path) };
    const [found] = await pixelValues(engine, file, { crs, positions: [[x, y]] }, signal).catch(explainEngine);
    return found ?? undefined;
  };
}

/** Says in the service's own errors why a file gave no values; what was aborted stays as it is. */
function explainEngine(cause: unknown): never {
  if (!(cause instanceof EngineError) || cause.code === 'aborted') throw cause;
  if (cause.code === 'busy' || cause.code === 'ended') throw fail('busy', cause.message, cause);
  throw fail('internal', 'The values of the raster cannot be read.', cause);
}
