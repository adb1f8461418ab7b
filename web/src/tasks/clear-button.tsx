import { AskFirst } from './ask-first.tsx';

type ClearButtonProps = {
  readonly busy: boolean;
  /** Nothing has ended. */
  readonly disabled: boolean;
  readonly onClear: () => void;
};

/** Forgets what has ended, after it was asked once more. */
export const ClearButton = ({ busy, disabled, onClear }: ClearButtonProps) => (
  <AskFirst
    label="Clear what has ended"
    warning="Results to download and logs go as well. Files that tasks wrote stay, and cannot be undone any more."
    confirm="Clear"
    busy={busy}
    disabled={disabled}
    onConfirm={onClear}
  />
);
