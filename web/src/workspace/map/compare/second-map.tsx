import type { StyleSpecification } from 'maplibre-gl';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { drawCoarselyInMotion } from '../../../map/coarse-in-motion.ts';
import { lookAt, viewOf } from '../../../map/create-map.ts';
import { MapLibreMap } from '../../../map/maplibre.ts';
import { copyOwn } from './copy-own.ts';
import { drawMissingImages } from '../missing-images.ts';
import { tellSourceError, type TellSourceError } from '../source-error.ts';

type SecondMapProps = {
  /** The map that is moved by people; this one follows. */
  readonly map: MapLibreMap;
  readonly style: StyleSpecification;
  /** Percent of the width, from the left, where nothing of it is seen. */
  readonly from: number;
  /** Something of a source did not come. */
  readonly onSourceError: TellSourceError;
};

/** A map over the canvas of another one, below its pop-ups and controls. It takes no clicks and no keys. */
export function SecondMap({ map, style, from, onSourceError }: SecondMapProps) {
  const container = useRef<HTMLDivElement>(null);
  const [second, setSecond] = useState<MapLibreMap | null>(null);
  const [isBusy, setBusy] = useState(true);
  const reportError = useEffectEvent((event: Parameters<typeof tellSourceError>[0]) =>
    tellSourceError(event, onSourceError),
  );
  const start = useEffectEvent((element: HTMLElement): MapLibreMap => {
    const created = new MapLibreMap({
      container: element,
      style,
      interactive: false,
      attributionControl: false,
      maxZoom: map.getMaxZoom(),
    });
    drawCoarselyInMotion(created, map);
    lookAt(created, viewOf(map));
    drawMissingImages(created);
    created.on('dataloading', () => setBusy(true));
    created.on('idle', () => setBusy(false));
    created.on('error', reportError);
    created.once('style.load', () => setSecond(created));
    return created;
  });
  useEffect(() => {
    if (container.current === null) return;
    const created = start(container.current);
    const follow = map.on('move', () => lookAt(created, viewOf(map)));
    return () => {
      follow.unsubscribe();
      setSecond(null);
      created.remove();
    };
  }, [map]);
  useEffect(() => (second === null ? undefined : copyOwn(map, second, style)), [map, second, style]);
  return createPortal(
    <div className="al-second-map" inert data-busy={isBusy} style={{ clipPath: `inset(0 0 0 ${from}%)` }}>
      <div ref={container} />
    </div>,
    map.getCanvasContainer(),
  );
}
