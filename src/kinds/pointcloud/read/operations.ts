import type * as eptPartsModule from './ept-parts.child.ts';
import type * as facts from './pointcloud-facts.child.ts';
import { operation } from '../../../engine/index.ts';

/** What children do with point clouds. */
export const pointCloudFacts = operation<typeof facts>(import.meta.resolve('./pointcloud-facts.child.ts'));

export const eptParts = operation<typeof eptPartsModule>(import.meta.resolve('./ept-parts.child.ts'));
