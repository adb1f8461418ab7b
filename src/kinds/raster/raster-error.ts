/**
 * Why a raster could not be read or drawn.
 *
 * - `invalid`: the file contradicts itself or the format (damaged, truncated, hostile);
 * - `unsupported`: a valid file, but not one our own build writes;
 * - `limit`: drawing it would pass a limit of this service;
 * - `out of range`: the asked tile does not exist in the grid, or the asked size is not offered;
 * - `closed`: the service has been closed.
 *
 * Messages never hold a path: they may be shown to a caller.
 */
export type RasterErrorCode = 'invalid' | 'unsupported' | 'limit' | 'out of range' | 'closed';

export class RasterError extends Error {
  override readonly name = 'RasterError';
  readonly code: RasterErrorCode;

  constructor(code: RasterErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Runs work whose libraries throw errors of their own about damaged files, and turns those into `invalid`. Errors of
 * ours, of the file system, and the reason of an abort pass through.
 */
export async function damageIsInvalid<T>(
  message: string,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof RasterError || (cause instanceof Error && 'syscall' in cause)) throw cause;
    throw new RasterError('invalid', message, { cause });
  }
}
