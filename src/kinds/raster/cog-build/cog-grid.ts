import { HALF_WORLD } from '../../../geodata/web-mercator.ts';
import type { MercatorExtent } from '../../../geodata/placement.ts';

/**
 * The pixel grid of a COG: WebMercatorQuad, 256 pixels a tile. Full resolution and all overviews begin and end at tile
 * borders of their zooms, so that every block of every level is one whole tile; what the raster does not cover is padding
 * that takes no room in the file (sparse blocks).
 */
export interface CogGrid {
  /** Zoom of the full resolution. */
  readonly zoom: number;
  /** Overviews, each exactly half of the one before; the last is at `zoom - overviews`. */
  readonly overviews: number;
  /** Borders in metres of EPSG:3857. `maxX` is beyond the world when the raster crosses the antimeridian. */
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
  /** In pixels of the full resolution. */
  readonly width: number;
  readonly height: number;
  /** Whole turns of the world between the raster's own longitudes and this grid: 0 but for rasters west of -180. */
  readonly turns: number;
}

export const TILE = 256;
const WORLD = 2 * HALF_WORLD;

/** At 30 a pixel is 0.15 mm. */
const MAX_ZOOM = 30;
/** A source up to this much finer than a zoom still counts as that zoom: one more would cost four times the pixels. */
const RESOLUTION_SLACK = 0.01;
/**
 * Overviews are made until the raster itself has no more pixels a side than this: two tiles. Deeper ones would mostly be
 * padding, and smaller zooms are quickly drawn from so few blocks.
 */
const COARSEST_SIDE = 512;
/** A border this close to a tile's, in pixels, is on it: rounding must not add a row of empty tiles. */
const BORDER_SLACK = 0.01;
/** 4 Mi blocks: 32 MB of block index, an image of 524,288 pixels square. */
export const MAX_BLOCKS = 2 ** 22;

/** Metres of a pixel at a zoom. */
const resolutionAt = (zoom: number): number => WORLD / TILE / 2 ** zoom;

/** The grid for a raster, never coarser than its finest pixel. Null when it would have more blocks than can be indexed. */
export function cogGrid(extent: MercatorExtent): CogGrid | null {
  const zoom = zoomFor(extent.resolution);
  const side = Math.max(extent.maxX - extent.minX, extent.maxY - extent.minY) / resolutionAt(zoom);
  const overviews = Math.min(zoom, Math.max(0, Math.ceil(Math.log2(side / COARSEST_SIDE))));
  // A raster at the limit is aligned at fewer levels rather than refused for its padding.
  for (let aligned = overviews; aligned >= 0; aligned -= 1) {
    const grid = alignedGrid(extent, zoom, overviews, aligned);
    if ((grid.width / TILE) * (grid.height / TILE) <= MAX_BLOCKS) return grid;
  }
  return null;
}

function zoomFor(resolution: number): number {
  const exact = Math.log2(resolutionAt(0) / (resolution * (1 + RESOLUTION_SLACK)));
  return Math.min(MAX_ZOOM, Math.max(0, Math.ceil(exact)));
}

function alignedGrid(extent: MercatorExtent, zoom: number, overviews: number, aligned: number): CogGrid {
  const resolution = resolutionAt(zoom);
  const unit = TILE * 2 ** aligned;
  const down = (metres: number): number => Math.floor(metres / resolution / unit + BORDER_SLACK / unit) * unit;
  const up = (metres: number): number => Math.ceil(metres / resolution / unit - BORDER_SLACK / unit) * unit;
  const world = TILE * 2 ** zoom;
  const around = Math.floor((extent.minX + HALF_WORLD) / WORLD + BORDER_SLACK / world);
  const west = down(extent.minX + HALF_WORLD - around * WORLD);
  const east = Math.max(west + unit, up(extent.maxX + HALF_WORLD - around * WORLD));
  // Around a pole a raster is nearly as wide as the world, and whole tiles on both sides would make it wider.
  const wide = extent.maxX - extent.minX >= WORLD - resolution || east - west > world;
  const [left, right, turns] = wide ? [0, world, 0] : [west, east, around];
  const top = Math.max(0, down(HALF_WORLD - extent.maxY));
  const bottom = Math.min(world, Math.max(top + unit, up(HALF_WORLD - extent.minY)));
  return {
    zoom,
    overviews,
    minX: left * resolution - HALF_WORLD,
    maxX: right * resolution - HALF_WORLD,
    minY: HALF_WORLD - bottom * resolution,
    maxY: HALF_WORLD - top * resolution,
    width: right - left,
    height: bottom - top,
    turns,
  };
}
