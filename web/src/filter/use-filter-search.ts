import { useSearch } from '@tanstack/react-router';
import type { FilterText } from './filter-address.ts';

/** The filter of the address: what goes along from view to view of a dataset. */
export function useFilterSearch(): FilterText {
  const { path, kind, from, to, box } = useSearch({ strict: false });
  return { path, kind, from, to, box };
}
