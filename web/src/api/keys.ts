import type { DatasetRef } from './types.ts';

/** Keys of the query cache. A shorter key is a prefix of what it invalidates. */
export const keys = {
  session: ['session'] as const,
  features: ['features'] as const,
  organizations: ['organizations'] as const,
  organization: (org: string) => ['organizations', org] as const,
  datasets: (org: string) => ['datasets', org] as const,
  dataset: ({ org, ds }: DatasetRef) => ['datasets', org, ds] as const,
  entries: ({ org, ds }: DatasetRef) => ['entries', org, ds] as const,
  folder: ({ org, ds }: DatasetRef, path: string) => ['entries', org, ds, 'folder', path] as const,
  entry: ({ org, ds }: DatasetRef, path: string) => ['entries', org, ds, 'entry', path] as const,
};
