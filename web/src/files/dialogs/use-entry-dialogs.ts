import { useState } from 'react';
import type { Entry } from '../../api/answers.ts';
import type { Renaming } from '../../rows/row-focus.ts';
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
  const [renaming, setRenaming] = useState<Renaming | null>(null);
  return {
    state,
    /** The last one; the list lets the focus go along. */
    renaming,
    onRenamed: setRenaming,
    open: (dialog: EntryDialog, entries: readonly Entry[]): void =>
      setState(({ serial }) => ({ dialog, entries, opened: entries.length > 0, serial: serial + 1 })),
    /** A form that was opened before, and ends only now, closes nothing. */
    close: (serial: number): void => setState((old) => (old.serial === serial ? { ...old, opened: false } : old)),
  };
}
