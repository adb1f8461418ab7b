import { queryOptions } from '@tanstack/react-query';
import { listAddress } from '../../api/addresses.ts';
import { call } from '../../api/http.ts';
import { keys } from '../../api/keys.ts';
import type { DatasetRef, Entry } from '../../api/types.ts';
import { MOST_NUMBERED, numberedPath } from '../../files/entry-path.ts';

/** The path itself where nothing is there, else the first with a number that is free; null where too many are taken. */
export const freePathQuery = (ref: DatasetRef, wanted: string) =>
  queryOptions({
    queryKey: [...keys.entries(ref), 'free', wanted],
    queryFn: async ({ signal }) => {
      for (let number = 1; number <= MOST_NUMBERED; number += 1) {
        const path = number === 1 ? wanted : numberedPath(wanted, false, number);
        // The service answers an unknown path with an empty list.
        const found = await call<readonly Entry[]>(listAddress(ref, path), { signal });
        if (found.every((entry) => entry.path !== path)) return path;
      }
      return null;
    },
  });
