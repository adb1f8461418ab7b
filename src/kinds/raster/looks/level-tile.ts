import { createCanvas, encodeCanvas, type EncodedImage } from '../../../render/index.ts';
import { fillHeights } from '../maps/height-colours.ts';
import type { HeightsLook } from '../maps/raster-look.ts';

/** What makes one of these tiles another one: it is the same beside all rasters. */
export const levelKey = ({ encoding, fill = 0 }: HeightsLook, size: number): string =>
  JSON.stringify(['level', encoding, fill, size]);

/** The tile beside all heights: the same height everywhere. */
export function levelTile({ encoding, fill = 0 }: HeightsLook, size: number): Promise<EncodedImage> {
  const canvas = createCanvas(size, size);
  fillHeights({ encoding, fill }, canvas.rgba);
  return encodeCanvas(canvas, 'png');
}
