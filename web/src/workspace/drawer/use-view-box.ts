import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Bounds } from '../../map/footprint.ts';
import type { MapLibreMap } from '../../map/maplibre.ts';

/** The box of what the map shows, in degrees; it follows the map once that rests. */
export function useViewBox(map: MapLibreMap): Bounds {
  const subscribe = useCallback(
    (tell: () => void) => {
      map.on('moveend', tell);
      map.on('resize', tell);
      return () => {
        map.off('moveend', tell);
        map.off('resize', tell);
      };
    },
    [map],
  );
  const text = useSyncExternalStore(subscribe, () => map.getBounds().toArray().flat().join());
  return useMemo(() => {
    const [west = 0, south = 0, east = 0, north = 0] = text.split(',').map(Number);
    return [west, south, east, north];
  }, [text]);
}
