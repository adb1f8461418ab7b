import type { OutputFile } from '../../../builds/index.ts';
import { createLimiter } from '../../../concurrency/index.ts';
import { type Engine, EngineError, type EngineErrorCode } from '../../../engine/index.ts';
import { fail, type ServiceError } from '../../../errors/index.ts';
import { createDrawnPictures, type EncodedImage, type ImageFormat } from '../../../render/index.ts';
import { createFailures, explainDrawing } from '../../../thumbnails/index.ts';
import type { CloudPictureOrder } from './cloud-picture.child.ts';
import { cloudPicture } from './operations.ts';
import type { TileOfWorld } from './view.ts';

/** Map tiles and thumbnails of built COPCs, drawn in children. Every call throws `ServiceError`, or what its signal was aborted with. */
export interface CloudPictures {
  /** @throws `not-found` for a tile that the grid does not have, and for a cloud without a place on Earth */
  tile(file: OutputFile, tile: TileOfWorld, format: ImageFormat, signal: AbortSignal): Promise<EncodedImage>;
  /** All of a cloud from above. */
  thumbnail(file: OutputFile, longestSide: number, format: ImageFormat, signal: AbortSignal): Promise<EncodedImage>;
}

/** A map view asks for about 40 tiles: views of 25 users at once. */
const WAITING_AT_MOST = 1000;
/** A picture of two million points takes a second or two on a machine that has nothing else to do. */
const TIMEOUT_MS = 30_000;
/** The deepest zoom served: a pixel of 0.1 mm at the equator. */
const MAX_ZOOM = 30;

/** @param options.cachedBytes of drawn tiles that are kept in memory */
export function createCloudPictures({
  engine,
  cachedBytes,
}: {
  readonly engine: Pick<Engine, 'call' | 'load'>;
  readonly cachedBytes: number;
}): CloudPictures {
  // One child at least is left to those who wait for other answers.
  const atOnce = Math.max(1, engine.load().children - 1);
  const limiter = createLimiter(atOnce, WAITING_AT_MOST, () =>
    fail('busy', 'Too many pictures are waiting to be drawn; ask again in a moment.'),
  );
  const drawn = createDrawnPictures(cachedBytes);
  const failures = createFailures();

  async function draw(order: CloudPictureOrder, signal: AbortSignal): Promise<EncodedImage> {
    failures.throwKnown(order.version);
    const ask = () => engine.call(cloudPicture, order, { signal, timeoutMs: TIMEOUT_MS });
    const picture = await limiter.run(ask, signal).catch((cause: unknown) => {
      const failure = explain(cause);
      // A minute of a child, or the child itself: not for each tile of a map anew.
      if (isCostly(cause)) failures.add(order.version, failure);
      throw failure;
    });
    if (picture === 'outside') throw fail('not-found', 'The point cloud lies beside this tile.');
    if (picture === 'no-place')
      throw fail('not-found', 'The point cloud names no coordinate reference system that has a place on the map.');
    return picture;
  }

  return {
    async tile({ path, version }, shows, format, signal) {
      requireTile(shows);
      const { z, x, y, scale } = shows;
      const key = `${version}/${z}/${x}/${y}@${scale}.${format}`;
      return drawn.getOrDraw(key, signal, (joined) =>
        draw({ path, version, shows: { z, x, y, scale }, format }, joined),
      );
    },
    thumbnail: ({ path, version }, longestSide, format, signal) =>
      draw({ path, version, shows: { longestSide }, format }, signal),
  };
}

function requireTile({ z, x, y }: TileOfWorld): void {
  if (z > MAX_ZOOM) throw fail('not-found', `Zoom ${z} is not a whole number from 0 to ${MAX_ZOOM}.`);
  const last = 2 ** z - 1;
  if (x > last || y > last)
    throw fail('not-found', `Zoom ${z} has the tiles 0 to ${last} on each side; ${x}, ${y} is not one.`);
}

/** Says why a cloud could not be drawn; what was aborted, or asked at a bad moment, is thrown on. */
function explain(cause: unknown): ServiceError {
  if (!(cause instanceof EngineError) || PASSING.includes(cause.code)) return explainDrawing(cause);
  if (cause.code === 'timeout')
    return fail('busy', 'Drawing the point cloud takes too long now. Try again later.', cause);
  return fail('internal', 'The built point cloud cannot be read. Ask for a rebuild of the file.', cause);
}

/** They say nothing of the file. */
const PASSING: readonly EngineErrorCode[] = ['aborted', 'busy', 'ended'];

const isCostly = (cause: unknown): boolean =>
  cause instanceof EngineError && ['timeout', 'memory', 'crashed'].includes(cause.code);
