import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { encodeCanvas, type EncodedImage, type ImageFormat } from '../../../render/index.ts';
import { GEOREF } from '../build/artifacts.ts';
import { readCoarseScene } from './coarse-scene.ts';
import { drawScene } from './scene-picture.ts';

/** A picture of a RAD file that is wanted. */
export interface SplatPictureOrder {
  readonly path: string;
  /** Pixels along the longer side. */
  readonly longestSide: number;
  readonly format: ImageFormat;
  /** The side of y that is up in files of the format that it was built from. */
  readonly y: 1 | -1;
}

/** 262,144 splats: about one for each pixel of 512 x 512. They take 40 MB with all harmonics. */
const CHUNKS = 4;

/** Draws splats, in a child: what they hold comes from files of strangers. */
export default async function splatPicture({ path, longestSide, format, y }: SplatPictureOrder): Promise<EncodedImage> {
  using file = openWindow(path);
  const { model, which } = readCoarseScene(file, CHUNKS);
  // Heights on Earth are along z.
  const isZ = existsSync(join(dirname(path), GEOREF.path));
  return await encodeCanvas(drawScene(model, which, longestSide, { isZ, y }), format);
}
