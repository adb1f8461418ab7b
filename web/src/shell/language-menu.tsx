import { ActionIcon, Menu } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { LANGUAGE_LABEL, showLanguage } from '../languages/language.ts';
import { LanguageItems } from './language-items.tsx';

/** The choice of a language for somebody who has no account menu; remembered in this browser. */
export const LanguageMenu = () => (
  <Menu position="bottom-end" width={200}>
    <Menu.Target>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={LANGUAGE_LABEL} title={LANGUAGE_LABEL}>
        <IconLanguage size={20} stroke={1.75} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <LanguageItems onChoose={showLanguage} />
    </Menu.Dropdown>
  </Menu>
);
