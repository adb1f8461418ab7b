import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { IconMap2 } from '@tabler/icons-react';
import { datasetName, datasetQuery } from '../api/datasets.ts';
import { sessionQuery } from '../api/session.ts';
import { i18n } from '../languages/i18n.ts';
import { formatPlace, placeText, type AskedPlace } from '../map/pin/asked-place.ts';
import { formatView } from '../map/view-hash.ts';
import type { FinderItem } from './finder-item.ts';

/** Some hundred metres around the place. */
const ZOOM = 16;

/** The part of an address that shows a place on the map of a dataset. */
export const onMap = (place: AskedPlace) => ({
  search: { view: 'map', at: formatPlace(place) } as const,
  hash: formatView({ ...place, zoom: ZOOM, bearing: 0, pitch: 0 }),
});

/** Shows the place on the map of the open dataset; elsewhere on the map of all datasets, which a visitor has not. */
export function useShowPlace(place: AskedPlace | undefined): readonly FinderItem[] {
  const navigate = useNavigate();
  const { org = '', ds = '' } = useParams({ strict: false });
  const isInDataset = ds !== '';
  const dataset = useQuery({ ...datasetQuery({ org, ds }), enabled: isInDataset }).data;
  const { data: session } = useQuery(sessionQuery);
  const isPerson = session !== undefined && session !== null;
  if (place === undefined || (!isInDataset && !isPerson)) return [];
  const name = dataset === undefined ? ds : datasetName(dataset);
  return [
    {
      id: 'place',
      title: i18n.t('Show {place} on the map', { place: placeText(place) }),
      detail: isInDataset ? name : i18n.t('Map of all datasets'),
      Icon: IconMap2,
      open: () => {
        if (!isInDataset) return void navigate({ to: '/', search: { at: formatPlace(place) } });
        const { search, hash } = onMap(place);
        void navigate({
          to: '/r/$org/$ds',
          params: { org, ds },
          // The map stays as it is, and what the filter leaves; a search for names ends.
          search: (old) => ({ ...old, find: undefined, by: undefined, ...search }),
          hash,
        });
      },
    },
  ];
}
