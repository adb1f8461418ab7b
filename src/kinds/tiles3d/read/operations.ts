import type * as facts from './tiles3d-facts.child.ts';
import { operation } from '../../../engine/index.ts';

/** What children do with archives of 3D Tiles. */
export const tiles3dFacts = operation<typeof facts>(import.meta.resolve('./tiles3d-facts.child.ts'));
