import type { Builds, Outputs } from '../builds/index.ts';
import { askedPath, type DatasetRef } from '../datasets/index.ts';
import { fail, ServiceError } from '../errors/index.ts';
import type { EncodedImage } from '../render/index.ts';
import { createLimiter, createSharedWork } from '../concurrency/index.ts';
import {
  CONTENT_TYPES,
  type Drawer,
  THUMBNAIL_SIDES,
  type ThumbnailSize,
  type ThumbnailSource,
  type ThumbnailTools,
} from './drawer.ts';
import { createFailures } from './failures.ts';
import { explainDrawing, type Picture } from './picture.ts';
import { shrinkTo, stepOf } from './size-steps.ts';
import type { ThumbnailCache } from './thumbnail-cache.ts';

/** Small pictures of entries and datasets. */
export interface Thumbnails {
  /** The thumbnail of an entry, or without a path of the dataset. @throws `not-found` with the reason when there is none (yet) */
  find(dataset: DatasetRef, path: string | undefined, wanted: ThumbnailSize, signal: AbortSignal): Promise<Picture>;
}

export interface ThumbnailDependencies extends ThumbnailTools {
  readonly builds: Builds;
  readonly cache: ThumbnailCache;
  /** Drawers of all kinds of files. */
  readonly drawers: readonly Drawer[];
  readonly outputs: Pick<Outputs, 'requireListed'>;
  /** Names of files at the root that stand for their dataset, the best first. */
  readonly candidates: readonly string[];
  /** Paths of other files that may stand for their dataset, the best first. */
  readonly covers: (dataset: DatasetRef) => Promise<readonly string[]>;
}

/** A second or two is usual; a file that takes longer was made to. */
const TIMEOUT_MS = 30_000;
/** A folder that is looked through has some hundred pictures. */
const WAITING_AT_MOST = 500;

/** @throws Error with the path of a file that a drawer needs and no output lists */
export function createThumbnails(dependencies: ThumbnailDependencies): Thumbnails {
  const { builds, candidates, covers, drawers, outputs } = dependencies;
  for (const { file } of drawers) if (file !== undefined) outputs.requireListed(file);
  const draw = createDrawing(dependencies);
  // An entry and this file of its outputs are found in one look; only drawers that need another file cost a second one.
  const usualFile = drawers.find(({ file }) => file !== undefined)?.file ?? 'none/none';

  const entryAt = async (dataset: DatasetRef, path: string): Promise<DrawnEntry> => {
    let entry = await builds.findFor(dataset, path, usualFile);
    const { type } = entry;
    const drawer = drawers.find((each) => each.draws({ type, path }));
    if (drawer?.file !== undefined && drawer.file !== usualFile)
      entry = await builds.findFor(dataset, path, drawer.file);
    if (entry.hash === null) throw fail('not-found', 'Folders have no thumbnail.');
    return { drawer, source: { ...entry, hash: entry.hash, dataset, path } };
  };

  /** The first root file that serves as the dataset's picture. */
  const candidateOf = async (dataset: DatasetRef): Promise<DrawnEntry | undefined> => {
    for (const candidate of candidates) {
      const entry = await entryAt(dataset, candidate).catch(absent);
      if (entry) return entry;
    }
    return undefined;
  };

  /** The first other file that can be drawn, which only drawing it tells. */
  const coverOf = async (dataset: DatasetRef, wanted: ThumbnailSize, signal: AbortSignal): Promise<Picture> => {
    const example = candidates[0] ?? 'thumbnail.webp';
    let problem = fail('not-found', `The dataset has no picture; put a file such as ${example} at its root.`);
    for (const path of await covers(dataset)) {
      try {
        return await drawnAt(dataset, path, wanted, signal);
      } catch (cause) {
        if (signal.aborted || !(cause instanceof ServiceError)) throw cause;
        // One that takes too long, perhaps because the service is busy: there may be a picture of it later.
        if (cause.code !== 'not-found') problem = cause;
      }
    }
    throw problem;
  };
  const drawnAt = async (dataset: DatasetRef, path: string, wanted: ThumbnailSize, signal: AbortSignal) => {
    const picture = pictureOf(await entryAt(dataset, path), wanted);
    const drawn = await picture.draw(signal);
    return { etag: picture.etag, draw: () => Promise.resolve(drawn) };
  };

  const pictureOf = ({ drawer, source }: DrawnEntry, wanted: ThumbnailSize): Picture => {
    if (drawer === undefined) throw fail('not-found', 'There are no thumbnails of files of this kind.');
    const version = drawer.version(source);
    if (version === null) throw fail('not-found', 'There is no thumbnail of this entry yet: it is not built.');
    return {
      etag: keyOf(version, wanted),
      async draw(signal) {
        const kept = { ...wanted, size: stepOf(wanted.size) };
        const picture = await draw({ drawer, version, source, wanted: kept }, signal);
        return kept.size === wanted.size ? picture : shrinkTo(picture, wanted, signal);
      },
    };
  };

  return {
    async find(dataset, rawPath, wanted, signal) {
      const { min, max } = THUMBNAIL_SIDES;
      if (wanted.size < min || wanted.size > max) throw fail('invalid-input', `size must be ${min} to ${max} pixels.`);
      if (rawPath !== undefined) return pictureOf(await entryAt(dataset, askedPath(rawPath)), wanted);
      const candidate = await candidateOf(dataset);
      return candidate === undefined ? coverOf(dataset, wanted, signal) : pictureOf(candidate, wanted);
    },
  };
}

/** An entry, and what draws its thumbnails; undefined where its kind has none. */
interface DrawnEntry {
  readonly drawer: Drawer | undefined;
  readonly source: ThumbnailSource;
}

interface Drawing {
  readonly drawer: Drawer;
  readonly version: string;
  readonly source: ThumbnailSource;
  readonly wanted: ThumbnailSize;
}

const keyOf = (version: string, { size, format }: ThumbnailSize): string => `${version}/${size}.${format}`;

/** Draws what is not kept yet: each picture once, few at a time, and for some minutes not again what could not be drawn. */
function createDrawing(dependencies: ThumbnailDependencies) {
  const { cache, engine } = dependencies;
  const drawing = createSharedWork<EncodedImage>();
  const failures = createFailures();
  // One child at least is left to those who upload.
  const atOnce = Math.max(1, engine.load().children - 1);
  const limiter = createLimiter(atOnce, WAITING_AT_MOST, () => fail('busy', 'Too many thumbnails are asked for.'));

  const draw = async ({ drawer, version, source, wanted }: Drawing, signal: AbortSignal): Promise<EncodedImage> => {
    failures.throwKnown(version);
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const limited = AbortSignal.any([signal, timeout]);
      return await drawer.draw(source, wanted, dependencies, limited).catch((cause: unknown) => {
        if (timeout.aborted && !signal.aborted)
          throw failures.add(version, fail('busy', 'Drawing the file takes too long now. Try again later.', cause));
        return explainDrawing(cause);
      });
    } catch (cause) {
      failures.remember(version, cause);
      throw cause;
    }
  };

  return async (one: Drawing, signal: AbortSignal): Promise<EncodedImage> => {
    const key = keyOf(one.version, one.wanted);
    const kept = await cache.get(key);
    if (kept) return { bytes: kept, contentType: CONTENT_TYPES[one.wanted.format] };
    return drawing.run(key, signal, async (shared) => {
      const drawn = await limiter.run(() => draw(one, shared), shared);
      await cache.put(key, drawn.bytes);
      return drawn;
    });
  };
}

function absent(cause: unknown): undefined {
  if (cause instanceof ServiceError && cause.code === 'not-found') return undefined;
  throw cause;
}
