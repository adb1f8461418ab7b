import '../styles/home.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { sessionQuery } from '../api/session.ts';
import { parsePlace } from '../map/pin/asked-place.ts';
import { OwnOrganizations } from '../organizations/own-organizations.tsx';
import { PublicOrganizations } from '../organizations/public-organizations.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { HomeDatasets } from './home-datasets.tsx';
import { i18n } from '../languages/i18n.ts';

const ExtentsSection = lazy(async () => ({
  default: (await import('../extents/extents-section.tsx')).ExtentsSection,
}));

/** The first page of the person; with `?show=public` what anybody may look at. */
export const HomePage = () => (useSearch({ from: '/' }).show === 'public' ? <PublicOrganizations /> : <Home />);

function Home() {
  usePageTitle(i18n.t('Home'));
  const [marked, setMarked] = useState<string | null>(null);
  const place = parsePlace(useSearch({ from: '/' }).at) ?? undefined;
  const navigate = useNavigate();
  const leavePlace = (): void => void navigate({ to: '/', replace: true, resetScroll: false });
  const person = useQuery(sessionQuery).data?.userName;
  return (
    <div className="al-page al-home">
      <PageHead title={i18n.t('Home')} />
      <div className="al-home-columns">
        <HomeDatasets key={person} marked={marked} onMark={setMarked} />
        <div className="al-home-side">
          <Suspense>
            <ExtentsSection org="" marked={marked} onMark={setMarked} place={place} onLeavePlace={leavePlace} />
          </Suspense>
          <OwnOrganizations />
        </div>
      </div>
    </div>
  );
}
