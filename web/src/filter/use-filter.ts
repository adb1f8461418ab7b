import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { formatFilter, parseFilter, type Filter } from './filter.ts';
import { useFilterSearch } from './use-filter-search.ts';

/** The filter of the address. Another one is a step that Back undoes. */
export function useFilter() {
  const { path, kind, from, to, box } = useFilterSearch();
  const navigate = useNavigate();
  const filter = useMemo(() => parseFilter({ path, kind, from, to, box }), [path, kind, from, to, box]);
  const change = useCallback(
    (part: Partial<Filter>): void => {
      const next = formatFilter({ ...filter, ...part });
      void navigate({ to: '.', search: (old) => ({ ...old, ...next }), hash: true, resetScroll: false });
    },
    [navigate, filter],
  );
  return { filter, change };
}
