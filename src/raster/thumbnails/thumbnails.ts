import type { Builds } from '../../builds/index.ts';
import { checkEntryPath, type DatasetRef } from '../../datasets/index.ts';
import { fail, ServiceError } from '../../http/index.ts';
import type { EncodedImage } from '../draw/encode.ts';
import { THUMBNAIL_SIDES } from '../draw/thumbnail.ts';
import { explain, type Picture } from '../picture.ts';
import { createSharedWork } from '../service/shared-work.ts';
import { CONTENT_TYPES, type ThumbnailSize, type ThumbnailSource, type ThumbnailTools } from './drawer.ts';
import { drawerOf } from './drawers.ts';
import type { ThumbnailCache } from './thumbnail-cache.ts';

/** Small pictures of entries and datasets. */
export interface Thumbnails {
  /** Of an entry, or without a path of the dataset itself. @throws `not-found` with the reason when there is none (yet) */
  find(dataset: DatasetRef, path: string | undefined, wanted: ThumbnailSize): Promise<Picture>;
}

export interface ThumbnailDependencies extends ThumbnailTools {
  readonly builds: Builds;
  readonly cache: ThumbnailCache;
  /** Names of files at the root that stand for their dataset, the best first. */
  readonly candidates: readonly string[];
}

const COG = 'cog/cog.tif';

export function createThumbnails(dependencies: ThumbnailDependencies): Thumbnails {
  const { builds, cache, candidates } = dependencies;
  const drawing = createSharedWork<EncodedImage>();

  const entryAt = async (dataset: DatasetRef, path: string): Promise<ThumbnailSource> => {
    const { hash, ...entry } = await builds.findFor(dataset, path, COG);
    if (hash === null) throw fail('not-found', 'Folders have no thumbnail.');
    return { ...entry, hash, dataset, path };
  };

  /** The first root file that serves as the dataset's picture. */
  const candidateOf = async (dataset: DatasetRef): Promise<ThumbnailSource> => {
    for (const candidate of candidates) {
      const entry = await entryAt(dataset, candidate).catch(absent);
      if (entry) return entry;
    }
    const example = candidates[0] ?? 'thumbnail.webp';
    throw fail('not-found', `The dataset has no picture; put a file such as ${example} at its root.`);
  };

  return {
    async find(dataset, rawPath, wanted) {
      const { min, max } = THUMBNAIL_SIDES;
      if (wanted.size < min || wanted.size > max) throw fail('invalid-input', `size must be ${min} to ${max} pixels.`);
      const source =
        rawPath === undefined
          ? await candidateOf(dataset)
          : await entryAt(dataset, checkEntryPath(rawPath.replace(/^\//, '')));
      const drawer = drawerOf(source);
      if (drawer === undefined) throw fail('not-found', 'There are no thumbnails of files of this kind.');
      const version = drawer.version(source);
      if (version === null) throw fail('not-found', 'There is no thumbnail of this entry yet: it is not built.');
      const key = `${version}/${wanted.size}.${wanted.format}`;
      return {
        etag: key,
        async draw(signal) {
          const kept = await cache.get(key);
          if (kept) return { bytes: kept, contentType: CONTENT_TYPES[wanted.format] };
          return drawing.run(key, signal, async (shared) => {
            const drawn = await drawer.draw(source, wanted, dependencies, shared).catch(explain);
            await cache.put(key, drawn.bytes);
            return drawn;
          });
        },
      };
    },
  };
}

function absent(cause: unknown): undefined {
  if (cause instanceof ServiceError && cause.code === 'not-found') return undefined;
  throw cause;
}
