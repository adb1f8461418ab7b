type Fields = Record<string, unknown>;
type Store<T> = (source: AsyncIterable<Uint8Array>, signal: AbortSignal, fields: Fields) => Promise<T>;

/** A multipart request with fields and at most one file, in any order. */
export interface Upload {
  /**
   * Reads the request.
   *
   * @param store takes the file's bytes as they arrive, each piece good until the next one is asked for, and the fields that came before them, so that a request that is
   *   wrong already is not transferred first; not called when there is no file part
   * @returns all fields under the names of the schema, and what `store` returned for the file
   * @throws what `store` threw, at once; `invalid-input` when the body was cut off, after `store` has ended
   */
  read<T>(store: Store<T>): Promise<{ readonly fields: Fields; readonly file: T | undefined }>;
}
