type Fields = Record<string, unknown>;
type Store<T> = (source: AsyncIterable<Uint8Array>, signal: AbortSignal, fields: Fields) => Promise<T>;

/** A multipart request with fields and at most one file, in any order. */
export interface Upload {
  /**
   * Reads the request.
   *
   * @param store receives the bytes of the file as they arrive, and the fields before them, so that a request that is already wrong is
   *   refused before its file is transferred. A piece is valid until the next one is requested. Not called without a file part
   * @returns all fields under the names of the schema, and what `store` returned for the file
   * @throws what `store` threw, at once; `invalid-input` when the body was cut off, after `store` has ended
   */
  read<T>(store: Store<T>): Promise<{ readonly fields: Fields; readonly file: T | undefined }>;
}
