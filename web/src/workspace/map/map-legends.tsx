import { Suspense } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import { boxesMeet } from '../../map/footprint.ts';
import type { MapLibreMap } from '../../map/maplibre.ts';
import { useViewBox } from '../drawer/use-view-box.ts';
import type { MapLayer } from '../../kinds/on-map.ts';
import { isDrawable, kindOnMap } from './drawn-style.ts';

/** Legends on the map; more would hide it. */
const MOST_LEGENDS = 4;

type MapLegendsProps = {
  readonly map: MapLibreMap;
  readonly datasetRef: DatasetRef;
  /** Those that are shown, from the top down. */
  readonly layers: readonly MapLayer[];
  readonly lookOf: (layer: MapLayer) => string;
};

/** What the colours mean of layers that are shown and have a part in view. */
export function MapLegends({ map, datasetRef, layers, lookOf }: MapLegendsProps) {
  const box = useViewBox(map);
  const legends = layers
    .filter((layer) => isDrawable(layer) && (layer.bounds === null || boxesMeet(layer.bounds, box)))
    .flatMap((layer) => {
      const Legend = kindOnMap(layer)?.Legend;
      return Legend === undefined ? [] : [{ layer, Legend }];
    })
    .slice(0, MOST_LEGENDS);
  return (
    <div className="al-legends">
      <Suspense fallback={null}>
        {legends.map(({ layer, Legend }) => (
          <Legend key={layer.key} datasetRef={datasetRef} layer={layer} look={lookOf(layer)} />
        ))}
      </Suspense>
    </div>
  );
}
