import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { i18n } from '../languages/i18n.ts';

type Choice = { readonly value: MantineColorScheme; readonly label: string; readonly Icon: typeof IconSun };

export const AUTO: Choice = { value: 'auto', label: i18n.t('As the system'), Icon: IconDeviceDesktop };
export const CHOICES: readonly Choice[] = [
  AUTO,
  { value: 'light', label: i18n.t('Light'), Icon: IconSun },
  { value: 'dark', label: i18n.t('Dark'), Icon: IconMoon },
];

/** The choice of colours as items of a menu; remembered in this browser. */
export function ThemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return CHOICES.map(({ value, label, Icon }) => (
    <Menu.RadioItem
      key={value}
      value={value}
      checked={value === colorScheme}
      checkIcon={<IconCheck size={16} />}
      rightSection={<Icon size={18} stroke={1.75} />}
      closeMenuOnClick
      onChange={() => setColorScheme(value)}
    >
      {label}
    </Menu.RadioItem>
  ));
}
