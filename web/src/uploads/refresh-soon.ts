import type { QueryClient } from '@tanstack/react-query';
import type { DatasetRef } from '../api/addresses.ts';
import { keys } from '../api/keys.ts';

/** A thousand small files arrive in seconds; their list is asked for at most this often. */
const EVERY_MS = 800;

/**
 * Shows a dataset's files anew a moment after the first of a series of changes, and once more for those that came while
 * the list was read: a long list that were begun anew at every change would never be read to its end.
 */
export function createRefresher(queries: QueryClient): (ref: DatasetRef) => void {
  /** By dataset: whether something has changed since its list was asked for. */
  const planned = new Map<string, boolean>();
  const refresh = (ref: DatasetRef): void => {
    const name = `${ref.org}/${ref.ds}`;
    if (planned.has(name)) {
      planned.set(name, true);
      return;
    }
    planned.set(name, false);
    setTimeout(() => {
      planned.set(name, false);
      const read = [keys.entries(ref), keys.datasets(ref.org)].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      );
      void Promise.allSettled(read).then(() => {
        const again = planned.get(name) === true;
        planned.delete(name);
        if (again) refresh(ref);
      });
    }, EVERY_MS);
  };
  return refresh;
}
