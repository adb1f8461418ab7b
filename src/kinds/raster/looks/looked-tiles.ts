import { createLimiter } from '../../../concurrency/index.ts';
import type { MemoryShare } from '../../../memory/index.ts';
import { createDrawnPictures, type EncodedImage, type ImageFormat, type MapGrid } from '../../../render/index.ts';
import type { CogFacts } from '../cog/cog-facts.ts';
import { TILE_SIDE, WORLD_HALF_METRES } from '../cog/mercator-grid.ts';
import { blankTile, type TileFormat } from '../draw/tile.ts';
import { planTile, type TileAddress } from '../draw/tile-plan.ts';
import { mapBytes } from '../maps/map-memory.ts';
import type { DrawnLook } from '../maps/raster-look.ts';
import type { RasterMaps } from '../maps/raster-maps.ts';
import { RasterError } from '../raster-error.ts';
import type { RasterFile } from '../service/raster-tiles.ts';
import { levelKey, levelTile } from './level-tile.ts';

/** Map tiles of rasters in other looks than the usual one, drawn in the threads of maps. */
export interface LookedTiles {
  /** @throws RasterError */
  tile(
    file: RasterFile,
    facts: CogFacts,
    look: DrawnLook,
    request: LookedTile,
    signal?: AbortSignal,
  ): Promise<EncodedImage>;
  /** A picture of some area. @throws RasterError */
  picture(file: RasterFile, look: DrawnLook, request: LookedPicture, signal?: AbortSignal): Promise<EncodedImage>;
}

export interface LookedPicture {
  /** West, south, east and north in metres of Web Mercator. */
  readonly box: MapGrid['box'];
  /** Pixels along the longer side. */
  readonly longestSide: number;
  readonly format: ImageFormat;
}

export interface LookedTile extends TileAddress {
  readonly format: TileFormat;
}

export interface LookedTileOptions {
  readonly maps: Pick<RasterMaps, 'encode'>;
  /** Pictures drawn at the same time. */
  readonly drawnAtOnce: number;
  /** Bytes of drawn tiles kept in memory. */
  readonly cachedBytes: number;
  /** For pictures. Default: unlimited */
  readonly memory?: Pick<MemoryShare, 'run'>;
}

/** As many as of the usual look. */
const WAITING = 1000;

export function createLookedTiles({ maps, drawnAtOnce, cachedBytes, memory }: LookedTileOptions): LookedTiles {
  const limiter = createLimiter(
    drawnAtOnce,
    WAITING,
    () => new RasterError('limit', 'Too many pictures are waiting to be drawn; ask again in a moment.'),
  );
  const drawn = createDrawnPictures(cachedBytes);

  const inMemory = <T>(bytes: number, work: () => Promise<T>, signal: AbortSignal): Promise<T> =>
    memory === undefined ? work() : memory.run(bytes, work, { signal });

  const draw = (file: RasterFile, look: DrawnLook, grid: MapGrid, format: ImageFormat, signal: AbortSignal) => {
    // Memory first: work that waits for it takes no place from work that has it.
    const bytes = mapBytes(grid, { keptLayers: 0, hasNumbers: true });
    const encode = () => maps.encode([{ file, grid, style: look }], null, format, signal);
    return inMemory(bytes, () => limiter.run(encode, signal), signal);
  };

  return {
    async tile(file, facts, look, { format: wanted, ...address }, signal) {
      const format = formatOf(facts, look, wanted);
      if (planTile(facts, address).kind === 'outside') {
        const isFilled = typeof look === 'object' && look.kind === 'heights';
        if (!isFilled) return blankTile(sideOf(address), format);
        const side = sideOf(address);
        // Everybody may ask for any height: it is encoded in turn, as the others are.
        return drawn.getOrDraw(levelKey(look, side), signal, (joined) =>
          limiter.run(() => levelTile(look, side), joined),
        );
      }
      const { z, x, y, scale } = address;
      const key = JSON.stringify([file.path, file.version, look, z, x, y, scale, format]);
      return drawn.getOrDraw(key, signal, (joined) => draw(file, look, gridOf(address), format, joined));
    },

    async picture(file, look, { box, longestSide, format }, signal) {
      const key = JSON.stringify([file.path, file.version, look, box, longestSide, format]);
      return drawn.getOrDraw(key, signal, (joined) => draw(file, look, gridIn(box, longestSide), format, joined));
    },
  };
}

/** Without a wish: numbers in colours are kept as they are, colours of a file that has lost some already are not. */
function formatOf({ compression }: CogFacts, look: DrawnLook, wanted: TileFormat): ImageFormat {
  if (wanted !== 'best') return wanted;
  return compression === 'jpeg' && typeof look === 'object' && look.kind === 'bands' ? 'webp' : 'png';
}

const sideOf = ({ scale }: TileAddress): number => TILE_SIDE * scale;

function gridOf(address: TileAddress): MapGrid {
  const side = (2 * WORLD_HALF_METRES) / 2 ** address.z;
  const [west, north] = [address.x * side - WORLD_HALF_METRES, WORLD_HALF_METRES - address.y * side];
  const pixels = sideOf(address);
  return { crs: 'EPSG:3857', box: [west, north - side, west + side, north], width: pixels, height: pixels };
}

function gridIn(box: MapGrid['box'], longestSide: number): MapGrid {
  const [west, south, east, north] = box;
  const longest = Math.max(east - west, north - south);
  const pixels = (metres: number): number => Math.max(1, Math.round((metres / longest) * longestSide));
  return { crs: 'EPSG:3857', box, width: pixels(east - west), height: pixels(north - south) };
}
