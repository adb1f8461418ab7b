import { operation } from '../../../engine/index.ts';
import type * as picture from './model-picture.child.ts';

/** What children draw of models. */
export const modelPicture = operation<typeof picture>(import.meta.resolve('./model-picture.child.ts'));
