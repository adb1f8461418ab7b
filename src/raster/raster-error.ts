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
