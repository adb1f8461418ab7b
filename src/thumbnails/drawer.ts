import type { BlobStore } from '../blobs/index.ts';
import type { BuiltEntry } from '../builds/index.ts';
import type { DatasetRef } from '../datasets/index.ts';
import { type Engine, EngineError } from '../engine/index.ts';
import { imageThumbnail } from '../geodata/pictures/operations.ts';
import { fail } from '../errors/index.ts';
import type { Neighbours } from '../inspection/index.ts';
import type { EncodedImage, ImageFormat } from '../render/index.ts';

/** An entry that is to be shown as a small picture. */
export interface ThumbnailSource extends BuiltEntry {
  readonly dataset: DatasetRef;
  readonly path: string;
  /** Hash of the bytes; folders have no thumbnail. */
  readonly hash: string;
}

export interface ThumbnailSize {
  /** Pixels along the longer side. */
  readonly size: number;
  readonly format: ImageFormat;
}

/** What drawers work with. */
export interface ThumbnailTools {
  readonly engine: Engine;
  readonly blobs: BlobStore;
  /** The files beside an entry. */
  readonly neighbours: (dataset: DatasetRef, path: string) => Neighbours;
}

/** Sides of a thumbnail, in pixels: 16 is an icon, 2048 four times what the web application asks for. */
export const THUMBNAIL_SIDES = { min: 16, max: 2048 } as const;

/** Makes the pictures of one kind of file. */
export interface Drawer {
  /** Whether it draws entries of this type at this path. */
  draws(entry: { readonly type: number; readonly path: string }): boolean;
  /** The file of an output that it draws from, such as `cog/cog.tif`; none: it draws from the file itself. */
  readonly file?: string;
  /**
   * What the picture depends on besides size and format, as a text for keys and validators: it holds a number that is
   * raised when pictures are drawn differently. Null when there is nothing to draw from (yet).
   */
  version(source: ThumbnailSource): string | null;
  /** @throws EngineError or RasterError for a file that cannot be drawn */
  draw(
    source: ThumbnailSource,
    wanted: ThumbnailSize,
    tools: ThumbnailTools,
    signal: AbortSignal,
  ): Promise<EncodedImage>;
}

export const CONTENT_TYPES = { webp: 'image/webp', jpeg: 'image/jpeg', png: 'image/png' } as const;

/** A picture file, upright, in the size and format wanted. */
export async function shrinkPicture(
  path: string,
  { size, format }: ThumbnailSize,
  engine: Engine,
  signal: AbortSignal,
): Promise<EncodedImage> {
  const { data } = await engine.call(imageThumbnail, { path, size, format }, { signal }).catch(explainRefusal);
  return { bytes: data!, contentType: CONTENT_TYPES[format] };
}

/** What the service itself will not do with the picture it says in its own words, unlike a library. */
function explainRefusal(cause: unknown): never {
  const isOurs = cause instanceof EngineError && (cause.code === 'refused' || cause.code === 'too-large');
  throw isOurs ? fail('not-found', `No thumbnail can be made: ${cause.message}`, cause) : cause;
}
