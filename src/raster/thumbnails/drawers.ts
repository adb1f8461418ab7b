import { EntryType } from '../../formats/index.ts';
import type { Drawer } from './drawer.ts';
import { photoDrawer } from './photo.ts';
import { documentDrawer, videoDrawer } from './program.ts';
import { rasterDrawer } from './raster.ts';
import { vectorDrawer } from './vector.ts';

/** Who draws entries of a type. Point clouds, models and splats get a line here with a file of their own beside these. */
const DRAWERS: Readonly<Partial<Record<number, Drawer>>> = {
  [EntryType.Image]: photoDrawer,
  [EntryType.GeoImage]: photoDrawer,
  [EntryType.Panorama]: photoDrawer,
  [EntryType.GeoPanorama]: photoDrawer,
  [EntryType.GeoRaster]: rasterDrawer,
  [EntryType.Vector]: vectorDrawer,
  [EntryType.Video]: videoDrawer,
  [EntryType.GeoVideo]: videoDrawer,
};

/** Who draws an entry; `undefined` for what has no thumbnail. */
export function drawerOf({ type, path }: { readonly type: number; readonly path: string }): Drawer | undefined {
  // Documents have no type of their own.
  if (type === EntryType.Generic && path.toLowerCase().endsWith('.pdf')) return documentDrawer;
  return DRAWERS[type];
}
