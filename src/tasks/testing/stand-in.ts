import { ALL_PERMISSIONS, type Caller, type DatasetGrant, type Permissions } from '../../access/index.ts';
import { createServer } from '../../http/index.ts';
import { loadSettings } from '../../settings/index.ts';
import { taskAdministrationRoutes } from '../routes-administration.ts';
import { taskRoutes, type TaskRouteOptions } from '../routes.ts';
import type { AnyTaskRow, Part, TaskDetails, Tasks } from '../service.ts';

/** A task as a service of tests tells it. */
export const standInTask = (given: Partial<TaskDetails> = {}): TaskDetails => ({
  id: 'a0000000-0000-4000-8000-000000000001',
  toolId: 'bulk-download',
  version: '1',
  state: 'Succeeded',
  progress: 100,
  phase: 'done',
  path: 'flight',
  userId: 'mine',
  userName: 'mine',
  errorType: null,
  error: null,
  artifact: null,
  undoneAt: null,
  createdAt: new Date(1e12),
  startedAt: new Date(1e12 + 1),
  finishedAt: null,
  parameters: { paths: ['flight'] },
  facts: null,
  estimatedBytes: 9,
  written: 0,
  log: { cursor: 2, lines: ['[10:00:00] one', '[10:00:01] two'], truncatedFromTail: false },
  ...given,
});

/** Where all lists go on. */
export const NEXT = '1000000000000000.a0000000-0000-4000-8000-000000000004';

const partText = ({ skip, take, after }: Part): string => [skip, take, after ?? []].flat().join(' ');

/** What is asked of tasks, as one line each. */
export type Asked = string[];

/** Tasks that remember what they are asked for, and know these. */
export function standInTasks(known: readonly TaskDetails[], asked: Asked, given: Partial<Tasks> = {}): Tasks {
  const told = <T>(what: string, answer: T): Promise<T> => {
    asked.push(what);
    return Promise.resolve(answer);
  };
  const find = (id: string) => known.find((task) => task.id === id);
  const anywhere = (task: TaskDetails): AnyTaskRow => ({
    ...task,
    organizationSlug: 'acre',
    datasetSlug: 'field',
    import: null,
  });
  return {
    tools: [],
    submit: (_, { user }, request) =>
      told(`submit ${user?.id} ${JSON.stringify(request)}`, {
        task: known[0]!,
        deduplicated: false,
        estimatedBytes: 9,
      }),
    list: (_, filter, part) => told(`list ${JSON.stringify(filter)} ${partText(part)}`, { rows: known, next: NEXT }),
    find: (_, id) => Promise.resolve(find(id)),
    log: (_, id, since) => told(`log ${since}`, find(id)?.log),
    artifact: () => Promise.resolve(undefined),
    cancel: (_, id) => told(`cancel ${id}`, true),
    retry: (_, id) => told(`retry ${id}`, undefined),
    remove: (_, id) => told(`remove ${id}`, undefined),
    clear: (_, filter) => told(`clear ${JSON.stringify(filter)}`, 3),
    undo: (_, id) => told(`undo ${id}`, 2),
    administration: {
      list: (filter, part) =>
        told(`all ${JSON.stringify(filter)} ${partText(part)}`, { rows: known.map(anywhere), next: NEXT }),
      count: () => Promise.resolve(known.length),
      cancel: (id) => told(`cancel any ${id}`, true),
      retry: (id) => told(`retry any ${id}`, undefined),
      remove: (id) => told(`remove any ${id}`, undefined),
    },
    ...given,
  };
}

const READS: Permissions = { canRead: true, canWrite: false, canDelete: false, canManageMembers: false };

/** Rights by bearer token, which is the id of its user as well; nobody reads. */
const RIGHTS: Readonly<Record<string, Permissions>> = {
  nobody: READS,
  mine: READS,
  reads: READS,
  writes: { ...READS, canWrite: true },
  manages: ALL_PERMISSIONS,
  admin: ALL_PERMISSIONS,
};

/** A server with the routes of tasks of the dataset `acre/field` alone. @returns asks it: status, body, headers */
export async function standInServer(tasks: Tasks, options: Partial<TaskRouteOptions> = {}) {
  const callerOf = (id: string): Caller => ({
    id,
    name: id,
    roles: [],
    isAdmin: id === 'admin',
    carrier: 'bearer',
    tokenExpires: undefined,
    // A link of who manages.
    ...(id === 'link'
      ? { id: 'manages', scope: { tokenId: 't', kind: 'link', readOnly: true, datasetId: 'd', path: '' } }
      : {}),
  });
  const grantFor = (caller: Caller | undefined): DatasetGrant => ({
    id: 'd',
    slug: 'field',
    organization: { id: 'o', slug: 'acre' },
    visibility: 2,
    permissions: RIGHTS[caller?.id ?? 'nobody'] ?? ALL_PERMISSIONS,
  });
  const server = await createServer({
    settings: loadSettings({ LOG_LEVEL: 'silent' }),
    routes: [
      ...taskRoutes({ tasks, tools: {}, signedInTools: new Map(), ...options }),
      ...taskAdministrationRoutes(tasks.administration),
    ],
    version: '0',
    access: {
      authenticate: (credentials) =>
        Promise.resolve(credentials.kind === 'token' ? callerOf(credentials.token) : undefined),
      organization: () => Promise.resolve(undefined),
      dataset: (_, slug, caller) => Promise.resolve(slug === 'field' ? grantFor(caller) : undefined),
      holds: () => Promise.resolve(false),
    },
    changed: () => undefined,
  });
  return {
    async ask(as: string, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) {
      const url = path.startsWith('/') ? path : `/orgs/acre/ds/field/${path}`;
      const headers = as === 'nobody' ? {} : { authorization: `Bearer ${as}` };
      const answer = await server.inject({ method, url, headers, ...(payload && { payload }) });
      const isJson = String(answer.headers['content-type']).includes('json');
      const body: unknown = isJson ? answer.json() : answer.body;
      return { status: answer.statusCode, body, headers: answer.headers };
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}
