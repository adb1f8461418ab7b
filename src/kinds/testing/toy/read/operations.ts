import { operation } from '../../../../engine/index.ts';
import type * as facts from './toy-facts.child.ts';

export const toyFacts = operation<typeof facts>(import.meta.resolve('./toy-facts.child.ts'));
