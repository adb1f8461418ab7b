import { rasterFamily } from '../../formats/raster/index.ts';
import { cogOutput } from '../../builds/outputs/cog.ts';
import { rasterDrawer } from '../../raster/thumbnails/raster.ts';
import { alignRaster } from '../../tools/align-raster/align-raster.ts';
import { mergeMultispectral } from '../../tools/merge-multispectral/merge-multispectral.ts';
import { createRasterExport } from '../../tools/raster-export/raster-export.ts';
import type { Kind } from '../kind.ts';

/** Orthophotos, elevation models, multispectral rasters, and every other picture with a place on Earth. */
export const raster: Kind = {
  name: 'raster',
  families: [rasterFamily],
  outputs: [cogOutput],
  drawer: ({ tiles }) => rasterDrawer(tiles),
  tools: ({ maxExportSizeBytes = Infinity, maxEstimatedOutputBytesPerSubmit }) => [
    alignRaster,
    mergeMultispectral,
    // The grid of an export may be known only when it is made: then, too, it has no more bytes than a task may make.
    createRasterExport(Math.min(maxExportSizeBytes, maxEstimatedOutputBytesPerSubmit)),
  ],
};
