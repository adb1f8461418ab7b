import '../../styles/map.css';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import type { Basemap } from '../../api/session.ts';
import type { KindDetails } from '../../kinds/index.ts';
import { Problem } from '../../parts/problem.tsx';
import { createMap, NO_WEBGL } from '../create-map.ts';
import { MapLoading } from '../map-loading.tsx';
import { type Bounds, footprintBounds } from '../footprint.ts';
import type { GeoJSONSource, MapLibreMap } from '../maplibre.ts';
import { useBackground } from '../use-background.ts';
import { drawingKeys } from './drawing-keys.ts';
import { drawByPointer } from './draw-by-pointer.ts';
import { type DrawnKind, featuresOf, moved, type Position, withPosition } from './drawing.ts';
import { DRAWN_SOURCE, drawingStyle } from './drawing-style.ts';
import { i18n } from '../../languages/i18n.ts';

/** Where nothing says what to look at. */
const WORLD: Bounds = [-170, -60, 170, 75];
const MAX_ZOOM = 24;

export type DrawingMapProps = {
  readonly datasetRef: DatasetRef;
  /** The file below the drawing; null if there is none to show. */
  readonly entry: Entry | null;
  /** Shows the file; absent if its kind has nothing to show. */
  readonly backdrop: KindDetails['backdrop'];
  readonly basemap: Basemap | null;
  readonly label: string;
  readonly kind: DrawnKind;
  readonly positions: readonly Position[];
  /** It is shown, and not changed. */
  readonly locked: boolean;
  readonly onChange: (positions: readonly Position[]) => void;
  /** Hands out what adds the place in the middle of the map. */
  readonly onReady: (addMiddle: () => void) => void;
};

/** A map to draw on. Pointers add positions and take them elsewhere, keys add the middle and remove the last. */
export default function DrawingMap(props: DrawingMapProps) {
  const { entry, kind, positions } = props;
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const [broken, setBroken] = useState(false);
  const [busy, setBusy] = useState(true);
  const background = useBackground();

  const change = useEffectEvent((next: (old: readonly Position[]) => readonly Position[]) => {
    if (!props.locked) props.onChange(next(props.positions));
  });
  const open = (element: HTMLElement): MapLibreMap | null => {
    const bounds = (entry && footprintBounds(entry)) ?? boundsOf(positions) ?? WORLD;
    const label = i18n.t(
      'Map for {label}. Arrow keys move, plus and minus zoom, Enter adds the middle, Backspace removes the last.',
      { label: props.label },
    );
    const style = drawingStyle({ ...props, bounds, background });
    const look = { bounds, view: null, maxZoom: MAX_ZOOM, attributed: props.basemap !== null };
    try {
      return createMap({ container: element, label, style, ...look });
    } catch {
      setBroken(true);
      return null;
    }
  };
  const start = useEffectEvent((element: HTMLElement): MapLibreMap | null => {
    const created = open(element);
    if (created === null) return null;
    created.on('idle', () => setBusy(false));
    created.on('dataloading', () => setBusy(true));
    created.on('load', () => setMap(created));
    const add = (position: Position): void => change((old) => withPosition(kind, old, position));
    const addMiddle = (): void => add(middleOf(created));
    drawByPointer(created, { add, move: (index, to) => change((old) => moved(old, index, to)) });
    drawingKeys(created, { addMiddle, removeLast: () => change((old) => old.slice(0, -1)) });
    props.onReady(addMiddle);
    return created;
  });
  useEffect(() => {
    if (container.current === null) return;
    const created = start(container.current);
    return () => {
      setMap(null);
      created?.remove();
    };
  }, [entry?.path, entry?.hash]);

  useEffect(() => {
    void map?.getSource<GeoJSONSource>(DRAWN_SOURCE)?.setData(featuresOf(kind, positions));
  }, [map, kind, positions]);

  if (broken) return <Problem title={i18n.t('The map cannot be shown')} error={NO_WEBGL} />;
  return (
    <div className="al-map-frame">
      <div ref={container} className="al-map al-drawing-map" aria-busy={busy} />
      <MapLoading busy={busy} />
    </div>
  );
}

function middleOf(map: MapLibreMap): Position {
  const { lng, lat } = map.getCenter().wrap();
  return [lng, lat];
}

function boundsOf(positions: readonly Position[]): Bounds | null {
  // What was typed may be metres, which are on no map.
  const shown = positions.filter(([longitude, latitude]) => Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90);
  if (shown.length < 2) return null;
  const [longitudes, latitudes] = [shown.map(([it]) => it), shown.map(([, it]) => it)];
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}
