import type * as contents from './content-parts.child.ts';
import type * as subtree from './subtree-parts.child.ts';
import type * as facts from './tiles3d-facts.child.ts';
import type * as tileset from './tileset-parts.child.ts';
import { operation } from '../../../engine/index.ts';

/** What children do with 3D Tiles. */
export const tiles3dFacts = operation<typeof facts>(import.meta.resolve('./tiles3d-facts.child.ts'));
export const tilesetParts = operation<typeof tileset>(import.meta.resolve('./tileset-parts.child.ts'));
export const subtreeParts = operation<typeof subtree>(import.meta.resolve('./subtree-parts.child.ts'));
export const contentParts = operation<typeof contents>(import.meta.resolve('./content-parts.child.ts'));
