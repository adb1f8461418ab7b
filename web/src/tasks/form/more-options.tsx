import '../../styles/tasks.css';
import { type ReactNode, useState } from 'react';
import { i18n } from '../../languages/i18n.ts';

type MoreOptionsProps = {
  /** Something in it wants to be seen. */
  readonly mustOpen: boolean;
  readonly children: ReactNode;
};

/** Fields that are rarely wanted, folded away. */
export function MoreOptions({ mustOpen, children }: MoreOptionsProps) {
  const [opened, setOpened] = useState(false);
  return (
    <details
      className="al-task-part"
      open={opened || mustOpen}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>{i18n.t('More options')}</summary>
      {children}
    </details>
  );
}
