import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { datasetQuery } from '../api/datasets.ts';
import { sessionQuery } from '../api/session.ts';
import { rememberDataset } from './recent-datasets.ts';

/** Remembers the dataset of the page for the home page, once it was read: a mistyped address is none. Draws nothing. */
export function RememberVisit() {
  const userName = useQuery(sessionQuery).data?.userName;
  const { org, ds } = useDatasetOfPage();
  const { isSuccess } = useQuery({ ...datasetQuery({ org, ds }), enabled: false });
  const isRead = isSuccess && ds !== '';
  useEffect(() => {
    if (userName === undefined || !isRead) return;
    try {
      rememberDataset(localStorage, userName, { org, ds });
    } catch {
      // A browser that keeps nothing: the home page shows the newest datasets instead.
    }
  }, [userName, isRead, org, ds]);
  return null;
}

/** Empty where the page is about no dataset, or was opened by a share link, which is not the person's own way to it. */
function useDatasetOfPage(): { readonly org: string; readonly ds: string } {
  const place = useRouterState({
    select: ({ matches }) => {
      const { params, search } = matches.at(-1) ?? {};
      const { org = '', ds = '' }: { org?: string; ds?: string } = params ?? {};
      return search !== undefined && 'token' in search && search.token !== undefined ? '/' : `${org}/${ds}`;
    },
  });
  const [org = '', ds = ''] = place.split('/');
  return { org, ds };
}
