import { ActionIcon, Tabs } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import {
  IconFolders,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconStack,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useIsPhone } from '../sheet/use-is-phone.ts';
import { i18n } from '../../languages/i18n.ts';

type LeftPanelProps = { readonly layers: ReactNode; readonly folders: ReactNode };

/** Pixels of a window that has room for the panel beside the map. */
const ROOMY = 900;

/** Layers and folders of the dataset, beside the map. It folds up to the left, and stays as it was left. */
export function LeftPanel({ layers, folders }: LeftPanelProps) {
  const [isKeptOpen, setOpen] = useLocalStorage({
    key: 'alidade.panel',
    defaultValue: window.innerWidth > ROOMY,
    getInitialValueInEffect: false,
  });
  const isPhone = useIsPhone();
  const isOpen = isPhone || isKeptOpen;
  return (
    <aside className="al-left-panel" aria-label={i18n.t('Side panel')} data-open={isOpen}>
      {!isPhone && (
        <ActionIcon
          className="al-left-panel-fold"
          variant="subtle"
          color="gray"
          aria-label={isOpen ? i18n.t('Collapse the panel') : i18n.t('Expand the panel')}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <IconLayoutSidebarLeftCollapse size={20} /> : <IconLayoutSidebarLeftExpand size={20} />}
        </ActionIcon>
      )}
      {isOpen && (
        <Tabs defaultValue="layers" keepMounted={false} className="al-left-panel-tabs">
          <Tabs.List>
            <Tabs.Tab value="layers" leftSection={<IconStack size={18} aria-hidden />}>
              {i18n.t('Layers')}
            </Tabs.Tab>
            <Tabs.Tab value="folders" leftSection={<IconFolders size={18} aria-hidden />}>
              {i18n.t('Folders')}
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="layers">{layers}</Tabs.Panel>
          <Tabs.Panel value="folders" className="al-left-panel-folders">
            {folders}
          </Tabs.Panel>
        </Tabs>
      )}
    </aside>
  );
}
