import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/routes.ts';
import { callPage, type Page } from './http.ts';
import { keys } from './keys.ts';

/** A dataset and the box around its files. */
export type DatasetExtent = Answer<'GET /search/extents'>[number];

export type Extents = {
  readonly datasets: readonly DatasetExtent[];
  /** There are more than one map shows. */
  readonly isPart: boolean;
};

/** The most that the service sends at once, and the most pages that one map is made of. */
const [PAGE, MOST_PAGES] = [1000, 10];

/** What the datasets cover that the person may find. @param org empty: of all organizations */
export const extentsQuery = (org: string) =>
  queryOptions({
    queryKey: keys.extents(org),
    queryFn: async ({ signal }): Promise<Extents> => {
      const datasets: DatasetExtent[] = [];
      let after: string | null = null;
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const answer: Page<DatasetExtent> = await callPage('GET /search/extents', {
          query: { limit: PAGE, orgSlug: org === '' ? undefined : org, after: after ?? undefined },
          signal,
        });
        datasets.push(...answer.items);
        after = answer.next;
        if (after === null) break;
      }
      return { datasets, isPart: after !== null };
    },
    staleTime: 60_000,
  });
