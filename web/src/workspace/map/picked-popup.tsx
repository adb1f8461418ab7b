import { CloseButton } from '@mantine/core';
import type { MapGeoJSONFeature } from 'maplibre-gl';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import type { DatasetRef } from '../../api/addresses.ts';
import type { MapLayer } from '../../kinds/on-map.ts';
import { type MapLibreMap, Popup } from '../../map/maplibre.ts';
import { kindOnMap } from './drawn-style.ts';
import { keepInView } from './keep-in-view.ts';
import type { Pick } from './map-canvas.tsx';
import { i18n } from '../../languages/i18n.ts';

type PickedPopupProps = {
  readonly map: MapLibreMap;
  readonly datasetRef: DatasetRef;
  readonly pick: Pick;
  readonly layer: MapLayer;
  readonly features: readonly MapGeoJSONFeature[];
  readonly look: string;
  readonly onClose: () => void;
};

/** What was clicked, beside the place of the click. It stays there while the map moves. */
export function PickedPopup({ map, datasetRef, pick, layer, features, look, onClose }: PickedPopupProps) {
  const [content] = useState(() => document.createElement('div'));
  const close = useEffectEvent(onClose);
  const [longitude, latitude] = pick.at;
  useEffect(() => {
    const popup = new Popup({ closeButton: false, closeOnClick: false, maxWidth: '320px' })
      .setLngLat([longitude, latitude])
      .setDOMContent(content)
      .addTo(map);
    const end = keepInView(map, popup, content);
    return () => {
      end();
      popup.remove();
    };
  }, [map, content, longitude, latitude]);
  const Picked = kindOnMap(layer)?.Picked;
  if (Picked === undefined) return null;
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it, as every dialog
    <div
      className="al-picked"
      role="dialog"
      aria-label={layer.title}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close();
      }}
    >
      <CloseButton className="al-picked-close" aria-label={i18n.t('Close')} onClick={onClose} />
      <Suspense fallback={null}>
        <Picked
          datasetRef={datasetRef}
          layer={layer}
          look={look}
          at={pick.at}
          features={features}
          onClose={onClose}
          onZoom={(bounds) => map.fitBounds([...bounds], { padding: 60, maxZoom: 20 })}
        />
      </Suspense>
    </div>,
    content,
  );
}
