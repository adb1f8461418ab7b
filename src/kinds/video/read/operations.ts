import type * as facts from './video-facts.child.ts';
import { operation } from '../../../engine/index.ts';

/** What children do with videos. */
export const videoFacts = operation<typeof facts>(import.meta.resolve('./video-facts.child.ts'));
