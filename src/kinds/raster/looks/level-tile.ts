import { createCanvas, encodeCanvas, type EncodedImage } from '../../../render/index.ts';
import { fillWithZero } from '../maps/height-colours.ts';
import type { HeightEncoding } from '../maps/raster-look.ts';

/** One for each encoding and each of the two sizes of tiles. */
const tiles = new Map<string, Promise<EncodedImage>>();

/** The tile beside all heights: 0 everywhere. */
export function levelTile(encoding: HeightEncoding, size: number): Promise<EncodedImage> {
  const key = `${encoding} ${size}`;
  const tile = tiles.get(key) ?? drawn(encoding, size);
  tiles.set(key, tile);
  return tile;
}

function drawn(encoding: HeightEncoding, size: number): Promise<EncodedImage> {
  const canvas = createCanvas(size, size);
  fillWithZero(encoding, canvas.rgba);
  return encodeCanvas(canvas, 'png');
}
