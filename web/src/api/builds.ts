import { queryOptions } from '@tanstack/react-query';
import { buildEventsAddress, buildsAddress, withLink } from './addresses.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';
import { pollMs } from './live.ts';
import { isActive } from './tasks.ts';
import type { DatasetRef } from './types.ts';

/** One asked-for build of a file. */
export type BuildJob = {
  readonly jobId: string;
  readonly path: string | null;
  readonly currentState: string;
  readonly progressPercent: number | null;
  readonly phaseMessage: string | null;
  /** What became of it; `deferred` waits for files. */
  readonly outcome: string | null;
  readonly errorMessage: string | null;
  readonly createdAt: string;
};

/** A build job as the service tells of it while it changes. */
export type BuildChange = BuildJob & { readonly missingDependencies: readonly string[] };

export const JOBS_PER_PAGE = 50;

/** True until the job has succeeded, failed or been deleted. */
export const isActiveBuild = ({ currentState }: Pick<BuildJob, 'currentState'>): boolean => isActive(currentState);

const pollOf = (ref: DatasetRef, jobs: readonly BuildJob[] | undefined): number | false =>
  jobs?.some(isActiveBuild) === true && pollMs(buildEventsAddress(ref));

/** A page of the build jobs of a dataset, newest first. */
export const buildsQuery = (ref: DatasetRef, page: number) =>
  queryOptions({
    queryKey: [...keys.builds(ref), 'page', page],
    queryFn: ({ signal }) =>
      call<readonly BuildJob[]>(withLink(`${buildsAddress(ref)}?page=${page}&pageSize=${JOBS_PER_PAGE}`), { signal }),
    refetchInterval: ({ state }) => pollOf(ref, state.data),
    refetchIntervalInBackground: false,
  });

/** Which log: of one job, or of the newest build of a file. */
export type LogOf = { readonly jobId: string } | { readonly path: string };

/** A build job with its log; null when there is none of the file, or it was cleared away. */
export const buildLogQuery = (ref: DatasetRef, of: LogOf) =>
  queryOptions({
    queryKey: [...keys.builds(ref), 'log', of],
    queryFn: async ({ signal }) => {
      const jobId = 'jobId' in of ? of.jobId : await newestJob(ref, of.path, signal);
      if (jobId === undefined) return null;
      return call<BuildJob & { readonly log: string }>(withLink(`${buildsAddress(ref)}/${jobId}`), { signal });
    },
    refetchInterval: ({ state }) => pollOf(ref, state.data ? [state.data] : []),
    refetchIntervalInBackground: false,
  });

async function newestJob(ref: DatasetRef, path: string, signal: AbortSignal): Promise<string | undefined> {
  const newest = `${buildsAddress(ref)}?pageSize=1&path=${encodeURIComponent(path)}`;
  return (await call<readonly BuildJob[]>(withLink(newest), { signal }))[0]?.jobId;
}

/** Forgets the jobs that have ended. */
export const clearBuilds = (ref: DatasetRef): Promise<{ readonly deletedCount: number }> =>
  call(`${buildsAddress(ref)}/clear`, { method: 'POST' });
