import type { Entry } from '../api/answers.ts';
import type { OfferedTool } from '../tasks/offered.ts';
import type { Renaming } from '../rows/row-focus.ts';

/** What asks or tells something in a dialog before or after it is done. */
export type EntryDialog = 'rename' | 'move' | 'copy' | 'delete' | 'properties' | 'build';

/** What can be done with entries of a list. */
export type FileTasks = {
  readonly canWrite: boolean;
  /** The last renaming, by paths. */
  readonly renaming: Renaming | null;
  readonly open: (dialog: EntryDialog, entries: readonly Entry[]) => void;
  /** Null where a share link withholds files. */
  readonly download: ((entries: readonly Entry[]) => void) | null;
  /** The page was opened by a share link: for a guest, to whom builds say nothing. */
  readonly isGuest: boolean;
  /** Tools that fit these entries, and that the person may start. */
  readonly toolsFor: (entries: readonly Entry[]) => readonly OfferedTool[];
  /** Asks for the parameters of one of these tools. */
  readonly openTools: (offered: readonly OfferedTool[]) => void;
  /** Builds the outputs of one once more. */
  readonly rebuild: (entry: Entry) => void;
};
