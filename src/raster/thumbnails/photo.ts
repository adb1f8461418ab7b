import { type Drawer, shrinkPicture } from './drawer.ts';

/** Photos, panoramas and other pictures: upright by their EXIF orientation, JPEGs decoded at a fraction of their size. */
export const photoDrawer: Drawer = {
  version: ({ hash }) => `photo1-${hash}`,
  draw: ({ hash }, wanted, { engine, blobs }, signal) => shrinkPicture(blobs.locate(hash), wanted, engine, signal),
};
