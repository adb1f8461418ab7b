import '../styles/home.css';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { sessionQuery } from '../api/session.ts';
import { OwnOrganizations } from '../organizations/own-organizations.tsx';
import { PublicOrganizations } from '../organizations/public-organizations.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { HomeDatasets } from './home-datasets.tsx';

/** The first page of the person; with `?show=public` what anybody may look at. */
export const HomePage = () => (useSearch({ from: '/' }).show === 'public' ? <PublicOrganizations /> : <Home />);

function Home() {
  usePageTitle('Home');
  const person = useQuery(sessionQuery).data?.userName;
  return (
    <div className="al-page al-home">
      <PageHead title="Home" />
      <div className="al-home-columns">
        <HomeDatasets key={person} />
        <OwnOrganizations />
      </div>
    </div>
  );
}
