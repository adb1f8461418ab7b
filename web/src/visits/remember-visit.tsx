import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { datasetQuery } from '../api/datasets.ts';
import { organizationQuery } from '../api/organizations.ts';
import { sessionQuery } from '../api/session.ts';
import { noteVisit } from './visits.ts';

/** Remembers the organization or dataset of the page, once it was read: a mistyped address is none. Draws nothing. */
export function RememberVisit() {
  const { data: session } = useQuery(sessionQuery);
  const user = session === null ? '' : session?.userName;
  const { org, ds } = usePlaceOfPage();
  const dataset = useQuery({ ...datasetQuery({ org, ds }), enabled: false });
  const organization = useQuery({ ...organizationQuery(org), enabled: false });
  const isRead = org !== '' && (ds === '' ? organization : dataset).isSuccess;
  const before = useRef(user);
  useEffect(() => {
    // Signing out leaves nothing behind: the page is still here until the login page comes.
    const hasLeft = user === '' && before.current !== undefined && before.current !== '';
    before.current = user;
    if (user === undefined || !isRead || hasLeft) return;
    try {
      noteVisit(localStorage, user, { org, ds: ds === '' ? null : ds });
    } catch {
      // A browser that keeps nothing: the home page shows the newest datasets instead.
    }
  }, [user, isRead, org, ds]);
  return null;
}

/** Empty where the page is about neither, or was opened by a share link, which is not the person's own way to it. */
function usePlaceOfPage(): { readonly org: string; readonly ds: string } {
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
