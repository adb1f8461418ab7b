import { useQuery } from '@tanstack/react-query';
import type { StyleSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import type { Basemap } from '../api/session.ts';
import { groundStyle } from './map-style.ts';
import { useBackground } from './use-background.ts';
import { coastLinesQuery } from './coast-lines.ts';

/** What lies below all layers: the chosen background, else coast lines and borders of our own. */
export function useGround(basemap: Basemap | null): StyleSpecification {
  const background = useBackground();
  const coast = useQuery({ ...coastLinesQuery, enabled: basemap === null });
  return useMemo(() => {
    const ground = groundStyle({ background, basemap });
    if (basemap !== null || coast.data === undefined) return ground;
    return {
      ...ground,
      sources: {
        ...ground.sources,
        land: { type: 'geojson', data: coast.data.land },
        borders: { type: 'geojson', data: coast.data.borders },
      },
      layers: [
        ...ground.layers,
        { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': LAND, 'fill-opacity': 0.18 } },
        { id: 'coast', type: 'line', source: 'land', paint: { 'line-color': LAND, 'line-width': 1 } },
        {
          id: 'borders',
          type: 'line',
          source: 'borders',
          paint: { 'line-color': LAND, 'line-width': 0.8, 'line-dasharray': [3, 2] },
        },
      ],
    };
  }, [background, basemap, coast.data]);
}

/** Grey that is seen on the light ground and on the dark one, and takes no eye from the data. */
const LAND = '#8b9b96';
