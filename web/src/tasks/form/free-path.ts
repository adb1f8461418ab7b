import { queryOptions } from '@tanstack/react-query';
import type { DatasetRef } from '../../api/addresses.ts';
import { findEntry } from '../../api/entries.ts';
import { keys } from '../../api/keys.ts';
import { MOST_NUMBERED, numberedPath } from '../../files/entry-path.ts';

/** The path itself where nothing is there, else the first with a number that is free; null where too many are taken. */
export const freePathQuery = (ref: DatasetRef, wanted: string) =>
  queryOptions({
    queryKey: [...keys.entries(ref), 'free', wanted],
    queryFn: async ({ signal }) => {
      for (let number = 1; number <= MOST_NUMBERED; number += 1) {
        const path = number === 1 ? wanted : numberedPath(wanted, false, number);
        if ((await findEntry(ref, path, signal)) === undefined) return path;
      }
      return null;
    },
  });
