import '../../styles/drawer.css';
import { UnstyledButton } from '@mantine/core';
import { IconPhoto, IconTable } from '@tabler/icons-react';
import type { DrawerTab } from './drawer-tabs.ts';
import { i18n } from '../../languages/i18n.ts';

type DrawerBarProps = {
  readonly tabs: readonly DrawerTab[];
  readonly open: DrawerTab | undefined;
  readonly onOpen: (tab: DrawerTab | undefined) => void;
};

/** Opens and closes what stands below the map. */
export const DrawerBar = ({ tabs, open, onOpen }: DrawerBarProps) => (
  <div className="al-drawer-bar" role="group" aria-label={i18n.t('Below the map')}>
    {tabs.map((tab) => {
      const Icon = tab === 'photos' ? IconPhoto : IconTable;
      return (
        <UnstyledButton
          key={tab}
          className="al-drawer-tab"
          aria-expanded={open === tab}
          onClick={() => onOpen(open === tab ? undefined : tab)}
        >
          <Icon size={16} aria-hidden />
          {tab === 'photos' ? i18n.t('Filmstrip') : i18n.t('Table')}
        </UnstyledButton>
      );
    })}
  </div>
);
