import { operation } from '../../../engine/index.ts';
import type * as placement from './mesh-placement.child.ts';

/** Finds where a model lies, in a child. */
export const meshPlacement = operation<typeof placement>(import.meta.resolve('./mesh-placement.child.ts'));
