import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { sessionQuery } from '../api/session.ts';
import icon from './icon.svg';
import { ThemeMenu } from './theme-menu.tsx';
import { UserMenu } from './user-menu.tsx';

export function Header() {
  const { data: session } = useQuery(sessionQuery);
  const location = useLocation();
  return (
    <header className="al-header">
      <Link to="/" className="al-brand">
        <img src={icon} alt="" width={28} height={28} />
        <span>Alidade</span>
      </Link>
      <Group gap="xs" wrap="nowrap">
        <ThemeMenu />
        {session && <UserMenu session={session} />}
        {session === null && location.pathname !== '/login' && (
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/login" search={{ return: location.href }} {...props} />}
          >
            Sign in
          </Button>
        )}
      </Group>
    </header>
  );
}
