/** A stored file: its name and its length in bytes. */
export interface Blob {
  /** SHA-256 of the bytes, 64 lower-case hexadecimal digits. */
  readonly hash: string;
  readonly size: number;
}

/** Why a blob could not be written or read. */
export class BlobError extends Error {
  override readonly name = 'BlobError';
  readonly code: 'no-space' | 'not-found' | 'aborted' | 'over-limit';

  constructor(code: BlobError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A file that the store takes over: it is moved, not copied, where it lies in the same file system. */
export interface LooseFile {
  readonly path: string;
  /** SHA-256 of its bytes, which nobody checks again. */
  readonly hash: string;
}

/**
 * Content-addressed storage of files. A blob never changes: a new version of a file is another blob, and renaming,
 * moving or copying an entry touches database rows only.
 */
export interface BlobStore {
  /**
   * Stores a stream or a finished file. When it resolves the bytes are on the disk for good; when it rejects nothing is left behind
   * (a loose file stays where it is).
   *
   * @param maxBytes what it may be long at most; no more is written. Without it there is no limit
   * @throws BlobError `no-space` when the disk is full, `aborted` when the signal fired, `over-limit` for a longer stream;
   *   errors of the source as they are
   */
  write(source: AsyncIterable<Uint8Array> | LooseFile, signal?: AbortSignal, maxBytes?: number): Promise<Blob>;
  /** Absolute path of a blob, for readers that need a file (the engine, range requests). It need not exist. */
  locate(hash: string): string;
  has(hash: string): Promise<boolean>;
  /** Removes a blob untouched for `olderThanMs` milliseconds. @returns false when it is younger, or not there */
  remove(hash: string, olderThanMs: number): Promise<boolean>;
  /**
   * Visits blobs untouched for `olderThanMs` milliseconds, for the clean-up. Removes unfinished files of that age, and of
   * processes that have died; uploads that other processes are writing stay.
   * A blob written again counts as touched, so that what was just named by a new row is never visited.
   */
  sweep(olderThanMs: number, visit: (blob: Blob) => Promise<void>, signal?: AbortSignal): Promise<void>;
}
