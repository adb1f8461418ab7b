import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../../api/routes.ts';
import type { CleanUpOutcome } from '../answers.ts';
import { call } from '../http.ts';
import { keys } from '../keys.ts';
import { chosen, isActive } from '../tasks.ts';

/** A background job: a build of a file, or something of the whole service. */
export type Task = Answer<'GET /sys/tasks'>['items'][number];

export type TaskImport = NonNullable<Task['import']>;

export type AuditItem = Answer<'GET /sys/audit'>['items'][number];

export type Configuration = Answer<'GET /sys/config'>;

export type ConfigurationField = Configuration['sections'][number]['fields'][number];

export type NewImport = {
  readonly sourceRegistryUrl: string;
  readonly username?: string;
  readonly password?: string;
  readonly sourceOrganization: string;
  /** Without, all of the organization's datasets are fetched. */
  readonly sourceDataset?: string;
  readonly destinationOrganization?: string;
  readonly destinationDataset?: string;
};

/** Progress of a job moves in seconds. */
const POLL_MS = 1500;
/** A page about the service's state that is left open stays true enough with this. */
const HEALTH_POLL_MS = 15_000;

/** Unhealthy is answered with 503; its report is what the page is there for. */
export const healthQuery = queryOptions({
  queryKey: keys.health,
  queryFn: ({ signal }) => call('GET /health', { signal, readable: 503 }),
  refetchInterval: HEALTH_POLL_MS,
  refetchIntervalInBackground: false,
});

export const versionQuery = queryOptions({
  queryKey: keys.version,
  queryFn: ({ signal }) => call('GET /sys/version', { signal }),
  staleTime: Infinity,
});

export const configurationQuery = queryOptions({
  queryKey: keys.configuration,
  queryFn: ({ signal }) => call('GET /sys/config', { signal }),
});

export const TASKS_PER_PAGE = 50;

export type JobFilter = { readonly state: string; readonly toolId: string; readonly userId: string };

/** Background jobs, newest first; empty members of a filter are none. */
export const tasksQuery = (filter: JobFilter, skip: number) =>
  queryOptions({
    queryKey: keys.taskPage(filter, skip),
    queryFn: ({ signal }) =>
      call('GET /sys/tasks', { query: { ...chosen(filter), skip, take: TASKS_PER_PAGE }, signal }),
    refetchInterval: (query) =>
      query.state.data?.items.some((task) => isActive(task.state)) === true ? POLL_MS : false,
    refetchIntervalInBackground: false,
  });

/** What an administrator does with a job of a dataset: ends it, starts it again, forgets it. */
export type JobVerb = 'cancel' | 'retry' | 'delete';

export const doWithJob = (id: string, verb: JobVerb) => call(`POST /sys/tasks/{id}/${verb}`, { path: { id } });

/** An operation of the whole service; asked again until it has ended. */
export const operationQuery = (id: string) =>
  queryOptions({
    queryKey: keys.operation(id),
    queryFn: ({ signal }) => call('GET /sys/jobs/{id}', { path: { id }, signal }),
    refetchInterval: (query) => (query.state.data === undefined || isActive(query.state.data.state) ? POLL_MS : false),
    refetchIntervalInBackground: false,
  });

export const AUDIT_PER_PAGE = 100;

/** The audit log, newest first. A page ends at an id, so lines written meanwhile move nothing. */
export const auditQuery = (action: string, user: string) =>
  infiniteQueryOptions({
    queryKey: keys.audit(action, user),
    initialPageParam: null as number | null,
    queryFn: ({ signal, pageParam }) =>
      call('GET /sys/audit', {
        query: { limit: AUDIT_PER_PAGE, before: pageParam ?? undefined, ...chosen({ action, user }) },
        signal,
      }),
    getNextPageParam: ({ next }) => next,
  });

/** Starts an import in the background and answers at once. */
export const startImport = (wanted: NewImport) =>
  call(wanted.sourceDataset === undefined ? 'POST /sys/import-organization' : 'POST /sys/import-dataset', {
    body: { ...wanted, async: true },
  });

/** Where clean-ups are started. */
export type CleanUpAddress =
  | '/sys/cleanup'
  | '/sys/cleanupdatasets'
  | '/sys/cleanupbatches'
  | '/sys/cleanup-jobindices'
  | '/sys/check-artifact-completeness';

/** One of the service's clean-ups: done when it answers, or begun as the job it names. */
export const runCleanUp = (address: CleanUpAddress): Promise<CleanUpOutcome> => call(`POST ${address}`, { body: {} });
