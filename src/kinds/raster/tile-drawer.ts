import { EntryType } from '../../inspection/index.ts';
import type { TileDrawer } from '../../thumbnails/index.ts';
import { COG_FILE } from './cog-build/artifacts.ts';
import { explain } from './picture.ts';
import type { RasterTiles } from './service/raster-tiles.ts';

/** Tiles of the built COG. */
export const rasterTileDrawer = (tiles: RasterTiles): TileDrawer => ({
  draws: (type) => type === EntryType.GeoRaster,
  file: COG_FILE,
  subject: 'The raster',
  style: '',
  tile: (file, position, signal) => tiles.tile(file, position, signal).catch(explain),
});
