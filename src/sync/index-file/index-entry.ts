/** An entry as the index file has it. @typeParam G how the geometries are held meanwhile */
export interface IndexEntry<G> {
  readonly path: string;
  /** SHA-256; null for folders. */
  readonly hash: string | null;
  /** Number of the interface. */
  readonly type: number;
  /** JSON as text. */
  readonly properties: string;
  /** Seconds since 1970. */
  readonly mtime: number;
  readonly size: number;
  readonly depth: number;
  readonly point: G | null;
  readonly polygon: G | null;
}
