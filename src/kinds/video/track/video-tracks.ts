import { LRUCache } from 'lru-cache';
import type { BlobStore } from '../../../blobs/index.ts';
import { createSharedWork } from '../../../concurrency/index.ts';
import { baseName, type DatasetRef } from '../../../datasets/index.ts';
import { type Engine, EngineError, type EngineErrorCode } from '../../../engine/index.ts';
import { fail, type ServiceError } from '../../../errors/index.ts';
import { EntryType, type Neighbours, stemOf } from '../../../inspection/index.ts';
import { createFailures } from '../../../thumbnails/index.ts';
import { videoTrack } from './operations.ts';
import type { TrackPoint } from './track-points.ts';

/** Tells where videos were taken, moment by moment. */
export interface VideoTracks {
  /**
   * @param reach path that a share link is limited to: subtitles beside a video that was shared alone are not told
   * @throws ServiceError `invalid-input` for what is no video
   */
  find(dataset: DatasetRef, path: string, reach: string, signal: AbortSignal): Promise<TrackAnswer>;
}

export type TrackAnswer = ReturnType<typeof answerOf>;

/** Subtitles of hours are read in seconds. */
const TIMEOUT_MS = 30_000;
/** Fewer make no line. */
const FEWEST = 2;
/** A map asks for the tracks of all videos it shows, each time it opens; to read them anew takes seconds each. In points, some 8 MB. */
const KEPT_POINTS = 50_000;

export interface VideoTracksOptions {
  readonly blobs: Pick<BlobStore, 'locate'>;
  readonly engine: Engine;
  readonly entry: (
    dataset: DatasetRef,
    path: string,
  ) => Promise<{ readonly path: string; readonly type: number; readonly hash: string | null }>;
  /** The files beside one of a dataset. */
  readonly neighbours: (dataset: DatasetRef, path: string) => Neighbours;
}

export function createVideoTracks({ blobs, engine, entry, neighbours }: VideoTracksOptions): VideoTracks {
  type Points = readonly TrackPoint[];
  const shared = createSharedWork<Points>();
  const failures = createFailures();
  const kept = new LRUCache<string, Points>({ maxSize: KEPT_POINTS, sizeCalculation: ({ length }) => length + 1 });

  async function read(video: string, subtitles: string | null, signal: AbortSignal): Promise<Points> {
    // Files are stored by their content: one at a path is the same for ever.
    const key = `${video}\0${subtitles ?? ''}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    failures.throwKnown(key);
    return shared.run(key, signal, async (joined) => {
      const ask = engine.call(videoTrack, { video, subtitles }, { signal: joined, timeoutMs: TIMEOUT_MS });
      const points = await ask.catch((cause: unknown) => {
        if (!(cause instanceof EngineError) || cause.code === 'aborted' || cause.code === 'no-space') throw cause;
        const failure = explain(cause);
        // Half a minute of a child, or the child itself: not each time that a map opens.
        if (!PASSING.includes(cause.code)) failures.add(key, failure);
        throw failure;
      });
      kept.set(key, points);
      return points;
    });
  }

  return {
    async find(dataset, asked, reach, signal) {
      const { path, type, hash } = await entry(dataset, asked);
      if ((type !== EntryType.Video && type !== EntryType.GeoVideo) || hash === null)
        throw fail('invalid-input', `${path} is no video; only a video has a track.`);
      const names = ENDINGS.map((ending) => `${stemOf(baseName(path))}.${ending}`);
      const beside = path === reach ? undefined : await neighbours(dataset, path).find(names);
      const subtitles = names.map((name) => beside?.get(name)).find((file) => file !== undefined);
      const points = await read(blobs.locate(hash), subtitles?.path ?? null, signal);
      return answerOf(path, points.length < FEWEST ? [] : points);
    },
  };
}

const ENDINGS = ['srt', 'SRT', 'Srt'];

/** A line of GeoJSON, with the second of the video of each of its places; without a geometry where there is no track. */
const answerOf = (path: string, points: readonly TrackPoint[]) => ({
  type: 'Feature' as const,
  geometry:
    points.length === 0
      ? null
      : { type: 'LineString' as const, coordinates: points.map(({ position }) => withoutUnknown(position)) },
  properties: { path, seconds: points.map(({ at }) => at) },
});

const withoutUnknown = ([longitude, latitude, altitude]: TrackPoint['position']): number[] =>
  altitude === null ? [longitude, latitude] : [longitude, latitude, altitude];

/** They say nothing of the file. */
const PASSING: readonly EngineErrorCode[] = ['busy', 'ended'];

function explain(cause: EngineError): ServiceError {
  if (PASSING.includes(cause.code)) return fail('busy', cause.message, cause);
  if (cause.code === 'timeout')
    return fail('busy', 'Reading the track of the video takes too long now. Try again in some minutes.', cause);
  return fail('internal', 'The track of the video cannot be read.', cause);
}
