import { availableParallelism } from 'node:os';
import { fileVersion } from '../cog/byte-source.ts';
import type { CogFacts } from '../cog/cog-facts.ts';
import { createDrawnPictures, type EncodedImage, type ImageFormat } from '../../../render/index.ts';
import { thumbnailBytes, tileBytes } from '../draw/picture-bytes.ts';
import { drawThumbnail } from '../draw/thumbnail.ts';
import type { GeographicBounds } from '../draw/thumbnail.ts';
import { drawTile, readStoredJpeg } from '../draw/tile.ts';
import type { TileFormat } from '../draw/tile.ts';
import { planTile } from '../draw/tile-plan.ts';
import type { TileAddress } from '../draw/tile-plan.ts';
import { RasterError } from '../raster-error.ts';
import { createLimiter } from '../../../concurrency/index.ts';
import type { MemoryShare } from '../../../memory/index.ts';
import { createOpenCogs } from './open-cogs.ts';
import type { Hold } from './open-cogs.ts';

/** A built COG. */
export interface RasterFile {
  readonly path: string;
  /** Changes with every build. Given, it spares asking the file system for size and time at each call. */
  readonly version?: string;
}

export interface TileRequest extends TileAddress {
  readonly format: TileFormat;
}

export interface ThumbnailRequest {
  /** Pixels, 16 to 2048. */
  readonly longestSide: number;
  readonly format: ImageFormat;
  /** Where the data lies; without it transparent margins are cut off. */
  readonly bounds?: GeographicBounds;
}

/** Map tiles and thumbnails of built COGs. Every call throws `RasterError`, or the file system's error. */
export interface RasterTiles {
  tile(file: RasterFile, request: TileRequest, signal?: AbortSignal): Promise<EncodedImage>;
  thumbnail(file: RasterFile, request: ThumbnailRequest, signal?: AbortSignal): Promise<EncodedImage>;
  facts(file: RasterFile, signal?: AbortSignal): Promise<CogFacts>;
  /** Lets go of a file that is deleted or replaced: its handles and its drawn tiles. */
  forget(path: string): void;
  /** Waits for the work under way and closes every file. */
  close(): Promise<void>;
}

export interface RasterLimits {
  /** Files kept open: a file handle each, and headers of 20 kB to some MB (16 bytes a block). */
  readonly openFiles: number;
  /** Pictures drawn at the same time; each holds its canvas and one decoded block. */
  readonly drawnAtOnce: number;
  /** Pictures waiting for their turn; one more is refused. */
  readonly waiting: number;
  /** Bytes of drawn pictures kept in memory. */
  readonly cachedBytes: number;
}

export const DEFAULT_RASTER_LIMITS: RasterLimits = {
  openFiles: 64,
  // Encoding runs in the thread pool, painting in the main thread: twice the cores keep both busy.
  drawnAtOnce: 2 * availableParallelism(),
  // A map view asks for about 40 tiles: views of 25 users at once.
  waiting: 1000,
  cachedBytes: 64 * 1024 * 1024,
};

/** Creates the service. It opens no file before the first call. @param options.memory for pictures; default: unlimited */
export function createRasterTiles(
  options: { readonly limits?: Partial<RasterLimits>; readonly memory?: Pick<MemoryShare, 'run'> } = {},
): RasterTiles {
  const limits = { ...DEFAULT_RASTER_LIMITS, ...options.limits };
  const cogs = createOpenCogs(limits.openFiles);
  const drawing = createLimiter(
    limits.drawnAtOnce,
    limits.waiting,
    () => new RasterError('limit', 'Too many pictures are waiting to be drawn; ask again in a moment.'),
  );
  const drawn = createDrawnPictures(limits.cachedBytes);

  const inMemory = <T>(bytes: number, work: () => Promise<T>, signal: AbortSignal): Promise<T> =>
    options.memory === undefined ? work() : options.memory.run(bytes, work, { signal });

  /**
   * @param bytes most that drawing takes
   * @param hold keeps the file open until the picture is drawn: other callers may wait for it after the first one has left
   */
  async function draw(
    key: string,
    bytes: number,
    signal: AbortSignal | undefined,
    hold: Hold,
    work: (signal: AbortSignal) => Promise<EncodedImage>,
  ): Promise<EncodedImage> {
    // Memory first: work that waits for it takes no place from work that has it.
    return drawn.getOrDraw(key, signal, (joined) =>
      hold(inMemory(bytes, () => drawing.run(() => work(joined), joined), joined)),
    );
  }

  return {
    async tile(file, { format, ...address }, signal) {
      const version = await versionOf(file);
      const { z, x, y, scale } = address;
      const key = `${file.path}\0${version}\0${z}/${x}/${y}@${scale}.${format}`;
      const kept = drawn.get(key);
      if (kept !== undefined) return kept;
      return cogs.use(file.path, version, async (cog, hold) => {
        const plan = planTile(cog.facts, address);
        const stored = await readStoredJpeg(cog, plan, signal);
        if (stored !== null && (format === 'best' || format === 'jpeg')) {
          // One read and a splice, so not queued. Kept, as a second read costs as much as all else of an answer.
          const image: EncodedImage = { bytes: stored, contentType: 'image/jpeg' };
          drawn.set(key, image);
          return image;
        }
        return draw(key, tileBytes(plan), signal, hold, (joined) => drawTile(cog, plan, stored, format, joined));
      });
    },

    async thumbnail(file, { longestSide, format, bounds }, signal) {
      const version = await versionOf(file);
      const key = `${file.path}\0${version}\0${longestSide} ${bounds?.join(' ') ?? ''}.${format}`;
      return cogs.use(file.path, version, (cog, hold) =>
        draw(key, thumbnailBytes(longestSide), signal, hold, (joined) =>
          drawThumbnail(cog, longestSide, format, bounds ?? null, joined),
        ),
      );
    },

    async facts(file, signal) {
      signal?.throwIfAborted();
      return cogs.use(file.path, await versionOf(file), (cog) => Promise.resolve(cog.facts));
    },

    forget(path) {
      cogs.forget(path);
      drawn.forget(`${path}\0`);
    },

    async close() {
      await cogs.close();
      drawn.forget('');
    },
  };
}

async function versionOf({ path, version }: RasterFile): Promise<string> {
  return version ?? (await fileVersion(path));
}
