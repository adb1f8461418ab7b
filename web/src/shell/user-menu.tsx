import { Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconChevronDown, IconLogout, IconSettings, IconUser } from '@tabler/icons-react';
import { ADMIN } from '../api/admin/roles.ts';
import type { Session } from '../api/session.ts';
import { useSignOut } from '../session/use-sign-out.ts';

export function UserMenu({ session }: { readonly session: Session }) {
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          className="al-user"
          leftSection={<IconUser size={18} stroke={1.75} />}
          rightSection={<IconChevronDown size={16} stroke={1.75} />}
        >
          {session.userName}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconUser size={18} stroke={1.75} />}
          renderRoot={(props) => <Link to="/account" {...props} />}
        >
          Account
        </Menu.Item>
        {session.roles.includes(ADMIN) && (
          <Menu.Item
            leftSection={<IconSettings size={18} stroke={1.75} />}
            renderRoot={(props) => <Link to="/settings" {...props} />}
          >
            Settings
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout size={18} stroke={1.75} />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
