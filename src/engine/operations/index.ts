/**
 * Everything a pool child can be asked for. Loaded by the children alone; the server's own process knows the types only.
 * To add one: a file here with a function from plain data to plain data, and a line below.
 */
import { imageFacts } from './image-facts.ts';
import { imageThumbnail } from './image-thumbnail.ts';
import { rasterDifference } from './raster-difference.ts';
import { rasterFacts } from './raster-facts.ts';
import { rasterStatistics } from './raster-statistics.ts';

export const operations = {
  'image-facts': imageFacts,
  'image-thumbnail': imageThumbnail,
  'raster-difference': rasterDifference,
  'raster-facts': rasterFacts,
  'raster-statistics': rasterStatistics,
};
