import { useState } from 'react';
import type { Entry } from '../../api/types.ts';
import type { EntryDialog } from '../file-tasks.ts';

/** Which dialog is open, and about what. What it was about stays while it fades. */
export type OpenDialog = {
  readonly dialog: EntryDialog;
  readonly entries: readonly Entry[];
  readonly opened: boolean;
  /** Another opening is another form. */
  readonly serial: number;
};

export function useEntryDialogs() {
  const [state, setState] = useState<OpenDialog>({ dialog: 'properties', entries: [], opened: false, serial: 0 });
  return {
    state,
    open: (dialog: EntryDialog, entries: readonly Entry[]): void =>
      setState(({ serial }) => ({ dialog, entries, opened: entries.length > 0, serial: serial + 1 })),
    close: (): void => setState((old) => ({ ...old, opened: false })),
  };
}
