import { useSearch } from '@tanstack/react-router';
import { FilesPage } from '../files/files-page.tsx';
import { useLoaded } from '../parts/use-loaded.ts';

/** The map is begun beside its page, which waits for the facts of the dataset before it shows one. */
const loadMap = () => {
  void import('./map/map-view.tsx');
  return import('./map-page.tsx');
};

/** A dataset: its map or its files, as the address says. */
export function WorkspacePage() {
  const { view } = useSearch({ from: '/r/$org/$ds' });
  return view === 'map' ? <LoadedMap /> : <FilesPage />;
}

function LoadedMap() {
  const MapPage = useLoaded(loadMap)?.MapPage;
  return MapPage === undefined ? null : <MapPage />;
}
