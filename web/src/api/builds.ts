import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/routes.ts';
import { buildEventsAddress, inDataset, type DatasetRef } from './addresses.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';
import { pollMs } from './live.ts';
import { isActive } from './tasks.ts';

/** A build of a file. */
export type BuildJob = Answer<'GET /orgs/{orgSlug}/ds/{dsSlug}/builds'>[number];

/** An event of the stream of builds. The OpenAPI document has no schema of events. */
export type BuildChange = Pick<
  BuildJob,
  'jobId' | 'path' | 'currentState' | 'progressPercent' | 'phaseMessage' | 'outcome' | 'errorMessage' | 'createdAt'
> & { readonly missingDependencies: readonly string[] };

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
      call('GET /orgs/{orgSlug}/ds/{dsSlug}/builds', {
        path: inDataset(ref),
        query: { page, pageSize: JOBS_PER_PAGE },
        byLink: true,
        signal,
      }),
    refetchInterval: ({ state }) => pollOf(ref, state.data),
    refetchIntervalInBackground: false,
  });

/** Builds of a file that its history tells of. */
const MOST_OF_FILE = 20;

/** The newest builds of a file, newest first. */
export const fileBuildsQuery = (ref: DatasetRef, path: string) =>
  queryOptions({
    queryKey: [...keys.builds(ref), 'file', path],
    queryFn: ({ signal }) =>
      call('GET /orgs/{orgSlug}/ds/{dsSlug}/builds', {
        path: inDataset(ref),
        query: { pageSize: MOST_OF_FILE, path },
        byLink: true,
        signal,
      }),
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
      return call('GET /orgs/{orgSlug}/ds/{dsSlug}/builds/{jobId}', {
        path: { ...inDataset(ref), jobId },
        byLink: true,
        signal,
      });
    },
    refetchInterval: ({ state }) => pollOf(ref, state.data ? [state.data] : []),
    refetchIntervalInBackground: false,
  });

async function newestJob(ref: DatasetRef, path: string, signal: AbortSignal): Promise<string | undefined> {
  const [newest] = await call('GET /orgs/{orgSlug}/ds/{dsSlug}/builds', {
    path: inDataset(ref),
    query: { pageSize: 1, path },
    byLink: true,
    signal,
  });
  return newest?.jobId;
}

/** Forgets the jobs that have ended. */
export const clearBuilds = (ref: DatasetRef) =>
  call('POST /orgs/{orgSlug}/ds/{dsSlug}/builds/clear', { path: inDataset(ref) });
