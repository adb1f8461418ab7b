import { MAX_ZOOM, TILE_SIDE, worldPixels } from '../cog/mercator-grid.ts';
import type { CogFacts, CogLevel } from '../cog/cog-facts.ts';
import { RasterError } from '../raster-error.ts';
import { blockParts, coveredWindow } from './block-parts.ts';
import type { BlockPart } from './block-parts.ts';

/** A tile of the WebMercatorQuad grid: x from the west, y from the north. Scale 2 is the same area in 512 pixels. */
export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly scale: 1 | 2;
}

/** Parts of one level's blocks, and the canvas of that level's pixels they are painted on. */
export interface CanvasPlan {
  /** Index into the facts' levels. */
  readonly level: number;
  readonly width: number;
  readonly height: number;
  readonly parts: readonly BlockPart[];
}

/** How a tile of `size` x `size` pixels comes about. Plain data, decided from the facts alone. */
export type TilePlan =
  /** The raster does not touch the tile. */
  | { readonly kind: 'outside'; readonly size: number }
  /** The tile is exactly one stored block, the whole of it within the raster. */
  | { readonly kind: 'stored block'; readonly size: number; readonly canvas: CanvasPlan }
  /** The level of the tile's own zoom is painted at its place; the canvas is the tile. */
  | { readonly kind: 'compose'; readonly size: number; readonly canvas: CanvasPlan }
  /**
   * Deeper than the full resolution: the canvas is enlarged. The tile's corner lies at (left, top) on the canvas, in
   * pixels that may be fractions, and one tile pixel is `step` canvas pixels wide (step < 1).
   */
  | {
      readonly kind: 'over-zoom';
      readonly size: number;
      readonly canvas: CanvasPlan;
      readonly left: number;
      readonly top: number;
      readonly step: number;
    }
  /**
   * No level of the tile's zoom: the canvas, of the next finer level, is averaged. `factor` canvas pixels make one
   * tile pixel on each axis, and the canvas' corner lies (left, top) canvas pixels from the tile's. On the tile that is
   * the whole world the canvas may reach past the eastern edge, and comes in again at the western.
   */
  | {
      readonly kind: 'under-zoom';
      readonly size: number;
      readonly canvas: CanvasPlan;
      readonly left: number;
      readonly top: number;
      readonly factor: number;
    };

/**
 * Decides how a tile is drawn.
 * @throws RasterError `out of range` when the grid has no such tile
 */
export function planTile({ levels }: Pick<CogFacts, 'levels'>, address: TileAddress): TilePlan {
  checkAddress(address);
  const size = TILE_SIDE * address.scale;
  // A tile of scale 2 has the pixels of the next deeper zoom.
  const zoom = address.z + (address.scale - 1);
  const left = address.x * size;
  const top = address.y * size;
  const found = levels.findLastIndex((level) => level.zoom >= zoom);
  if (found === -1) return planOverZoom(levels[0], size, 2 ** (levels[0].zoom - zoom), left, top);
  const level = levels[found]!;
  return level.zoom === zoom
    ? planSameZoom(level, found, size, left, top)
    : planUnderZoom(level, found, size, 2 ** (level.zoom - zoom), left, top);
}

function planSameZoom(level: CogLevel, index: number, size: number, left: number, top: number): TilePlan {
  const parts = blockParts(level, { left, top, width: size, height: size });
  const [first] = parts;
  if (first === undefined) return { kind: 'outside', size };
  const isWhole = first.width === size && first.height === size;
  const isBlock = level.blockWidth === size && level.blockHeight === size && first.blockX === 0 && first.blockY === 0;
  const canvas = { level: index, width: size, height: size, parts };
  return { kind: isWhole && isBlock ? 'stored block' : 'compose', size, canvas };
}

function planOverZoom(level: CogLevel, size: number, step: number, tileLeft: number, tileTop: number): TilePlan {
  const west = tileLeft * step;
  const north = tileTop * step;
  // One pixel more on each side: interpolation at the tile's edge looks at the neighbour, so that tiles meet unseen.
  const left = Math.floor(west) - 1;
  const top = Math.floor(north) - 1;
  const width = Math.ceil(west + size * step) + 1 - left;
  const height = Math.ceil(north + size * step) + 1 - top;
  const parts = blockParts(level, { left, top, width, height });
  if (parts.length === 0) return { kind: 'outside', size };
  return {
    kind: 'over-zoom',
    size,
    canvas: { level: 0, width, height, parts },
    left: west - left,
    top: north - top,
    step,
  };
}

function planUnderZoom(
  level: CogLevel,
  index: number,
  size: number,
  factor: number,
  tileLeft: number,
  tileTop: number,
): TilePlan {
  const side = size * factor;
  // A raster over the antimeridian lies at both edges of the world: taken in one piece, not with the world between.
  const from = side === worldPixels(level.zoom) ? level.left : tileLeft * factor;
  const all = blockParts(level, { left: from, top: tileTop * factor, width: side, height: side });
  if (all.length === 0) return { kind: 'outside', size };
  // The tile's area may be millions of pixels wide at this level; the canvas is only what the raster covers of it.
  const { left: x, top, width, height } = coveredWindow(all);
  const parts = all.map((part) => ({ ...part, x: part.x - x, y: part.y - top }));
  const left = from + x - tileLeft * factor;
  return { kind: 'under-zoom', size, canvas: { level: index, width, height, parts }, left, top, factor };
}

function checkAddress({ z, x, y, scale }: TileAddress): void {
  if (scale !== 1 && scale !== 2) throw new RasterError('out of range', 'Tiles are drawn at scale 1 and 2.');
  if (!Number.isInteger(z) || z < 0 || z > MAX_ZOOM) {
    throw new RasterError('out of range', `Zoom ${z} is not a whole number from 0 to ${MAX_ZOOM}.`);
  }
  const last = 2 ** z - 1;
  const inGrid = (value: number) => Number.isInteger(value) && value >= 0 && value <= last;
  if (!inGrid(x) || !inGrid(y)) {
    throw new RasterError('out of range', `Zoom ${z} has the tiles 0 to ${last} on each side; ${x}, ${y} is not one.`);
  }
}
