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
export type { FileFacts, PointGeometry, PolygonGeometry, Position3D } from './file-facts.ts';
export { type FileToInspect, inspectFile } from './inspect.ts';
export type { Requirements } from './requirement.ts';
export { requiredFiles } from './requirements.ts';
export type { NeighbourFile, Neighbours } from './neighbours.ts';
export { drawVectorFile, lendVectorFile } from './vector/drawing.ts';
export { lendRaster } from './raster/lend.ts';
