import type * as facts from './image-facts.child.ts';
import type * as thumbnail from './image-thumbnail.child.ts';
import { operation } from '../../engine/index.ts';

/** What children do with pictures. */
export const imageFacts = operation<typeof facts>(import.meta.resolve('./image-facts.child.ts'));
export const imageThumbnail = operation<typeof thumbnail>(import.meta.resolve('./image-thumbnail.child.ts'));
