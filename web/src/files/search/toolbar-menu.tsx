import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconFileZip, IconFilter } from '@tabler/icons-react';
import { i18n } from '../../languages/i18n.ts';
import type { SearchText } from './search-text.ts';

const [NAMES, TEXT] = ['names', 'text'] as const;

type ToolbarMenuProps = {
  readonly place: string;
  readonly by: SearchText['by'];
  readonly onBy: (by: SearchText['by']) => void;
  readonly isFilterShown: boolean;
  /** Shows the chips of the filter, or hides them; null where they stay, as they narrow the list. */
  readonly onFilter: (() => void) | null;
  readonly onDownload: (() => void) | null;
};

/** What a phone has no room for beside the search. */
export const ToolbarMenu = ({ place, by, onBy, isFilterShown, onFilter, onDownload }: ToolbarMenuProps) => (
  <Menu position="bottom-end" width={260}>
    <Menu.Target>
      <ActionIcon variant="default" size="lg" aria-label={i18n.t('More options')} title={i18n.t('More options')}>
        <IconDots size={20} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {onFilter !== null && (
        <Menu.Item leftSection={<IconFilter size={18} />} onClick={onFilter}>
          {isFilterShown ? i18n.t('Hide the filter') : i18n.t('Show the filter')}
        </Menu.Item>
      )}
      {onDownload !== null && (
        <Menu.Item leftSection={<IconFileZip size={18} />} onClick={onDownload}>
          {i18n.t('Download {place} as zip', { place })}
        </Menu.Item>
      )}
      <Menu.Label>{i18n.t('Search by')}</Menu.Label>
      <Menu.RadioGroup value={by ?? NAMES} onChange={(value) => onBy(value === TEXT ? TEXT : undefined)}>
        <Menu.RadioItem value={NAMES} closeMenuOnClick>
          {i18n.t('In names')}
        </Menu.RadioItem>
        <Menu.RadioItem value={TEXT} closeMenuOnClick>
          {i18n.t('In properties')}
        </Menu.RadioItem>
      </Menu.RadioGroup>
    </Menu.Dropdown>
  </Menu>
);
