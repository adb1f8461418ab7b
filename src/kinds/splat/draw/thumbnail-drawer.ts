import { EntryType } from '../../../inspection/index.ts';
import type { Drawer } from '../../../thumbnails/index.ts';
import { splatPicture } from './operations.ts';
import { usualY } from './usual-up.ts';

/** Raised when pictures of splats are drawn differently. */
const SPLAT_STYLE = 'splat1-';

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
    engine.call(splatPicture, { path: built!.path, longestSide: size, format, y: usualY(path) }, { signal }),
});
