import type * as facts from './splat-facts.child.ts';
import { operation } from '../../../engine/index.ts';

/** What children do with Gaussian splats. */
export const splatFacts = operation<typeof facts>(import.meta.resolve('./splat-facts.child.ts'));
