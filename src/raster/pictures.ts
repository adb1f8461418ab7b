import { LRUCache } from 'lru-cache';
import type { BlobStore } from '../blobs/index.ts';
import type { BuiltEntry, Builds } from '../builds/index.ts';
import { checkEntryPath, type DatasetRef } from '../datasets/index.ts';
import { EngineError, type Engine } from '../engine/index.ts';
import { EntryType } from '../formats/index.ts';
import { fail, ServiceError } from '../http/index.ts';
import type { EncodedImage } from './draw/encode.ts';
import { THUMBNAIL_SIDES, type GeographicBounds } from './draw/thumbnail.ts';
import type { TileFormat } from './draw/tile.ts';
import { RasterError } from './raster-error.ts';
import type { RasterTiles } from './service/raster-tiles.ts';

/** A picture with the validator it is served under, drawn only when somebody has not got it yet. */
export interface Picture {
  /** Strong validator without quotes: what it shows and how. */
  readonly etag: string;
  draw(signal: AbortSignal): Promise<EncodedImage>;
}

export interface TilePosition {
  readonly z: number;
  readonly x: number;
  /** Counted from the north. */
  readonly y: number;
  /** 2: twice the pixels, for dense screens. */
  readonly scale: 1 | 2;
  readonly format: TileFormat;
}

/** The pictures of a dataset's entries. */
export interface Pictures {
  /** @throws `not-found` for a missing or unbuilt entry, `invalid-input` for one that is no raster */
  tile(dataset: DatasetRef, path: string, position: TilePosition): Promise<Picture>;
  /** Of an entry, or without a path of the dataset itself. @throws `not-found` when there is none (yet) */
  thumbnail(dataset: DatasetRef, path: string | undefined, size: number): Promise<Picture>;
}

export interface PictureDependencies {
  readonly builds: Builds;
  readonly blobs: BlobStore;
  readonly engine: Engine;
  readonly tiles: RasterTiles;
  readonly thumbnailCandidates: readonly string[];
}

const COG = 'cog/cog.tif';
/** Drawn thumbnails of photos kept in memory: about 1,600 of 20 kB. They are addressed by content, so never stale. */
const THUMBNAIL_CACHE_BYTES = 32 * 1024 * 1024;
const PICTURE_TYPES: ReadonlySet<number> = new Set([
  EntryType.Image,
  EntryType.GeoImage,
  EntryType.Panorama,
  EntryType.GeoPanorama,
]);

export function createPictures({ builds, blobs, engine, tiles, thumbnailCandidates }: PictureDependencies): Pictures {
  const photos = new LRUCache<string, EncodedImage>({
    maxSize: THUMBNAIL_CACHE_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
  });

  const photoThumbnail = async (hash: string, size: number, signal: AbortSignal): Promise<EncodedImage> => {
    const key = `${hash} ${size}`;
    const kept = photos.get(key);
    if (kept) return kept;
    const { data } = await engine.call(
      'image-thumbnail',
      { path: blobs.locate(hash), size, format: 'webp' },
      { signal },
    );
    const image: EncodedImage = { bytes: data!, contentType: 'image/webp' };
    photos.set(key, image);
    return image;
  };

  /** The first root file that serves as the dataset's picture. */
  const datasetPicture = async (dataset: DatasetRef): Promise<BuiltEntry> => {
    for (const candidate of thumbnailCandidates) {
      const entry = await builds.findFor(dataset, candidate, COG).catch(absent);
      if (entry) return entry;
    }
    throw fail(
      'not-found',
      `The dataset has no picture; put a file such as ${thumbnailCandidates[0] ?? 'thumbnail.webp'} at its root.`,
    );
  };

  return {
    async tile(dataset, rawPath, { format, ...address }) {
      const { type, file } = await builds.findFor(dataset, checkEntryPath(rawPath), COG);
      if (type !== EntryType.GeoRaster) throw fail('invalid-input', 'Only a georeferenced raster has map tiles.');
      if (file === undefined)
        throw fail('not-found', 'The raster is not built yet. The entry’s buildStatus tells how it goes.');
      const { z, x, y, scale } = address;
      return {
        etag: `${file.version}/${z}/${x}/${y}@${scale}.${format}`,
        draw: (signal) => tiles.tile(file, { ...address, format }, signal).catch(explain),
      };
    },

    async thumbnail(dataset, rawPath, size) {
      if (size < THUMBNAIL_SIDES.min || size > THUMBNAIL_SIDES.max) {
        throw fail('invalid-input', `size must be ${THUMBNAIL_SIDES.min} to ${THUMBNAIL_SIDES.max} pixels.`);
      }
      const entry =
        rawPath === undefined
          ? await datasetPicture(dataset)
          : await builds.findFor(dataset, checkEntryPath(rawPath.replace(/^\//, '')), COG);
      const { type, hash, file } = entry;
      if (type === EntryType.GeoRaster && file) {
        const bounds = boundsOf(entry.polygonGeometry);
        const request = { longestSide: size, format: 'webp', ...(bounds ? { bounds } : {}) } as const;
        return {
          etag: `${file.version}/${size}`,
          draw: (signal) => tiles.thumbnail(file, request, signal).catch(explain),
        };
      }
      if (hash !== null && PICTURE_TYPES.has(type)) {
        return { etag: `${hash}/${size}`, draw: (signal) => photoThumbnail(hash, size, signal).catch(explain) };
      }
      throw fail('not-found', 'There is no thumbnail of this entry, or not yet.');
    },
  };
}

function absent(cause: unknown): undefined {
  if (cause instanceof ServiceError && cause.code === 'not-found') return undefined;
  throw cause;
}

/** The box around a footprint; `undefined` for one that is no simple polygon. */
function boundsOf(geometry: object | null): GeographicBounds | undefined {
  const ring = (geometry as { coordinates?: readonly (readonly (readonly number[])[])[] } | null)?.coordinates?.[0];
  if (!ring) return undefined;
  const longitudes = ring.map((position) => position[0]!);
  const latitudes = ring.map((position) => position[1]!);
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}

function explain(cause: unknown): never {
  if (cause instanceof RasterError) {
    if (cause.code === 'out of range') throw fail('not-found', cause.message);
    if (cause.code === 'limit' || cause.code === 'closed') throw fail('busy', cause.message);
    throw fail('internal', 'The built raster cannot be read. Ask for a rebuild of the file.', cause);
  }
  if ((cause as NodeJS.ErrnoException).code === 'ENOENT') {
    throw fail('not-found', 'The raster was replaced this moment. Ask again.', cause);
  }
  if (cause instanceof EngineError && cause.code === 'busy') throw fail('busy', cause.message, cause);
  if (cause instanceof EngineError && cause.code !== 'aborted') {
    throw fail('not-found', 'No thumbnail can be made: the picture cannot be read.', cause);
  }
  throw cause;
}
