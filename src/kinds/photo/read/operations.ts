import type * as facts from './photo-facts.child.ts';
import { operation } from '../../../engine/index.ts';

/** What children do with photos. */
export const photoFacts = operation<typeof facts>(import.meta.resolve('./photo-facts.child.ts'));
