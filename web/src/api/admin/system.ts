import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../http.ts';
import { keys } from '../keys.ts';
import { chosen, isActive } from '../tasks.ts';
import type { AuditPage, Configuration, Health, NewImport, Operation, TaskPage } from './system-types.ts';

/** Progress of a job moves in seconds. */
const POLL_MS = 1500;
/** A page about the service's state that is left open stays true enough with this. */
const HEALTH_POLL_MS = 15_000;

/** Unhealthy is answered with 503; its report is what the page is there for. */
export const healthQuery = queryOptions({
  queryKey: keys.health,
  queryFn: ({ signal }) => call<Health>('/health', { signal, readable: 503 }),
  refetchInterval: HEALTH_POLL_MS,
  refetchIntervalInBackground: false,
});

export const versionQuery = queryOptions({
  queryKey: keys.version,
  queryFn: ({ signal }) => call<string>('/sys/version', { signal }),
  staleTime: Infinity,
});

export const configurationQuery = queryOptions({
  queryKey: keys.configuration,
  queryFn: ({ signal }) => call<Configuration>('/sys/config', { signal }),
});

export const TASKS_PER_PAGE = 50;

export type JobFilter = { readonly state: string; readonly toolId: string; readonly userId: string };

/** Background jobs, newest first; empty members of a filter are none. */
export const tasksQuery = (filter: JobFilter, skip: number) =>
  queryOptions({
    queryKey: keys.taskPage(filter, skip),
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ ...chosen(filter), skip: String(skip), take: String(TASKS_PER_PAGE) });
      return call<TaskPage>(`/sys/tasks?${query.toString()}`, { signal });
    },
    refetchInterval: (query) =>
      query.state.data?.items.some((task) => isActive(task.state)) === true ? POLL_MS : false,
    refetchIntervalInBackground: false,
  });

/** What an administrator does with a job of a dataset: ends it, starts it again, forgets it. */
export type JobVerb = 'cancel' | 'retry' | 'delete';

export const doWithJob = (id: string, verb: JobVerb): Promise<void> =>
  call(`/sys/tasks/${encodeURIComponent(id)}/${verb}`, { method: 'POST' });

/** An operation of the whole service; asked again until it has ended. */
export const operationQuery = (id: string) =>
  queryOptions({
    queryKey: keys.operation(id),
    queryFn: ({ signal }) => call<Operation>(`/sys/jobs/${encodeURIComponent(id)}`, { signal }),
    refetchInterval: (query) => (query.state.data === undefined || isActive(query.state.data.state) ? POLL_MS : false),
    refetchIntervalInBackground: false,
  });

export const AUDIT_PER_PAGE = 100;

/** The audit log, newest first. A page ends at an id, so lines written meanwhile move nothing. */
export const auditQuery = (action: string, user: string) =>
  infiniteQueryOptions({
    queryKey: keys.audit(action, user),
    initialPageParam: null as number | null,
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({ limit: String(AUDIT_PER_PAGE) });
      if (pageParam !== null) query.set('before', String(pageParam));
      if (action !== '') query.set('action', action);
      if (user !== '') query.set('user', user);
      return call<AuditPage>(`/sys/audit?${query.toString()}`, { signal });
    },
    getNextPageParam: ({ next }) => next,
  });

/** Starts an import in the background and answers at once. */
export const startImport = (wanted: NewImport): Promise<{ readonly jobId: string }> =>
  call(wanted.sourceDataset === undefined ? '/sys/import-organization' : '/sys/import-dataset', {
    method: 'POST',
    json: { ...wanted, async: true },
  });

/** One of the service's clean-ups: done when it answers, or begun as the job it names. */
export const runCleanUp = (address: string): Promise<Readonly<Record<string, unknown>>> =>
  call(address, { method: 'POST', json: {} });
