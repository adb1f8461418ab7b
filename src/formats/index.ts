export {
  companionsOf,
  DEPENDENT_EXTENSIONS,
  dependantsOf,
  isFoundByName,
  NAMED_ENDINGS,
  needsOf,
  type Dependants,
} from './companions.ts';
export { EntryType } from './entry-type.ts';
export type { FileFacts, FormatFamily, PointGeometry, PolygonGeometry, Position3D } from './file-facts.ts';
export { createInspector, type FileToInspect, type Inspector } from './inspect.ts';
export type { Requirements } from './requirement.ts';
export type { NeighbourFile, Neighbours } from './neighbours.ts';
export { drawVectorFile, lendVectorFile } from './vector/drawing.ts';
export { lendRaster } from './raster/lend.ts';
