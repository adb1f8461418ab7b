import { operation } from '../../../engine/index.ts';
import type * as picture from './splat-picture.child.ts';

/** The operation by which children draw splats. */
export const splatPicture = operation<typeof picture>(import.meta.resolve('./splat-picture.child.ts'));
