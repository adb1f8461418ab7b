import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from '@tanstack/react-router';
import { lazy, Suspense, type Ref } from 'react';
import { sessionQuery } from '../api/session.ts';
import { FinderButton } from '../finder/finder-button.tsx';
import icon from './icon.svg';
import { orNothing } from './or-nothing.ts';
import { UserMenu } from './user-menu.tsx';
import { i18n } from '../languages/i18n.ts';

/** Those who have an account do not load it. */
const GuestMenus = lazy(orNothing(async () => (await import('./guest-menus.tsx')).GuestMenus));

type HeaderProps = {
  /** Place for the bar of a dataset, which its page draws. */
  readonly barPlace: Ref<HTMLDivElement>;
};

/** The row above every page. On the pages of a dataset it has the bar of the dataset, too. */
export function Header({ barPlace }: HeaderProps) {
  const { data: session } = useQuery(sessionQuery);
  const location = useLocation();
  const { ds } = useParams({ strict: false });
  const place = <div ref={barPlace} className="al-header-place" />;
  // A guest of a share link has nothing to sign in to, and a site that embeds a page has a head of its own.
  const isGuest = 'token' in location.search && location.search.token !== undefined;
  if (isGuest && window.self !== window.top) return <div className="al-header al-header-embedded">{place}</div>;
  const isDataset = ds !== undefined;
  return (
    <header className="al-header" data-dataset={isDataset}>
      {isGuest && !session ? (
        <span className="al-brand">
          <Brand />
        </span>
      ) : (
        <Link to="/" className="al-brand">
          <Brand />
        </Link>
      )}
      {place}
      <div className="al-header-end">
        <FinderButton />
        {session === null && (
          <Suspense fallback={<span className="al-guest-room" />}>
            <GuestMenus />
          </Suspense>
        )}
        {session && <UserMenu session={session} isShort={isDataset} />}
        {session === null && location.pathname !== '/login' && !isGuest && (
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/login" search={{ return: location.href }} {...props} />}
          >
            {i18n.t('Sign in')}
          </Button>
        )}
      </div>
    </header>
  );
}

const Brand = () => (
  <>
    <img src={icon} alt="" width={28} height={28} />
    <span>Alidade</span>
  </>
);
