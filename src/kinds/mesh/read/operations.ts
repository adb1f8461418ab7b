import type * as facts from './mesh-facts.child.ts';
import type * as materials from './mesh-materials.child.ts';
import { operation } from '../../../engine/index.ts';

/** What children do with meshes. */
export const meshFacts = operation<typeof facts>(import.meta.resolve('./mesh-facts.child.ts'));
export const meshMaterials = operation<typeof materials>(import.meta.resolve('./mesh-materials.child.ts'));
