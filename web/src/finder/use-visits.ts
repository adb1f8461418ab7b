import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconBuilding, IconStack2 } from '@tabler/icons-react';
import { datasetName, datasetQuery } from '../api/datasets.ts';
import { organizationAboveQuery, organizationQuery } from '../api/organizations.ts';
import { sessionQuery } from '../api/session.ts';
import { storedVisits } from '../visits/visits.ts';
import type { FinderItem } from './finder-item.ts';

/** A list to look at, not to search. */
const MOST = 8;

/** The pages that the person was on, the last first, by the names that are known already. */
export function useVisits(): readonly FinderItem[] {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { data: session } = useQuery(sessionQuery);
  const visits = storedVisits(session?.userName ?? '').slice(0, MOST);
  return visits.map(({ org, ds }): FinderItem => {
    const known =
      queries.getQueryData(organizationQuery(org).queryKey) ??
      queries.getQueryData(organizationAboveQuery(org).queryKey);
    const organization = known?.name ?? org;
    if (ds === null) {
      const open = (): void => void navigate({ to: '/r/$org', params: { org } });
      return { id: `visit ${org}`, title: organization, detail: '', Icon: IconBuilding, open };
    }
    const dataset = queries.getQueryData(datasetQuery({ org, ds }).queryKey);
    return {
      id: `visit ${org}/${ds}`,
      title: dataset === undefined ? ds : datasetName(dataset),
      detail: organization,
      Icon: IconStack2,
      open: () => void navigate({ to: '/r/$org/$ds', params: { org, ds } }),
    };
  });
}
