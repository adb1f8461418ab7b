import { operation } from '../../../engine/index.ts';
import type * as placement from './splat-placement.child.ts';

/** Finds where splats lie and how large they are, in a child. */
export const splatPlacement = operation<typeof placement>(import.meta.resolve('./splat-placement.child.ts'));
