import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { i18n } from '../languages/i18n.ts';
import { AUTO, CHOICES, ThemeItems } from './theme-items.tsx';

/** Light, dark, or as the system says, for somebody who has no account menu. */
export function ThemeMenu() {
  const { colorScheme } = useMantineColorScheme();
  const current = CHOICES.find(({ value }) => value === colorScheme) ?? AUTO;
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={i18n.t('Colours: {label}', { label: current.label })}
        >
          <current.Icon size={20} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ThemeItems />
      </Menu.Dropdown>
    </Menu>
  );
}
