import type { DatasetRef } from './addresses.ts';

/** Keys of the query cache. A shorter key is a prefix of what it invalidates. */
export const keys = {
  session: ['session'] as const,
  features: ['features'] as const,
  organizations: ['organizations'] as const,
  /** "-" is no slug. */
  publicOrganizations: ['organizations', '-', 'public'] as const,
  organizationAbove: (org: string) => ['organizations', org, 'above'] as const,
  organization: (org: string) => ['organizations', org] as const,
  members: (org: string) => ['members', org] as const,
  datasets: (org: string) => ['datasets', org] as const,
  dataset: ({ org, ds }: DatasetRef) => ['datasets', org, ds] as const,
  entries: ({ org, ds }: DatasetRef) => ['entries', org, ds] as const,
  folder: ({ org, ds }: DatasetRef, path: string) => ['entries', org, ds, 'folder', path] as const,
  entry: ({ org, ds }: DatasetRef, path: string) => ['entries', org, ds, 'entry', path] as const,
  folders: ({ org, ds }: DatasetRef, path: string) => ['entries', org, ds, 'folders', path] as const,
  search: ({ org, ds }: DatasetRef, folder: string, by: string, words: string, type: number | null) =>
    ['entries', org, ds, 'search', folder, by, words, type] as const,
  /** Empty: of all organizations. */
  extents: (org: string) => ['extents', org] as const,
  find: (words: string, kind: string) => ['find', words, kind] as const,
  collections: ({ org, ds }: DatasetRef) => ['entries', org, ds, 'collections'] as const,
  ofType: ({ org, ds }: DatasetRef, types: readonly number[]) => ['entries', org, ds, 'of-type', ...types] as const,
  schema: ({ org, ds }: DatasetRef, id: string, part: string) => ['entries', org, ds, 'schema', id, part] as const,
  items: ({ org, ds }: DatasetRef, id: string, query: Readonly<Record<string, string>>) =>
    ['entries', org, ds, 'items', id, query] as const,
  builds: ({ org, ds }: DatasetRef) => ['builds', org, ds] as const,
  datasetTasks: ({ org, ds }: DatasetRef) => ['dataset-tasks', org, ds] as const,
  tools: ({ org, ds }: DatasetRef) => ['tools', org, ds] as const,
  metadata: ({ org, ds }: DatasetRef, path: string) => ['entries', org, ds, 'metadata', path] as const,
  openedLink: ({ org, ds }: DatasetRef, token: string) => ['datasets', org, ds, 'link', token] as const,
  links: ({ org, ds }: DatasetRef) => ['links', org, ds] as const,
  tokens: ['tokens'] as const,
  storage: ['storage'] as const,
  users: ['users'] as const,
  userList: ['users', 'list'] as const,
  userOrganizations: (userName: string) => ['users', userName, 'organizations'] as const,
  userMetadata: (userName: string) => ['users', userName, 'metadata'] as const,
  roles: ['roles'] as const,
  health: ['system', 'health'] as const,
  version: ['system', 'version'] as const,
  configuration: ['system', 'configuration'] as const,
  operation: (id: string) => ['operation', id] as const,
  tasks: ['tasks'] as const,
  taskPage: (filter: Readonly<Record<string, string>>, skip: number) => ['tasks', filter, skip] as const,
  audit: (action: string, user: string) => ['audit', action, user] as const,
};
