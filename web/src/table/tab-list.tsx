import { UnstyledButton } from '@mantine/core';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { plain } from '../format/plain.ts';
import type { TableTab } from './table-tabs.ts';
import { i18n } from '../languages/i18n.ts';

type TabListProps = {
  readonly tabs: readonly TableTab[];
  readonly open: string | undefined;
  readonly onOpen: (id: string) => void;
};

/** Tabs in one line that scrolls; arrow keys open the next one. */
export function TabList({ tabs, open, onOpen }: TabListProps) {
  const list = useRef<HTMLDivElement>(null);
  const at = tabs.findIndex(({ id }) => id === open);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [open]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const places: Readonly<Record<string, number>> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const next = places[event.key];
    const tab = next === undefined ? undefined : tabs[next];
    if (next === undefined || tab === undefined) return;
    event.preventDefault();
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]').item(next).focus();
    onOpen(tab.id);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the tabs in it take the focus
    <div ref={list} role="tablist" aria-label={i18n.t('Tables')} className="al-tabs" onKeyDown={onKeyDown}>
      {tabs.map(({ id, title }, index) => (
        <UnstyledButton
          key={id}
          role="tab"
          className="al-tab"
          aria-selected={index === at}
          aria-controls={index === at ? 'al-table-panel' : undefined}
          tabIndex={index === Math.max(0, at) ? 0 : -1}
          title={plain(title)}
          onClick={() => onOpen(id)}
        >
          <bdi>{plain(title)}</bdi>
        </UnstyledButton>
      ))}
    </div>
  );
}
