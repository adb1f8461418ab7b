import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { datasetQuery, datasetsQuery, type ShownDataset } from '../api/datasets.ts';
import { organizationsQuery } from '../api/organizations.ts';
import { sessionQuery } from '../api/session.ts';
import { storedVisits, visitedDatasets } from '../visits/visits.ts';
import { i18n } from '../languages/i18n.ts';

/** Organizations whose newest datasets are looked for: each is a request. */
const MOST_ORGANIZATIONS = 4;
/** Three rows of cards. */
const MOST_RECENT = 12;
/** Two rows of cards. */
const MOST_NEWEST = 8;

export type HomeDataset = { readonly org: string; readonly dataset: ShownDataset };

export type HomeDatasets = {
  /** Absent while it is not known which are shown, and where there are none. */
  readonly title?: string;
  readonly datasets: readonly HomeDataset[];
  /** How many are still read. */
  readonly pending: number;
  readonly error: Error | null;
  readonly retry: () => void;
};

/** The datasets that the person opened last; for somebody who opened none here the newest ones, where few requests find them. */
export function useHomeDatasets(): HomeDatasets {
  const userName = useQuery(sessionQuery).data?.userName;
  const [refs] = useState(() => (userName === undefined ? [] : visitedDatasets(storedVisits(userName), MOST_RECENT)));
  const recent = useRecent(refs);
  const newest = useNewest(refs.length === 0);
  return refs.length === 0 ? newest : recent;
}

function useRecent(refs: ReturnType<typeof visitedDatasets>): HomeDatasets {
  const answers = useQueries({ queries: refs.map((ref) => ({ ...datasetQuery(ref), staleTime: 30_000 })) });
  return {
    title: i18n.t('Recent datasets'),
    datasets: answers.flatMap(({ data }, at) => (data === undefined ? [] : { org: refs[at]!.org, dataset: data })),
    pending: answers.filter(({ isPending }) => isPending).length,
    error: answers.find(({ error }) => error !== null && !isGone(error))?.error ?? null,
    retry: () => {
      for (const { isError, refetch } of answers) if (isError) void refetch();
    },
  };
}

/** Deleted, renamed, or shared with the person no more: not worth a word here. */
const isGone = (error: Error): boolean => error instanceof ApiError && (error.status === 403 || error.status === 404);

function useNewest(enabled: boolean): HomeDatasets {
  const organizations = useQuery({ ...organizationsQuery, enabled });
  const slugs = organizations.data?.map(({ slug }) => slug) ?? [];
  const asked = enabled && slugs.length <= MOST_ORGANIZATIONS ? slugs : [];
  const answers = useQueries({ queries: asked.map((org) => datasetsQuery(org)) });
  const found = answers.flatMap(({ data = [] }, at) => data.map((dataset) => ({ org: asked[at]!, dataset })));
  const failed = [organizations, ...answers].filter(({ isError }) => isError);
  const isPending = organizations.isPending || answers.some((answer) => answer.isPending);
  return {
    ...(found.length > 0 && !isPending && { title: i18n.t('Newest datasets') }),
    datasets: found
      .toSorted((a, b) => b.dataset.creationDate.localeCompare(a.dataset.creationDate))
      .slice(0, MOST_NEWEST),
    pending: isPending ? MOST_ORGANIZATIONS : 0,
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}
