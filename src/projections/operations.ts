import type * as facts from './crs-facts.child.ts';
import type * as transform from './crs-transform.child.ts';
import type * as wkt from './crs-wkt.child.ts';
import { operation } from '../engine/index.ts';

/** What children do with coordinate reference systems. */
export const crsFacts = operation<typeof facts>(import.meta.resolve('./crs-facts.child.ts'));
export const crsTransform = operation<typeof transform>(import.meta.resolve('./crs-transform.child.ts'));
export const crsWkt = operation<typeof wkt>(import.meta.resolve('./crs-wkt.child.ts'));
