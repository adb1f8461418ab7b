import { EntryType } from '../../inspection/index.ts';
import { type Drawer, shrinkPicture } from '../../thumbnails/index.ts';

const TYPES: readonly number[] = [EntryType.Image, EntryType.GeoImage, EntryType.Panorama, EntryType.GeoPanorama];

/** Photos, panoramas and other pictures: upright by their EXIF orientation, JPEGs decoded at a fraction of their size. */
export const photoDrawer: Drawer = {
  draws: ({ type }) => TYPES.includes(type),
  version: ({ hash }) => `photo1-${hash}`,
  draw: ({ hash }, wanted, { engine, blobs }, signal) => shrinkPicture(blobs.locate(hash), wanted, engine, signal),
};
