import { MAX_ZOOM, TILE_SIDE, WORLD_HALF_METRES, worldPixels } from '../cog/mercator-grid.ts';
import type { TileAddress } from '../draw/tile-plan.ts';
import type { MapGrid } from '../../../render/index.ts';

/** Pixels that a box may be off: clients write coordinates with few decimals. */
const TOLERANCE = 0.01;

/**
 * The map tile that a grid is, which `RasterTiles.tile` answers with what is stored: 256 pixels in EPSG:3857 at a place of the
 * tile grid, or 512 with twice the detail. Null for any other picture.
 */
export function alignedTile({ crs, box: [minX, minY, maxX, maxY], width, height }: MapGrid): TileAddress | null {
  const scale = width / TILE_SIDE;
  if (crs !== 'EPSG:3857' || width !== height || (scale !== 1 && scale !== 2)) return null;
  const world = 2 * WORLD_HALF_METRES;
  const z = rounded(Math.log2(world / (maxX - minX)));
  if (!(z >= 0 && z <= MAX_ZOOM)) return null;
  const side = world / 2 ** z;
  const [x, y] = [(minX + WORLD_HALF_METRES) / side, (WORLD_HALF_METRES - maxY) / side];
  const tile = { z, x: rounded(x), y: rounded(y), scale } as const;
  const edges = [x - tile.x, y - tile.y, (maxX - minX) / side - 1, (maxY - minY) / side - 1];
  if (edges.some((off) => !(Math.abs(off) * width < TOLERANCE))) return null;
  // Beyond the edges of the world a raster may show again; no tile does.
  const last = worldPixels(z) / TILE_SIDE - 1;
  return [tile.x, tile.y].every((number) => number >= 0 && number <= last) ? tile : null;
}

/** Without the zero that is less than zero, which no address has. */
const rounded = (value: number): number => Math.round(value) + 0;
