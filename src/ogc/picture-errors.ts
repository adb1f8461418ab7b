import { fail } from '../errors/index.ts';
import { RasterError, rasterFault } from '../kinds/raster/index.ts';

/** Says in the service's own errors why a raster could not be drawn; what was aborted stays as it is. */
export function explainRaster(cause: unknown): never {
  if (cause instanceof RasterError) throw rasterFault(cause);
  if ((cause as NodeJS.ErrnoException).code === 'ENOENT')
    throw fail('busy', 'The layer was built anew this moment. Ask again.', cause);
  throw cause;
}
