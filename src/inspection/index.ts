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
export {
  type FileFacts,
  type FormatFamily,
  type PointGeometry,
  type PolygonGeometry,
  type Position3D,
  genericFacts,
  unplacedFacts,
} from './file-facts.ts';
export { createInspector, type FileToInspect, type Inspector } from './inspect.ts';
export type { Requirements } from './requirement.ts';
export { type NeighbourFile, type Neighbours, noNeighbours } from './neighbours.ts';
export type { Candidate, Signature } from './candidate.ts';
export { contentFault, isTooLarge } from './content-fault.ts';
export { examine, HEAD_BYTES, stemOf } from './detect.ts';
export { withNamedFiles } from './linked-files.ts';
export { PICTURE_EXTENSIONS } from './picture-extensions.ts';
export { geometriesOf, mismatch, spatialFacts, unreadable } from './spatial-facts.ts';
