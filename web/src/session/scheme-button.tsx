import { ActionIcon, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

const SCHEMES = {
  auto: { label: 'As the system', Icon: IconDeviceDesktop, next: 'light' },
  light: { label: 'Light', Icon: IconSun, next: 'dark' },
  dark: { label: 'Dark', Icon: IconMoon, next: 'auto' },
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
      aria-label={`Colours: ${label}. Change to ${SCHEMES[next].label}`}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={20} stroke={1.75} />
    </ActionIcon>
  );
}
