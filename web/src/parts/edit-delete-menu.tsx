import { ActionIcon, Menu, type ActionIconVariant } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { i18n } from '../languages/i18n.ts';

type EditDeleteMenuProps = {
  /** What the menu is about, for those who do not see what it stands beside. */
  readonly label: string;
  readonly variant: ActionIconVariant;
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
  readonly onChoose: (action: 'edit' | 'delete') => void;
};

/** What can be done with a thing as a whole; nothing where nothing may be done. */
export function EditDeleteMenu({ label, variant, mayEdit, mayDelete, onChoose }: EditDeleteMenuProps) {
  if (!mayEdit && !mayDelete) return null;
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant={variant} color="gray" size="lg" aria-label={label}>
          <IconDots size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayEdit && (
          <Menu.Item leftSection={<IconPencil size={18} />} onClick={() => onChoose('edit')}>
            {i18n.t('Edit…')}
          </Menu.Item>
        )}
        {mayDelete && (
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={18} />}
            onClick={() => onChoose('delete')}
          >
            {i18n.t('Delete…')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
