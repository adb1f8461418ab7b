import type { MapGeoJSONFeature, StyleSpecification } from 'maplibre-gl';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ApiError } from '../../api/api-error.ts';
import { createMap, lookAt, NO_WEBGL, PADDING_OF_TOOLS, showWhole, viewOf } from '../../map/create-map.ts';
import type { Bounds } from '../../map/footprint.ts';
import { MapLoading } from '../../map/map-loading.tsx';
import { AttributionControl, type MapLibreMap } from '../../map/maplibre.ts';
import { formatView, parseView } from '../../map/view-hash.ts';
import { Problem } from '../../parts/problem.tsx';
import { OWN, withOwnOf } from './drawn-style.ts';
import { followHover } from './follow-hover.ts';
import { drawMissingImages } from './missing-images.ts';
import { tellSourceError, type TellSourceError } from './source-error.ts';
import { i18n } from '../../languages/i18n.ts';

/** As fine as the finest tiles, and some levels to point at a single pixel. */
const MAX_ZOOM = 24;

/** Pixels around a click in which a line or point is meant. */
const PICK_RADIUS = 4;

export type Pick = {
  readonly at: readonly [longitude: number, latitude: number];
  readonly features: readonly MapGeoJSONFeature[];
};

type MapCanvasProps = {
  readonly label: string;
  readonly style: StyleSpecification;
  /** What is shown where the address has no view. */
  readonly bounds: Bounds;
  /** View in the address; '' if it has none. */
  readonly hash: string;
  readonly onView: (hash: string) => void;
  /** The map once its first style is there, and null when it ends. */
  readonly onMap: (map: MapLibreMap | null) => void;
  readonly onPick: (pick: Pick) => void;
  /** Something of a source did not come. */
  readonly onSourceError: TellSourceError;
  /** Lies over the map, above its scale. */
  readonly children?: ReactNode;
};

/** The map. Its style is what the page says; its view and the address's hash follow each other. */
export function MapCanvas({ label, style, bounds, hash, children, ...on }: MapCanvasProps) {
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const [broken, setBroken] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(true);

  const reportView = useEffectEvent((of: MapLibreMap) => on.onView(formatView(viewOf(of))));
  const reportMap = useEffectEvent((of: MapLibreMap | null) => on.onMap(of));
  const reportError = useEffectEvent((event: Parameters<typeof tellSourceError>[0]) =>
    tellSourceError(event, on.onSourceError),
  );
  const pick = useEffectEvent((of: MapLibreMap, x: number, y: number, at: Pick['at']) => {
    const near: [[number, number], [number, number]] = [
      [x - PICK_RADIUS, y - PICK_RADIUS],
      [x + PICK_RADIUS, y + PICK_RADIUS],
    ];
    const [own, features] = partition(of.queryRenderedFeatures(near), ({ layer }) => layer.id.startsWith(OWN));
    // A press on the line of a measurement means it; through its area the layers are seen.
    if (own.every(({ layer }) => layer.type === 'fill')) on.onPick({ at, features });
  });
  const start = useEffectEvent((element: HTMLElement): MapLibreMap => {
    const created = createMap({
      container: element,
      label,
      style,
      bounds,
      view: parseView(hash),
      maxZoom: MAX_ZOOM,
      padding: PADDING_OF_TOOLS,
      attributed: false,
    });
    created.on('moveend', () => reportView(created));
    created.on('idle', () => setBusy(false));
    created.on('dataloading', (event) => {
      // What is drawn by hand comes from nowhere.
      if (!('sourceId' in event && String(event.sourceId).startsWith(OWN))) setBusy(true);
    });
    created.on('error', reportError);
    created.on('click', ({ point, lngLat, defaultPrevented }) => {
      if (!defaultPrevented) pick(created, point.x, point.y, [lngLat.lng, lngLat.lat]);
    });
    let middle = middleOf(element);
    created.on('resize', () => {
      const next = middleOf(element);
      // A panel that opens beside the map takes room from it, and moves nothing that is seen.
      if (next !== middle) created.panBy([next - middle, 0], { animate: false });
      middle = next;
    });
    created.once('style.load', () => setMap(created));
    followHover(created);
    drawMissingImages(created);
    return created;
  });
  useEffect(() => {
    if (container.current === null) return;
    try {
      const created = start(container.current);
      reportView(created);
      return () => {
        setMap(null);
        created.remove();
      };
    } catch {
      // oxlint-disable-next-line react/set-state-in-effect -- whether there is WebGL is known once a map was tried
      setBroken(NO_WEBGL);
      return undefined;
    }
  }, []);

  useEffect(() => {
    if (map === null) return;
    reportMap(map);
    return () => reportMap(null);
  }, [map]);

  const isAttributed = Object.values(style.sources).some((source) => 'attribution' in source);
  useEffect(() => {
    if (map === null || !isAttributed) return;
    const attribution = new AttributionControl({ compact: true });
    map.addControl(attribution, 'bottom-right');
    // The map is gone when the page is left, and its controls with it.
    return () => void (map.hasControl(attribution) && map.removeControl(attribution));
  }, [map, isAttributed]);

  useEffect(() => map?.setStyle(style, { diff: true, transformStyle: withOwnOf }) && undefined, [map, style]);

  const followed = useRef('');
  useEffect(() => {
    // On its way to a place the map is elsewhere than its address says: only another address leads it away.
    const wanted = hash === '' ? bounds.join(' ') : hash;
    if (map === null || wanted === followed.current) return;
    followed.current = wanted;
    if (hash === formatView(viewOf(map))) return;
    const view = parseView(hash);
    if (view === null) showWhole(map, bounds);
    else lookAt(map, view);
  }, [map, hash, bounds]);

  if (broken !== null) return <Problem title={i18n.t('The map cannot be shown')} error={broken} />;
  return (
    <div className="al-map-frame">
      <div ref={container} className="al-map" aria-busy={isBusy} />
      <MapLoading busy={isBusy} />
      {children}
    </div>
  );
}

const partition = <T,>(all: readonly T[], is: (one: T) => boolean): readonly [readonly T[], readonly T[]] => [
  all.filter(is),
  all.filter((one) => !is(one)),
];

/** Where the middle of the map lies on the page, in pixels from its left side. */
function middleOf(element: HTMLElement): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}
