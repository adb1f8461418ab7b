import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconMap2, IconPencil, IconTools, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { i18n } from '../languages/i18n.ts';

type MoreMenuProps = {
  /** What the menu is about, for those who do not see what it stands beside. */
  readonly label: string;
  /** Items for which the row has no room; null on a wide screen. */
  readonly folded: ReactNode;
  /** Something of what is folded is worth a look. */
  readonly isMarked: boolean;
  /** Each is absent where it may not be done. */
  readonly onGis: (() => void) | undefined;
  readonly onTools: (() => void) | undefined;
  readonly onEdit: (() => void) | undefined;
  readonly onDelete: (() => void) | undefined;
};

/** What is done with a dataset less often; nothing where there is nothing of it. */
export function MoreMenu({ label, folded, isMarked, onGis, onTools, onEdit, onDelete }: MoreMenuProps) {
  if (folded === null && [onGis, onTools, onEdit, onDelete].every((it) => it === undefined)) return null;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          className="al-marked"
          data-marked={isMarked}
          aria-label={label}
          title={label}
        >
          <IconDots size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {folded}
        {onGis && (
          <Menu.Item leftSection={<IconMap2 size={18} />} onClick={onGis}>
            {i18n.t('Use in GIS')}
          </Menu.Item>
        )}
        {onTools && (
          <Menu.Item leftSection={<IconTools size={18} />} onClick={onTools}>
            {i18n.t('Tools…')}
          </Menu.Item>
        )}
        {onEdit && (
          <Menu.Item leftSection={<IconPencil size={18} />} onClick={onEdit}>
            {i18n.t('Edit…')}
          </Menu.Item>
        )}
        {onDelete && (
          <Menu.Item c="var(--mantine-color-error)" leftSection={<IconTrash size={18} />} onClick={onDelete}>
            {i18n.t('Delete…')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
