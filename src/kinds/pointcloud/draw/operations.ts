import { operation } from '../../../engine/index.ts';
import type * as picture from './cloud-picture.child.ts';

/** What children draw of point clouds. */
export const cloudPicture = operation<typeof picture>(import.meta.resolve('./cloud-picture.child.ts'));
