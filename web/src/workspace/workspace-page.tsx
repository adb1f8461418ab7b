import { useSearch } from '@tanstack/react-router';
import { FilesPage } from '../files/files-page.tsx';
import { useLoaded } from '../parts/use-loaded.ts';

const loadMap = () => import('./map-page.tsx');

/** A dataset: its map or its files, as the address says. */
export function WorkspacePage() {
  const { view } = useSearch({ from: '/r/$org/$ds' });
  return view === 'map' ? <LoadedMap /> : <FilesPage />;
}

function LoadedMap() {
  const MapPage = useLoaded(loadMap)?.MapPage;
  return MapPage === undefined ? null : <MapPage />;
}
