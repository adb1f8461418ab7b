import { fail } from '../../errors/index.ts';
import { RasterError } from './raster-error.ts';
import { explainDrawing } from '../../thumbnails/index.ts';

/** The service's own error for a built raster that cannot be drawn. */
export const rasterFault = (cause: RasterError): Error =>
  cause.code === 'limit' || cause.code === 'closed'
    ? fail('busy', cause.message, cause)
    : fail('internal', 'The built raster cannot be read. Ask for a rebuild of the file.', cause);

/** Says in the service's own errors why a raster could not be drawn; what was aborted stays as it is. */
export function explain(cause: unknown): never {
  if (!(cause instanceof RasterError)) return explainDrawing(cause);
  throw cause.code === 'out of range' ? fail('not-found', cause.message) : rasterFault(cause);
}
