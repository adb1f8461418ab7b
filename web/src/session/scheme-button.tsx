import { ActionIcon, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { i18n } from '../languages/i18n.ts';

const SCHEMES = {
  auto: { label: i18n.t('As the system'), Icon: IconDeviceDesktop, next: 'light' },
  light: { label: i18n.t('Light'), Icon: IconSun, next: 'dark' },
  dark: { label: i18n.t('Dark'), Icon: IconMoon, next: 'auto' },
} as const satisfies Record<MantineColorScheme, unknown>;

/** The choice of colours without a menu, which would make the login page a third larger. */
export function SchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { label, Icon, next } = SCHEMES[colorScheme];
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={i18n.t('Colours: {label}. Change to {label2}', { label, label2: SCHEMES[next].label })}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={20} stroke={1.75} />
    </ActionIcon>
  );
}
