import { textOf } from '../query-text.ts';

/** What the list shows; absent: everything. */
export type ActivityKind = 'builds' | 'tasks' | 'uploads' | 'downloads';

const KINDS: readonly string[] = ['builds', 'tasks', 'uploads', 'downloads'] satisfies readonly ActivityKind[];

/** State of the page in its address. */
export type ActivitySearch = {
  kind?: ActivityKind;
  /** Filter of tasks. */
  state?: string;
  tool?: string;
  /** Tasks that are left out first. */
  from?: string;
  /** Page of builds, from 1. */
  page?: string;
  /** The task that is open. */
  task?: string;
  token?: string;
};

export const activitySearch = (search: Readonly<Record<string, unknown>>): ActivitySearch => ({
  kind: KINDS.includes(String(search['kind'])) ? (search['kind'] as ActivityKind) : undefined,
  state: textOf(search['state']),
  tool: textOf(search['tool']),
  from: textOf(search['from']),
  page: textOf(search['page']),
  task: textOf(search['task']),
  token: textOf(search['token']),
});
