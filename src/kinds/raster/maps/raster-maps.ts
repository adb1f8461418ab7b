import { availableParallelism } from 'node:os';
import { markShared } from '../../../bytes/index.ts';
import { createSharedWork, createThreads, ThreadError, type ThreadLoad } from '../../../concurrency/index.ts';
import type { Projections } from '../../../projections/index.ts';
import { fileVersion } from '../cog/byte-source.ts';
import type { Background, Canvas, EncodedImage, ImageFormat, MapGrid } from '../../../render/index.ts';
import { RasterError, type RasterErrorCode } from '../raster-error.ts';
import type { RasterFile } from '../service/raster-tiles.ts';
import { createPicturePlaces } from './picture-places.ts';
import type { LegendSize } from './draw-legend.ts';
import type * as mapThread from './map-thread.ts';
import type { DrawnLook } from './raster-look.ts';
import type { RasterStyle } from './raster-style.ts';

/** A raster on a grid, to be drawn. */
export interface RasterOnGrid {
  readonly file: RasterFile;
  readonly grid: MapGrid;
  readonly style: DrawnLook;
}

/** Pictures of built COGs in any grid, drawn in threads. Every call throws `RasterError`, or the file system's error. */
export interface RasterMaps {
  /**
   * The raster on the grid: transparent where it has nothing. Anyone who asks for the same meanwhile gets the same object,
   * which nobody changes.
   * @throws RangeError for a CRS that `Projections.find` does not find
   */
  draw(file: RasterFile, grid: MapGrid, style: DrawnLook, signal?: AbortSignal): Promise<Canvas>;
  /**
   * Puts pictures of one size on top of each other, the first one lowest, on a background or on nothing, and encodes them. A
   * raster is drawn by the thread that encodes it, which spares its pixels the way.
   * @throws RangeError for a CRS that `Projections.find` does not find
   */
  encode(
    layers: readonly (Canvas | RasterOnGrid)[],
    background: Background | null,
    format: ImageFormat,
    signal?: AbortSignal,
  ): Promise<EncodedImage>;
  /**
   * What the colours of a raster mean: a ramp with its values, or the bands that are drawn as red, green and blue.
   * @throws RasterError `out of range` for a side of more than 2048 pixels
   */
  legend(
    file: RasterFile,
    style: RasterStyle,
    size: LegendSize,
    format: ImageFormat,
    signal?: AbortSignal,
  ): Promise<EncodedImage>;
  /** Makes one thread ready, which then stays: a thread takes a second to load and compile what it draws with. */
  warmUp(): Promise<void>;
  load(): ThreadLoad;
  close(): Promise<void>;
}

export interface RasterMapLimits {
  /** Threads that draw. */
  readonly threads: number;
  /** Pictures that may wait for one; one more is refused. */
  readonly waiting: number;
  /** Longest time of one picture. */
  readonly timeoutMs: number;
  /** Decoded blocks that each thread keeps. */
  readonly blockCacheBytes: number;
}

export const DEFAULT_MAP_LIMITS: RasterMapLimits = {
  threads: availableParallelism(),
  // Some ten seconds of pictures of a whole screen for two threads; nobody waits for his map any longer.
  waiting: 200,
  // The largest picture of the worst raster takes some ten seconds.
  timeoutMs: 60_000,
  // 128 blocks of 256 pixels: three maps of a whole screen.
  blockCacheBytes: 32 * 2 ** 20,
};

/** Creates the service. No thread is started before the first picture, or before `warmUp`. */
export function createRasterMaps({
  projections,
  limits,
}: {
  readonly projections: Projections;
  readonly limits?: Partial<RasterMapLimits>;
}): RasterMaps {
  const { blockCacheBytes, ...pool } = { ...DEFAULT_MAP_LIMITS, ...limits };
  const data: mapThread.MapThreadData = { blockCacheBytes };
  const threads = createThreads<typeof mapThread>({
    module: new URL('./map-thread.ts', import.meta.url),
    ...pool,
    kept: 1,
    data,
  });
  let isClosed = false;
  const drawings = createSharedWork<Canvas>();
  const pictures = createSharedWork<EncodedImage>(({ bytes }) => markShared(bytes));

  async function taskOf(order: RasterOnGrid, signal: AbortSignal | undefined): Promise<mapThread.DrawTask> {
    const { file, grid, style } = await versioned(order);
    return { ...file, style, control: await createPicturePlaces(grid, projections, signal) };
  }

  return {
    async draw(file, grid, style, signal) {
      const order = await versioned({ file, grid, style });
      return drawings.run(JSON.stringify(order), signal, async (joined) =>
        threads
          .run('draw', await taskOf(order, joined), { signal: joined })
          .catch((error: unknown) => rethrow(error, joined)),
      );
    },
    async encode(layers, background, format, signal) {
      const orders = await Promise.all(layers.filter(isOrder).map(versioned));
      const make = async (waiting?: AbortSignal): Promise<EncodedImage> => {
        const tasks = await Promise.all(layers.map(async (layer) => (isOrder(layer) ? taskOf(layer, waiting) : layer)));
        return threads
          .run('encode', { layers: tasks, background, format }, { signal: waiting })
          .catch((error: unknown) => rethrow(error, waiting));
      };
      // Pixels have no name by which equal ones could be told.
      if (orders.length < layers.length) return make(signal);
      return pictures.run(JSON.stringify([orders, background, format]), signal, make);
    },
    async legend(file, style, size, format, signal) {
      const { path, version = await fileVersion(path) } = file;
      const task = { path, version, style, size, format };
      return threads.run('legend', task, { signal }).catch((error: unknown) => rethrow(error, signal));
    },
    warmUp: () =>
      threads.run('warmUp', undefined).catch((error: unknown) => {
        if (!isClosed) throw error;
      }),
    load: () => threads.load(),
    close() {
      isClosed = true;
      return threads.close();
    },
  };
}

const isOrder = (layer: Canvas | RasterOnGrid): layer is RasterOnGrid => 'file' in layer;

async function versioned({ file, grid, style }: RasterOnGrid) {
  const { path, version = await fileVersion(path) } = file;
  return { file: { path, version }, grid, style };
}

const CODES: readonly string[] = [
  'invalid',
  'unsupported',
  'limit',
  'out of range',
  'closed',
] satisfies RasterErrorCode[];

/** In the words of this module. */
function rethrow(error: unknown, signal: AbortSignal | undefined): never {
  if (!(error instanceof ThreadError)) throw error;
  const { code, reason = '', message } = error;
  signal?.throwIfAborted();
  if (code === 'busy') throw new RasterError('limit', 'Too many maps are waiting to be drawn; ask again in a moment.');
  if (code === 'timeout') throw new RasterError('limit', 'The map took too long to be drawn. Ask for a smaller one.');
  if (CODES.includes(reason)) throw new RasterError(reason as RasterErrorCode, message, { cause: error });
  if (reason === 'ENOENT') throw Object.assign(new Error(message, { cause: error }), { code: reason });
  throw error;
}
