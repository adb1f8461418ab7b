import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../../api/routes.ts';
import { inDataset, taskEventsAddress, type DatasetRef } from './addresses.ts';
import type { Tool } from './answers.ts';
import { call } from './http.ts';
import { keys } from './keys.ts';
import { pollMs } from './live.ts';

/** Where a tool is offered. */
export type Offer = Tool['offers'][number];

/** A task of a list. `owner` is null for nobody. */
export type ListedTask = Answer<'GET /orgs/{orgSlug}/ds/{dsSlug}/tasks'>[number];

/** All that is told of one task. */
export type TaskDetails = Answer<'GET /orgs/{orgSlug}/ds/{dsSlug}/tasks/{id}'>;

/** An event of the stream of tasks. The OpenAPI document has no schema of events. */
export type TaskChange = Omit<ListedTask, 'owner' | 'undoneAt'> & Pick<TaskDetails, 'logCursor'>;

/** Lines of a log; `cursor` counts those there ever were. */
type TaskLog = Answer<'GET /orgs/{orgSlug}/ds/{dsSlug}/tasks/{id}/log'>;
/** Whether it was asked for when the task had ended: then nothing comes any more. */
type KeptLog = TaskLog & { readonly isWhole: boolean };

export type Submitted = Answer<'POST /orgs/{orgSlug}/ds/{dsSlug}/tasks'>;

const ACTIVE_STATES = new Set(['Created', 'Enqueued', 'Scheduled', 'Processing']);

/** True until the task has succeeded, failed or been cancelled. */
export const isActive = (state: string): boolean => ACTIVE_STATES.has(state);

/** What can be started in a dataset. */
export const toolsQuery = (ref: DatasetRef) =>
  queryOptions({
    queryKey: keys.tools(ref),
    queryFn: ({ signal }) => call('GET /orgs/{orgSlug}/ds/{dsSlug}/tasks/tools', { path: inDataset(ref), signal }),
    // They change with the settings of the service only.
    staleTime: Infinity,
  });

export const TASKS_PER_PAGE = 50;
/** One more than a page tells whether there is another one. */
const TAKE = TASKS_PER_PAGE + 1;

export type TaskFilter = {
  readonly state: string;
  readonly toolId: string;
  /** A tool whose tasks are left out. */
  readonly without?: string;
};

/** Tasks of a dataset, newest first: a page, and the first of the next one. Empty members of a filter are none. */
export const taskListQuery = (ref: DatasetRef, filter: TaskFilter, skip: number) =>
  queryOptions({
    queryKey: [...keys.datasetTasks(ref), 'list', filter, skip],
    queryFn: ({ signal }) =>
      call('GET /orgs/{orgSlug}/ds/{dsSlug}/tasks', {
        path: inDataset(ref),
        query: { ...chosen(filter), skip, take: TAKE },
        byLink: true,
        signal,
      }),
    refetchInterval: ({ state }) => pollOf(ref, state.data),
    refetchIntervalInBackground: false,
  });

/** The members of a filter that are not empty. */
export const chosen = (filter: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));

const pollOf = (ref: DatasetRef, tasks: readonly { readonly state: string }[] = []): number | false =>
  tasks.some(({ state }) => isActive(state)) && pollMs(taskEventsAddress(ref));

const ofTask = (ref: DatasetRef, id: string) => ({ ...inDataset(ref), id });

/** All that is told of one task. */
export const taskQuery = (ref: DatasetRef, taskId: string) =>
  queryOptions({
    queryKey: [...keys.datasetTasks(ref), 'task', taskId],
    queryFn: ({ signal }) =>
      call('GET /orgs/{orgSlug}/ds/{dsSlug}/tasks/{id}', { path: ofTask(ref, taskId), byLink: true, signal }),
    refetchInterval: ({ state }) => pollOf(ref, state.data === undefined ? [] : [state.data]),
    refetchIntervalInBackground: false,
  });

/** Lines that are kept; the service keeps 200, and a page that was left open for a day need not keep more than this. */
const MOST_LINES = 2000;

const EMPTY_LOG: KeptLog = { cursor: 0, lines: [], truncatedFromTail: false, isWhole: false };

/** Milliseconds from the end of a task to its last lines: at once. */
const LAST_LINES_MS = 1;

/**
 * The log so far: each time what came since is asked for. It is asked for once more when the task was seen to have ended, as
 * its last lines are written with its end.
 */
export const taskLogQuery = (ref: DatasetRef, taskId: string, active: boolean) =>
  queryOptions({
    queryKey: [...keys.datasetTasks(ref), 'log', taskId],
    queryFn: async ({ client, queryKey, signal }): Promise<KeptLog> => {
      const old = client.getQueryData<KeptLog>(queryKey) ?? EMPTY_LOG;
      const part = await call('GET /orgs/{orgSlug}/ds/{dsSlug}/tasks/{id}/log', {
        path: ofTask(ref, taskId),
        query: { since: old.cursor },
        byLink: true,
        signal,
      });
      const lines = [...old.lines, ...part.lines];
      return {
        cursor: part.cursor,
        lines: lines.slice(-MOST_LINES),
        truncatedFromTail: old.truncatedFromTail || part.truncatedFromTail || lines.length > MOST_LINES,
        isWhole: !active,
      };
    },
    refetchInterval: ({ state }) =>
      active ? pollMs(taskEventsAddress(ref)) : state.data?.isWhole === false && state.error === null && LAST_LINES_MS,
    refetchIntervalInBackground: false,
  });

export type Submission = {
  readonly toolId: string;
  readonly version: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Another one, although an equal one is there. */
  readonly force: boolean;
};

export const submitTask = (ref: DatasetRef, body: Submission): Promise<Submitted> =>
  call('POST /orgs/{orgSlug}/ds/{dsSlug}/tasks', { path: inDataset(ref), body, byLink: true });

/** Ends one that is under way; of one that has ended, the result goes. */
export const cancelTask = (ref: DatasetRef, taskId: string) =>
  call('DELETE /orgs/{orgSlug}/ds/{dsSlug}/tasks/{id}', { path: ofTask(ref, taskId), byLink: true });

/** What is asked of one task: start it again, forget it, remove the files it wrote. */
export type TaskVerb = 'retry' | 'delete' | 'undo';

export const doWithTask = (ref: DatasetRef, taskId: string, verb: TaskVerb) =>
  call(`POST /orgs/{orgSlug}/ds/{dsSlug}/tasks/{id}/${verb}`, { path: ofTask(ref, taskId), byLink: true });

/** Forgets the tasks that have ended and fit. */
export const clearTasks = (ref: DatasetRef, filter: TaskFilter) =>
  call('POST /orgs/{orgSlug}/ds/{dsSlug}/tasks/clear', { path: inDataset(ref), query: chosen(filter) });
