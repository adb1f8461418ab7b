import { ActionIcon, Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconAlertTriangle, IconChevronDown, IconLogout, IconSettings, IconUser } from '@tabler/icons-react';
import { PASSWORD_FORM } from '../account/password-anchor.ts';
import { ADMIN } from '../api/admin/roles.ts';
import type { Session } from '../api/session.ts';
import { AccountLanguageItems } from './account-language-items.tsx';
import { useSignOut } from '../session/use-sign-out.ts';
import { ThemeItems } from './theme-items.tsx';
import { i18n } from '../languages/i18n.ts';

type UserMenuProps = {
  readonly session: Session;
  /** The name is read aloud only: the header has no room for it. */
  readonly isShort: boolean;
};

/** The menu of the account. A mark on its button says that the account still has its first password. */
export function UserMenu({ session, isShort }: UserMenuProps) {
  const signOut = useSignOut();
  const { userName } = session;
  const isFirst = session.mustChangePassword === true;
  const label = isFirst ? i18n.t('{userName}: choose your own password', { userName }) : userName;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        {isShort ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            className="al-marked"
            data-marked={isFirst}
            aria-label={label}
            title={label}
          >
            <IconUser size={20} stroke={1.75} />
          </ActionIcon>
        ) : (
          <Button
            variant="subtle"
            color="gray"
            className="al-marked al-user"
            data-marked={isFirst}
            aria-label={label}
            leftSection={<IconUser size={18} stroke={1.75} />}
            rightSection={<IconChevronDown size={16} stroke={1.75} />}
          >
            {userName}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {isShort && <Menu.Label className="al-break">{userName}</Menu.Label>}
        {isFirst && (
          <Menu.Item
            c="var(--al-signal)"
            leftSection={<IconAlertTriangle size={18} stroke={1.75} />}
            renderRoot={(props) => <Link to="/account" hash={PASSWORD_FORM} {...props} />}
          >
            {i18n.t('Choose your own password')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconUser size={18} stroke={1.75} />}
          renderRoot={(props) => <Link to="/account" {...props} />}
        >
          {i18n.t('Account')}
        </Menu.Item>
        {session.roles.includes(ADMIN) && (
          <Menu.Item
            leftSection={<IconSettings size={18} stroke={1.75} />}
            renderRoot={(props) => <Link to="/settings" {...props} />}
          >
            {i18n.t('Settings')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Label>{i18n.t('Colours')}</Menu.Label>
        <ThemeItems />
        <Menu.Divider />
        <AccountLanguageItems />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} stroke={1.75} />} onClick={() => signOut.mutate()}>
          {i18n.t('Sign out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
