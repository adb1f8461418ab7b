import { EntryType } from '../../../inspection/index.ts';
import type { Drawer } from '../../../thumbnails/index.ts';
import { splatPicture } from './operations.ts';

/** Raised when pictures of splats are drawn differently. */
const SPLAT_STYLE = 'splat1-';

/** SPZ has y up by its specification; files of the other formats have the axes of a camera, with y down. */
const Y_UP = /\.spz$/i;

/**
 * Gaussian splats: the coarse levels of the built RAD, from obliquely above.
 *
 * @param file of the output that it is in, as `gsplat/model.rad`
 */
export const splatDrawer = (file: string): Drawer => ({
  draws: ({ type }) => type === EntryType.GaussianSplat,
  file,
  version: ({ file: built }) => (built === undefined ? null : `${SPLAT_STYLE}${built.version}`),
  draw: ({ path, file: built }, { size, format }, { engine }, signal) =>
    engine.call(
      splatPicture,
      { path: built!.path, longestSide: size, format, y: Y_UP.test(path) ? 1 : -1 },
      { signal },
    ),
});
