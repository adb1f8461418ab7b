import type { MapMouseEvent } from 'maplibre-gl';
import { useEffect, useEffectEvent } from 'react';
import type { MapLibreMap } from '../../map/maplibre.ts';
import type { Position } from '../model/measurement.ts';

/** Pixels beside a line within which a pointer means a place of it. */
const REACH = 24;

/** Tells the number of the position that is nearest to the pointer on the map; null once the pointer has left the line. */
export function useNearPlace(
  map: MapLibreMap,
  positions: readonly Position[],
  onIndex: (index: number | null) => void,
): void {
  const tell = useEffectEvent(onIndex);
  useEffect(() => {
    let isNear = false;
    const leave = (): void => {
      if (isNear) tell(null);
      isNear = false;
    };
    const move = ({ point }: MapMouseEvent): void => {
      const away = positions.map(([longitude, latitude]) => point.dist(map.project([longitude, latitude])));
      const index = indexOfLeast(away);
      if ((away[index] ?? Infinity) > REACH) return leave();
      isNear = true;
      tell(index);
    };
    map.on('mousemove', move);
    map.on('mouseout', leave);
    return () => {
      map.off('mousemove', move);
      map.off('mouseout', leave);
    };
  }, [map, positions]);
}

const indexOfLeast = (values: readonly number[]): number =>
  values.reduce((best, value, index) => (value < (values[best] ?? Infinity) ? index : best), 0);
