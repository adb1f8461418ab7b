import type { GeoBounds } from '../../../geodata/geometry.ts';
import { worldX, worldY } from './grid.ts';

const LOWEST_DEEPEST = 5;
export const HIGHEST_DEEPEST = 18;
/** Square degrees of the globe, and tiles that the deepest zoom should have about. */
const GLOBE = 64_800;
const WANTED_TILES = 10_000;
/** Tiles of the deepest zoom in the box of the data, at most: a line around the globe has no area, but many tiles. */
const MAX_TILES = 2 ** 16;
/** Times that features are drawn at the deepest zoom, at most, or four times each: half a minute of work. */
const MAX_DRAWN = 2e6;
/** Features in a tile above which the next zoom is made too: some 60 bytes each, half of what a tile may have. */
const DENSE = 4000;

/** The deepest zoom by the area of the data alone: about 10,000 tiles, and 18 for a place without area. */
export function zoomByArea([west, south, east, north]: GeoBounds): number {
  const area = (east - west) * (north - south);
  if (!(area > 0)) return HIGHEST_DEEPEST;
  if (area >= GLOBE / 10) return LOWEST_DEEPEST;
  return clamp(Math.floor(0.5 * Math.log2((WANTED_TILES * GLOBE) / area)));
}

/** What a place holds. */
export interface Crowd {
  readonly features: number;
  /** Features in the fullest tile of the zoom by area, about. */
  readonly fullest: number;
  /** Sums over the features: width and height of their boxes, in worlds, and areas of the boxes of polygons. */
  readonly sides: number;
  readonly areas: number;
}

/**
 * The deepest zoom that is made: by area, one more each time its fullest tile would be too full, and fewer where the box of
 * the data has too many tiles, or features lie in too many of them.
 */
export function deepestZoom(bounds: GeoBounds | null, crowd: Crowd): number {
  if (bounds === null) return LOWEST_DEEPEST;
  const deeper = Math.ceil(Math.log2(Math.max(1, crowd.fullest / DENSE)) / 2);
  const most = Math.max(MAX_DRAWN, 4 * crowd.features);
  let zoom = clamp(zoomByArea(bounds) + deeper);
  while (zoom > LOWEST_DEEPEST && (tilesOf(bounds, zoom) > MAX_TILES || drawnAt(zoom, crowd) > most)) zoom -= 1;
  return zoom;
}

/** How often features are drawn at a zoom, about: once in each tile they reach. */
const drawnAt = (zoom: number, { features, sides, areas }: Crowd): number =>
  features + sides * 2 ** zoom + areas * 4 ** zoom;

const clamp = (zoom: number): number => Math.min(HIGHEST_DEEPEST, Math.max(LOWEST_DEEPEST, zoom));

/** Tiles of a zoom that a box touches. */
function tilesOf([west, south, east, north]: GeoBounds, zoom: number): number {
  const index = (world: number): number => Math.min(2 ** zoom - 1, Math.max(0, Math.floor(world * 2 ** zoom)));
  const columns = Math.min(2 ** zoom, index(worldX(east)) - index(worldX(west)) + 1);
  return columns * (index(worldY(south)) - index(worldY(north)) + 1);
}
