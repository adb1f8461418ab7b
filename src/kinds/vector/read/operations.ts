import type * as drawing from './vector-drawing.child.ts';
import type * as facts from './vector-facts.child.ts';
import { operation } from '../../../engine/index.ts';

/** What children do with vector files. */
export const vectorDrawing = operation<typeof drawing>(import.meta.resolve('./vector-drawing.child.ts'));
export const vectorFacts = operation<typeof facts>(import.meta.resolve('./vector-facts.child.ts'));
