import { pathInBuild } from '../../../builds/index.ts';
import { EntryType } from '../../../inspection/index.ts';
import type { TileDrawer } from '../../../thumbnails/index.ts';
import { COPC } from '../copc-build/artifacts.ts';
import { copcOutput } from '../copc-build/build.ts';
import type { CloudPictures } from './cloud-pictures.ts';

/** Raised when pictures of clouds are drawn differently. */
export const CLOUD_STYLE = 'cloud1-';
export const COPC_FILE = pathInBuild(copcOutput, COPC);

/** Tiles of the built COPC, seen from above. */
export const cloudTileDrawer = (clouds: CloudPictures): TileDrawer => ({
  draws: (type) => type === EntryType.PointCloud,
  file: COPC_FILE,
  subject: 'The point cloud',
  style: CLOUD_STYLE,
  tile: (file, { format, ...tile }, signal) =>
    // Points are as noisy as photographs, which WebP packs into a fifth of the bytes of PNG.
    clouds.tile(file, tile, format === 'best' ? 'webp' : format, signal),
});
