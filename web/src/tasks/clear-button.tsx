import { AskFirst } from './ask-first.tsx';

type ClearButtonProps = {
  /** What goes with it, and what stays. */
  readonly warning: string;
  readonly busy: boolean;
  /** Nothing has ended. */
  readonly disabled: boolean;
  readonly onClear: () => void;
};

/** Forgets what has ended, after it was asked once more. */
export const ClearButton = ({ warning, busy, disabled, onClear }: ClearButtonProps) => (
  <AskFirst
    label="Clear what has ended"
    warning={warning}
    confirm="Clear"
    busy={busy}
    disabled={disabled}
    onConfirm={onClear}
  />
);
