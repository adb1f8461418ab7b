import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ComponentPropsWithRef } from 'react';
import type { Entry } from '../api/answers.ts';
import { i18n } from '../languages/i18n.ts';
import { EntryMenuItems } from './entry-menu-items.tsx';
import { shownName } from './entry-path.ts';
import type { FileTasks } from './file-tasks.ts';

type EntryMenuProps = {
  readonly entry: Entry;
  readonly tabIndex: number;
  readonly tasks: FileTasks;
};

/** The button of the menu of an entry. The menu is made when it is opened first: thousands of rows are scrolled past. */
export function EntryMenu(props: EntryMenuProps) {
  const [isMade, setMade] = useState(false);
  return isMade ? (
    <OpenedMenu {...props} />
  ) : (
    <DotsButton {...props} aria-haspopup="menu" onClick={() => setMade(true)} />
  );
}

function OpenedMenu(props: EntryMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // It stands in the place of the button that was pressed, and the focus comes back to it.
    button.current?.focus();
    button.current?.click();
  }, []);
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <DotsButton {...props} ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <EntryMenuItems entry={props.entry} tasks={props.tasks} />
      </Menu.Dropdown>
    </Menu>
  );
}

const DotsButton = ({ entry, tasks: _, ...rest }: EntryMenuProps & ComponentPropsWithRef<'button'>) => (
  <button
    {...rest}
    type="button"
    className="al-row-menu"
    aria-label={i18n.t('Actions for {path}', { path: shownName(entry.path) })}
    data-stop=""
  >
    <IconDots size={20} />
  </button>
);
