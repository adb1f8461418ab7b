import type { Entry } from '../api/answers.ts';
import { warningOf } from './entry-warning.ts';

/** Whether there is something to say of an entry: what happens to it, or what is wrong with it. */
export const hasState = (entry: Entry): boolean => (entry.buildStatus ?? null) !== null || warningOf(entry) !== null;
