import { rasterFamily } from './recognize.ts';
import { cogOutput } from './cog-build/build.ts';
import { rasterCovers } from './covers.ts';
import { rasterDrawer } from './thumbnail-drawer.ts';
import { rasterTileDrawer } from './tile-drawer.ts';
import { alignRaster } from './align/tool.ts';
import { mergeMultispectral } from './merge-bands/tool.ts';
import { createRasterExport } from './export/tool.ts';
import { rasterZones } from './zones/tool.ts';
import { EntryType } from '../../inspection/index.ts';
import type { Kind } from '../kind.ts';

/** Orthophotos, elevation models, multispectral rasters, and every other picture with a place on Earth. */
export const raster: Kind = {
  name: 'raster',
  families: [rasterFamily],
  outputs: [cogOutput],
  drawer: ({ tiles, lookedTiles }) => rasterDrawer(tiles, lookedTiles),
  tiles: ({ tiles, lookedTiles }) => rasterTileDrawer(tiles, lookedTiles),
  covers: rasterCovers,
  viewer: { types: [EntryType.GeoRaster], opens: 'map' },
  tools: ({ maxExportSizeBytes = Infinity, maxEstimatedOutputBytesPerSubmit }) => [
    alignRaster,
    mergeMultispectral,
    rasterZones,
    // The grid of an export may be known only when it is made: then, too, it has no more bytes than a task may make.
    createRasterExport(Math.min(maxExportSizeBytes, maxEstimatedOutputBytesPerSubmit)),
  ],
};
