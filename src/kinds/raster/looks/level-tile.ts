import { LRUCache } from 'lru-cache';
import { createCanvas, encodeCanvas, type EncodedImage } from '../../../render/index.ts';
import { fillHeights } from '../maps/height-colours.ts';
import type { HeightsLook } from '../maps/raster-look.ts';

/** For each encoding and size of tile, one tile of each height that is asked for; a few thousand bytes each. */
const tiles = new LRUCache<string, Promise<EncodedImage>>({ max: 100 });

/** The tile beside all heights: the same height everywhere. */
export function levelTile({ encoding, fill = 0 }: HeightsLook, size: number): Promise<EncodedImage> {
  const key = `${encoding} ${size} ${fill}`;
  const tile = tiles.get(key) ?? drawn({ encoding, fill }, size);
  tiles.set(key, tile);
  return tile;
}

function drawn(heights: Pick<HeightsLook, 'encoding' | 'fill'>, size: number): Promise<EncodedImage> {
  const canvas = createCanvas(size, size);
  fillHeights(heights, canvas.rgba);
  return encodeCanvas(canvas, 'png');
}
