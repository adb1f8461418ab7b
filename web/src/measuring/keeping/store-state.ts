import type { Feature } from '../model/measurement.ts';
import { type History, NO_HISTORY } from './history.ts';
import type { Conflict } from './merge.ts';

/** How far measurements are kept. `failed` has a cause in `error`. */
export type Saving = 'saved' | 'unsaved' | 'saving' | 'failed';

export type StoreState = {
  readonly phase: 'loading' | 'failed' | 'ready';
  /** Why the file was not read or not saved; null where it was. */
  readonly error: unknown;
  readonly features: readonly Feature[];
  readonly saving: Saving;
  /** Nothing is saved before these are decided. */
  readonly conflicts: readonly Conflict[];
  /** What came from elsewhere: told once, until it is closed. */
  readonly note: string | null;
  /** False when unsaved changes would be lost with the page. */
  readonly isDrafted: boolean;
  readonly history: History;
};

export const FIRST_STATE: StoreState = {
  phase: 'loading',
  error: null,
  features: [],
  saving: 'saved',
  conflicts: [],
  note: null,
  isDrafted: true,
  history: NO_HISTORY,
};
