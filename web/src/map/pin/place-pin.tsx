import '../../styles/place-pin.css';
import { CloseButton } from '@mantine/core';
import { IconMapPinFilled } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { i18n } from '../../languages/i18n.ts';
import { type MapLibreMap, Marker } from '../maplibre.ts';
import { placeText, type AskedPlace } from './asked-place.ts';

type PlacePinProps = {
  readonly map: MapLibreMap;
  readonly place: AskedPlace;
  /** Takes the pin away. */
  readonly onClose: () => void;
};

/** Marks a place on a map, with its coordinates. */
export function PlacePin({ map, place, onClose }: PlacePinProps) {
  const [content] = useState(() => document.createElement('div'));
  const { longitude, latitude } = place;
  useEffect(() => {
    const marker = new Marker({ element: content, anchor: 'bottom' }).setLngLat([longitude, latitude]).addTo(map);
    // The map takes a press within it for one on what lies below.
    const keep = (event: Event): void => event.stopPropagation();
    content.addEventListener('click', keep);
    return () => {
      content.removeEventListener('click', keep);
      marker.remove();
    };
  }, [map, content, longitude, latitude]);
  return createPortal(
    <div className="al-pin" role="group" aria-label={i18n.t('The place that you looked for')}>
      <span className="al-pin-text al-figures">
        <bdi>{placeText(place)}</bdi>
        <CloseButton size="sm" aria-label={i18n.t('Remove the pin')} onClick={onClose} />
      </span>
      <IconMapPinFilled size={36} aria-hidden />
    </div>,
    content,
  );
}
