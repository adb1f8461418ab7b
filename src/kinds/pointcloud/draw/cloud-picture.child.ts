import { OperationRefusal } from '../../../engine/for-children.ts';
import { encodeCanvas, type EncodedImage, type ImageFormat } from '../../../render/index.ts';
import { CopcError } from '../copc/copc-reader.ts';
import { LazError } from '../laz/codec.ts';
import { drawFromAbove, drawTile, type NoTile } from './draw-cloud.ts';
import { createOpenClouds } from './open-clouds.ts';
import type { TileOfWorld } from './view.ts';

/** A picture of a COPC that is wanted. */
export interface CloudPictureOrder {
  readonly path: string;
  /** Changes with the file. */
  readonly version: string;
  /** A map tile, or all of the cloud with so many pixels along the longer side. */
  readonly shows: TileOfWorld | { readonly longestSide: number };
  readonly format: ImageFormat;
}

/** Owner of what this child has read of clouds; it goes with the child. */
const clouds = createOpenClouds();

/**
 * Draws a point cloud.
 *
 * It is done in a child, and not in a thread of the service as maps of rasters are: a sound COPC is served as it was uploaded, so
 * its chunks, its hierarchy and the text of its CRS, which PROJ reads, are those of a stranger. A child has a limit of memory and time,
 * and whatever it does to itself the service goes on.
 *
 * @returns why there is no such tile
 */
export default async function cloudPicture({
  path,
  version,
  shows,
  format,
}: CloudPictureOrder): Promise<EncodedImage | NoTile> {
  try {
    const canvas = await clouds.use({ path, version }, (cloud) =>
      'longestSide' in shows ? drawFromAbove(cloud, shows.longestSide) : drawTile(cloud, shows),
    );
    return typeof canvas === 'string' ? canvas : await encodeCanvas(canvas, format);
  } catch (error) {
    if (error instanceof CopcError || error instanceof LazError) throw new OperationRefusal(error.message);
    throw error;
  }
}
