import { queryOptions } from '@tanstack/react-query';
import { inDataset, type DatasetRef } from './addresses.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';

/** More are counted no further: a dataset may have a hundred thousand builds. */
export const MOST_COUNTED = 99;

/** While something is under way, and otherwise: others may start something. What this page starts is counted at once. */
const [BUSY_POLL_MS, IDLE_POLL_MS] = [4000, 30_000];

/** How many builds and tasks of a dataset run or wait; `MOST_COUNTED` + 1 where there are more. */
export const activeCountQuery = (ref: DatasetRef) =>
  queryOptions({
    queryKey: [...keys.datasetTasks(ref), 'active'],
    queryFn: async ({ signal }) => {
      const tasks = await call('GET /orgs/{orgSlug}/ds/{dsSlug}/tasks', {
        path: inDataset(ref),
        query: { active: true, take: MOST_COUNTED + 1 },
        signal,
      });
      return tasks.length;
    },
    refetchInterval: ({ state }) => (state.data === undefined || state.data === 0 ? IDLE_POLL_MS : BUSY_POLL_MS),
    refetchIntervalInBackground: false,
  });
