import type { Entry } from '../api/types.ts';

/** What asks or tells something in a dialog before or after it is done. */
export type EntryDialog = 'rename' | 'move' | 'copy' | 'delete' | 'properties';

/** What can be done with entries of a list. */
export type FileTasks = {
  readonly canWrite: boolean;
  readonly open: (dialog: EntryDialog, entries: readonly Entry[]) => void;
  readonly download: (entries: readonly Entry[]) => void;
};
