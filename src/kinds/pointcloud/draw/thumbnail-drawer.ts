import { EntryType } from '../../../inspection/index.ts';
import type { Drawer } from '../../../thumbnails/index.ts';
import { isEptTile } from '../ept/artifacts.ts';
import type { CloudPictures } from './cloud-pictures.ts';
import { CLOUD_STYLE, COPC_FILE } from './tile-drawer.ts';

/** Point clouds: all of the built COPC from above, in its own plane; so those without a CRS have a picture, too. */
export const cloudDrawer = (clouds: CloudPictures): Drawer => ({
  draws: ({ type, path }) => type === EntryType.PointCloud && !isEptTile(path),
  file: COPC_FILE,
  version: ({ file }) => (file === undefined ? null : `${CLOUD_STYLE}${file.version}`),
  draw: ({ file }, { size, format }, _, signal) => clouds.thumbnail(file!, size, format, signal),
});
