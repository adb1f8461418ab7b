import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../api/keys.ts';
import type { DatasetRef } from '../api/types.ts';

/** A thousand small files arrive in seconds; their list is asked for at most this often. */
const EVERY_MS = 800;

/** Shows a dataset's files anew a moment after the first of a series of changes. */
export function createRefresher(queries: QueryClient): (ref: DatasetRef) => void {
  const planned = new Set<string>();
  return (ref) => {
    const name = `${ref.org}/${ref.ds}`;
    if (planned.has(name)) return;
    planned.add(name);
    setTimeout(() => {
      planned.delete(name);
      void queries.invalidateQueries({ queryKey: keys.entries(ref) });
      void queries.invalidateQueries({ queryKey: keys.datasets(ref.org) });
    }, EVERY_MS);
  };
}
