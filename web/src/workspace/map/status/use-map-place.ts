import { useEffect, useState } from 'react';
import type { MapLibreMap } from '../../../map/maplibre.ts';
import type { Place } from './coordinate-text.ts';
import { mapScale } from './map-scale.ts';

type MapPlace = {
  readonly at: Place;
  /** True where nobody points: it is the centre of the map. */
  readonly isCentre: boolean;
  /** The N of the scale 1:N. */
  readonly scale: number;
};

/** About a centimetre: what is finer asks for the same pixel again. */
const DIGITS = 7;

/** The place below the pointer; else the one that was clicked or tapped last; else, and for keys, the centre of the map. */
export function useMapPlace(map: MapLibreMap): MapPlace {
  const [pointer, setPointer] = useState<Place | null>(null);
  const [clicked, setClicked] = useState<Place | null>(null);
  const [view, setView] = useState(() => viewOf(map));
  useEffect(() => {
    const canvas = map.getCanvas();
    const onKey = ({ key }: KeyboardEvent): void => {
      if (!key.startsWith('Arrow')) return;
      setPointer(null);
      setClicked(null);
    };
    const listening = [
      // A map that is dragged stays below the pointer.
      map.on('mousemove', ({ lngLat, originalEvent }) => {
        if (originalEvent.buttons === 0) setPointer(placeOf(lngLat));
      }),
      map.on('mouseout', () => setPointer(null)),
      map.on('click', ({ lngLat }) => setClicked(placeOf(lngLat))),
      // Not with each frame of a move.
      map.on('moveend', () => setView(viewOf(map))),
    ];
    canvas.addEventListener('keydown', onKey);
    return () => {
      canvas.removeEventListener('keydown', onKey);
      for (const one of listening) one.unsubscribe();
    };
  }, [map]);
  return { at: pointer ?? clicked ?? view.centre, isCentre: (pointer ?? clicked) === null, scale: view.scale };
}

function viewOf(map: MapLibreMap): { readonly centre: Place; readonly scale: number } {
  const centre = placeOf(map.getCenter());
  return { centre, scale: mapScale(map.getZoom(), centre[1]) };
}

type Position = { readonly wrap: () => { readonly lng: number; readonly lat: number } };

function placeOf(position: Position): Place {
  const { lng, lat } = position.wrap();
  return [Number(lng.toFixed(DIGITS)), Number(lat.toFixed(DIGITS))];
}
