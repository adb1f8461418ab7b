import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { sessionQuery } from '../api/session.ts';
import { FinderButton } from '../finder/finder-button.tsx';
import icon from './icon.svg';
import { ThemeMenu } from './theme-menu.tsx';
import { UserMenu } from './user-menu.tsx';

export function Header() {
  const { data: session } = useQuery(sessionQuery);
  const location = useLocation();
  // A guest of a share link has nothing to sign in to, and a site that embeds a page has a head of its own.
  const isGuest = 'token' in location.search && location.search.token !== undefined;
  if (isGuest && window.self !== window.top) return null;
  return (
    <header className="al-header">
      {isGuest && !session ? (
        <span className="al-brand">
          <Brand />
        </span>
      ) : (
        <Link to="/" className="al-brand">
          <Brand />
        </Link>
      )}
      <Group gap="xs" wrap="nowrap">
        <FinderButton />
        <ThemeMenu />
        {session && <UserMenu session={session} />}
        {session === null && location.pathname !== '/login' && !isGuest && (
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

const Brand = () => (
  <>
    <img src={icon} alt="" width={28} height={28} />
    <span>Alidade</span>
  </>
);
