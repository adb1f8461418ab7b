/**
 * Everything a pool child can be asked for. Loaded by the children alone; the server's own process knows the types only.
 * To add one: a file here with a function from plain data to plain data, and a line below.
 */
import { imageFacts } from './image-facts.ts';
import { imageThumbnail } from './image-thumbnail.ts';
import { materialLibraryFacts, meshFacts, meshPlacement } from './mesh/index.ts';
import { pointCloudFacts } from './pointcloud/index.ts';
import { photoFacts } from './photo/photo-facts.ts';
import { rasterDifference } from './raster-difference.ts';
import { rasterFacts } from './raster-facts.ts';
import { rasterStatistics } from './raster-statistics.ts';
import { splatFacts } from './splat/index.ts';
import { tiles3dFacts } from './tiles3d/index.ts';
import { vectorDrawing } from './vector/vector-drawing.ts';
import { vectorFacts } from './vector/vector-facts.ts';
import { videoFacts } from './video/video-facts.ts';

export const operations = {
  'image-facts': imageFacts,
  'image-thumbnail': imageThumbnail,
  'mesh-facts': meshFacts,
  'mesh-materials': materialLibraryFacts,
  'mesh-placement': meshPlacement,
  'pointcloud-facts': pointCloudFacts,
  'photo-facts': photoFacts,
  'raster-difference': rasterDifference,
  'raster-facts': rasterFacts,
  'raster-statistics': rasterStatistics,
  'splat-facts': splatFacts,
  'tiles3d-facts': tiles3dFacts,
  'vector-drawing': vectorDrawing,
  'vector-facts': vectorFacts,
  'video-facts': videoFacts,
};
