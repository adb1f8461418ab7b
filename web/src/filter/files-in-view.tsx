import { ActionIcon } from '@mantine/core';
import { IconFolderSearch } from '@tabler/icons-react';
import { Link, useParams, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { MapLibreMap } from '../map/maplibre.ts';
import { boxOfView, formatBox, parseBox, type Box } from './box-text.ts';
import { rememberBox } from './seen-box.ts';
import { useFilterSearch } from './use-filter-search.ts';
import { i18n } from '../languages/i18n.ts';

/** Leads from the map to the files that lie in what it shows; the other views remember it, too. */
export function FilesInView({ map }: { readonly map: MapLibreMap }) {
  const { org, ds } = useParams({ from: '/r/$org/$ds' });
  const router = useRouter();
  const kept = useFilterSearch();
  const watch = useCallback(
    (tell: () => void) => {
      map.on('moveend', tell);
      return () => void map.off('moveend', tell);
    },
    [map],
  );
  const box = useSyncExternalStore(watch, () => formatBox(boxOf(map)));
  useEffect(() => {
    const seen = parseBox(box);
    // The map moves also while the page is being left, when the address is another one already.
    const isHere = new URLSearchParams(router.history.location.search).get('view') === 'map';
    if (seen !== null && isHere) rememberBox({ org, ds }, seen);
  }, [router, box, org, ds]);
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={i18n.t('Files in this view')}
      title={i18n.t('Files in this view')}
      renderRoot={(props) => (
        <Link to="/r/$org/$ds" params={{ org, ds }} search={{ ...kept, view: 'files', box }} {...props} />
      )}
    >
      <IconFolderSearch size={20} />
    </ActionIcon>
  );
}

function boxOf(map: MapLibreMap): Box {
  const bounds = map.getBounds();
  return boxOfView(bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth());
}
