import { IconChevronRight } from '@tabler/icons-react';
import type { Fold } from './use-folded.ts';
import { i18n } from '../../languages/i18n.ts';

type FoldButtonProps = { readonly fold: Fold; readonly name: string; readonly tabIndex: number };

/** Shows the files that belong to one below it, or hides them. */
export const FoldButton = ({ fold: { count, isOpen, toggle }, name, tabIndex }: FoldButtonProps) => (
  <button
    type="button"
    className="al-fold"
    aria-expanded={isOpen}
    aria-label={i18n.t('{count, plural, one {# file} other {# files}} of {name}', { count, name })}
    tabIndex={tabIndex}
    data-stop=""
    onClick={toggle}
  >
    <IconChevronRight size={14} aria-hidden />
    {`+${count}`}
  </button>
);
