import { useDebouncedValue } from '@mantine/hooks';
import { Suspense } from 'react';
import type { DatasetRef } from '../../../api/addresses.ts';
import { formatNumber } from '../../../format/count.ts';
import type { MapLayer } from '../../../kinds/on-map.ts';
import type { MapLibreMap } from '../../../map/maplibre.ts';
import { kindOnMap } from '../drawn-style.ts';
import type { Place } from './coordinate-text.ts';
import { Coordinates } from './coordinates.tsx';
import { useMapPlace } from './use-map-place.ts';
import { i18n } from '../../../languages/i18n.ts';

/** A pointer that moves on asks for nothing on its way. */
const REST_MS = 150;

type StatusBarProps = {
  readonly map: MapLibreMap;
  readonly datasetRef: DatasetRef;
  /** Layers that are seen at a place, from the top down. */
  readonly shownAt: (at: Place) => readonly MapLayer[];
  readonly lookOf: (layer: MapLayer) => string;
};

/** What lies under the pointer: its values, its coordinates; and the scale of the map. */
export function StatusBar({ map, datasetRef, shownAt, lookOf }: StatusBarProps) {
  const { at, isCentre, scale } = useMapPlace(map);
  const [resting] = useDebouncedValue(at, REST_MS);
  const layer = shownAt(resting).find((it) => kindOnMap(it)?.Value !== undefined && isInside(resting, it));
  const Value = layer === undefined ? undefined : kindOnMap(layer)?.Value;
  return (
    <>
      {isCentre && <div className="al-crosshair" aria-hidden />}
      <section className="al-status al-figures" aria-label={i18n.t('Place')}>
        {layer !== undefined && Value !== undefined && (
          <Suspense fallback={null}>
            <Value datasetRef={datasetRef} layer={layer} look={lookOf(layer)} at={resting} />
          </Suspense>
        )}
        {isCentre && <span className="al-status-centre">{i18n.t('Centre')}</span>}
        <Coordinates map={map} at={at} />
        <span className="al-status-scale">{`1:${formatNumber(scale)}`}</span>
      </section>
    </>
  );
}

function isInside([longitude, latitude]: Place, { bounds }: MapLayer): boolean {
  if (bounds === null) return false;
  const [west, south, east, north] = bounds;
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}
