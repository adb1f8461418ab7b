import type { QueryClient } from '@tanstack/react-query';
import { keys } from './keys.ts';
import type { DatasetRef } from './addresses.ts';

/** Nothing of a dataset that is gone, or has another address, may be shown for the next one of that name. */
export function forgetDataset(queries: QueryClient, ref: DatasetRef): void {
  for (const queryKey of [keys.dataset(ref), keys.entries(ref), keys.links(ref)]) queries.removeQueries({ queryKey });
}

/** Takes out of a list what is gone, before the list is shown again: it would be seen there until the list is read anew. */
export function dropFromList(queries: QueryClient, list: readonly string[], slug: string): void {
  queries.setQueryData<readonly { readonly slug: string }[]>(list, (rows) => rows?.filter((row) => row.slug !== slug));
}
