import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { encodeCanvas, type EncodedImage, type ImageFormat } from '../../../render/index.ts';
import { GEOREF } from '../build/artifacts.ts';
import { readCoarseScene } from './coarse-scene.ts';
import { drawScene } from './scene-picture.ts';

/** Request for a picture of a RAD file. */
interface SplatPictureOrder {
  readonly path: string;
  /** Longer side of the picture, in pixels. */
  readonly longestSide: number;
  readonly format: ImageFormat;
  /** Direction of up along y in files of the source format. */
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
