/** Why a multipart body cannot be read: `malformed` (no boundary, or it ended early) or `too-large` (above a limit). */
export type MultipartFault = 'malformed' | 'too-large';

/** A multipart body that cannot be read. The message may be shown to its sender. */
export class MultipartError extends Error {
  override readonly name = 'MultipartError';
  readonly fault: MultipartFault;

  constructor(fault: MultipartFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}
