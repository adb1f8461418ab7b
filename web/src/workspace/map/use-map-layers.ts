import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import { pollOf } from '../../api/entries.ts';
import { keys } from '../../api/keys.ts';
import { filePart } from '../../filter/filter-query.ts';
import { useFilter } from '../../filter/use-filter.ts';
import { LAYER_GROUPS } from '../../map/layer-groups.ts';
import { MAP_KINDS, type MapLayer } from '../../kinds/on-map.ts';

export type LayersProblem = { readonly kind: string; readonly error: Error; readonly retry: () => void };

type MapLayers = {
  /** From the top of the map down. */
  readonly layers: readonly MapLayer[];
  readonly isPending: boolean;
  readonly problems: readonly LayersProblem[];
};

/**
 * The layers of what the filter leaves of a dataset, which come by themselves: each kind asks for its own. One that fails leaves the
 * others alone.
 */
export function useMapLayers(ref: DatasetRef): MapLayers {
  const { filter } = useFilter();
  const part = useMemo(() => filePart(filter), [filter]);
  const found = useQueries({
    queries: MAP_KINDS.map((kind) => ({
      queryKey: [...keys.entries(ref), 'map-layers', kind.name, part],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => kind.layers(ref, part, signal),
      refetchInterval: ({ state }: { readonly state: { readonly data: readonly MapLayer[] | undefined } }) =>
        pollOf(
          ref,
          (state.data ?? []).flatMap(({ entry }) => entry ?? []),
        ),
      refetchIntervalInBackground: false,
    })),
    combine: (results) => ({
      isPending: results.some((result) => result.isPending),
      lists: results.map(({ data }) => data),
      problems: results.flatMap(({ error, refetch }, at) =>
        error === null ? [] : [{ kind: MAP_KINDS[at]?.name ?? '', error, retry: () => void refetch() }],
      ),
    }),
  });
  const { lists } = found;
  const layers = useMemo(() => inGroups(lists.flatMap((list) => list ?? [])), [lists]);
  // With another filter the map stays as it is until the layers are known.
  const [shown, setShown] = useState<readonly MapLayer[] | null>(null);
  if (!found.isPending && shown !== layers) setShown(layers);
  if (found.isPending && shown !== null) return { layers: shown, isPending: false, problems: found.problems };
  return { layers, isPending: found.isPending, problems: found.problems };
}

const inGroups = (layers: readonly MapLayer[]): readonly MapLayer[] =>
  layers.toSorted((a, b) => LAYER_GROUPS.indexOf(a.group) - LAYER_GROUPS.indexOf(b.group));
