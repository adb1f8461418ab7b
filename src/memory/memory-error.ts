/** Why memory was not given: all of it is in use, or the work can never have as much. */
export type MemoryErrorCode = 'busy' | 'too-large';

/** Work that gets no memory. The message is for the caller. */
export class MemoryError extends Error {
  override readonly name = 'MemoryError';
  readonly code: MemoryErrorCode;

  constructor(code: MemoryErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
