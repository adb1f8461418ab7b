import { AskFirst } from './ask-first.tsx';
import { i18n } from '../languages/i18n.ts';

type ClearButtonProps = {
  /** What goes with it, and what stays. */
  readonly warning: string;
  readonly busy: boolean;
  /** Nothing has ended. */
  readonly disabled: boolean;
  readonly onClear: () => void;
};

/** Removes what has finished, after a second click. */
export const ClearButton = ({ warning, busy, disabled, onClear }: ClearButtonProps) => (
  <AskFirst
    label={i18n.t('Clear finished')}
    warning={warning}
    confirm={i18n.t('Clear')}
    busy={busy}
    disabled={disabled}
    onConfirm={onClear}
  />
);
