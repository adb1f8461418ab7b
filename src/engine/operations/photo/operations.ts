import { operation } from '../../operation.ts';
import type * as facts from './photo-facts.child.ts';

/** What children do with photos. */
export const photoFacts = operation<typeof facts>(import.meta.resolve('./photo-facts.child.ts'));
