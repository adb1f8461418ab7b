import Type from 'typebox';
import { namedNumbers } from '../input/index.ts';

/** What a member may do: each level includes those below it. */
const LEVEL_NAMES = ['Read Only', 'Read/Write', 'Read/Write/Delete', 'Admin'] as const;

export const WRITE_LEVEL = 1;
export const DELETE_LEVEL = 2;
/** Manages members and may delete the organization. */
export const MANAGE_LEVEL = 3;

/** The level as clients send it. */
export const levels = namedNumbers(...LEVEL_NAMES);

/** The level of somebody who becomes a member. */
export const newLevelField = Type.Optional({ ...levels.schema, default: WRITE_LEVEL });

export function levelName(level: number): string {
  return LEVEL_NAMES[level] ?? 'Unknown';
}
