import { useEffect, useEffectEvent } from 'react';
import type { MapLibreMap } from '../../map/maplibre.ts';
import type { Feature, Position } from '../model/measurement.ts';
import type { Drawing } from './drawing.ts';
import { keepLayers, measurementAt, showDrawing, showMeasurements } from './map-layers.ts';

type Shown = {
  readonly features: readonly Feature[];
  readonly chosen: string | null;
  readonly drawing: Drawing | null;
  /** Positions of the drawing with the place under the pointer. */
  readonly shown: readonly Position[];
  readonly onChoose: (id: string) => void;
};

/** Shows measurements and the drawing on the map; without a tool a press chooses a measurement. */
export function useMapLayers(map: MapLibreMap, { features, chosen, drawing, shown, onChoose }: Shown): void {
  const drawSaved = useEffectEvent(() => showMeasurements(map, features, chosen));
  const drawDrawing = useEffectEvent(() => showDrawing(map, drawing, shown));
  useEffect(
    () =>
      keepLayers(map, () => {
        drawSaved();
        drawDrawing();
      }),
    [map],
  );
  useEffect(() => {
    drawSaved();
  }, [map, features, chosen]);
  const text = JSON.stringify([drawing, shown]);
  useEffect(() => {
    drawDrawing();
  }, [map, text]);

  const choose = useEffectEvent(onChoose);
  const isFree = drawing === null;
  useEffect(() => {
    if (!isFree) return undefined;
    const press = ({ point }: { readonly point: { readonly x: number; readonly y: number } }): void => {
      const id = measurementAt(map, point);
      if (id !== null) choose(id);
    };
    map.on('click', press);
    return () => {
      map.off('click', press);
    };
  }, [map, isFree]);
}
