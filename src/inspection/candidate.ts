import type { Neighbours } from './neighbours.ts';

/** Kinds of content that can be told by their first bytes. */
export type Signature =
  | 'tiff'
  | 'jpeg'
  | 'png'
  | 'gif'
  | 'webp'
  | 'heif'
  | 'avi'
  | 'mp4'
  | 'matroska'
  | 'las'
  | 'e57'
  | 'ply'
  | 'glb'
  | 'spz'
  | 'sqlite'
  | 'flatgeobuf'
  | 'dwg'
  | 'shapefile'
  | 'gzip'
  | 'zip'
  | 'pdf';

/** A file to be inspected. */
export interface Candidate {
  /** Absolute path of the blob; it has no extension. */
  readonly path: string;
  /** Base name of the entry as its owner calls it. */
  readonly name: string;
  /** Lower-case extension of the name without the dot (`shp.zip` is one); empty when there is none. */
  readonly extension: string;
  /** In bytes. */
  readonly size: number;
  /** First bytes of the file, HEAD_BYTES at most. */
  readonly head: Buffer;
  /** What the first bytes say; null when they say nothing. */
  readonly signature: Signature | null;
  readonly neighbours: Neighbours;
}
