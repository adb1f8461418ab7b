import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { tileTemplate } from '../../api/addresses.ts';
import { type ApiError, errorFromAnswer } from '../../api/api-error.ts';
import { shownName } from '../../files/entry-path.ts';
import { Problem } from '../../parts/problem.tsx';
import { createMap, lookAt, NO_WEBGL, showWhole, viewOf } from '../../map/create-map.ts';
import { MapLoading } from '../../map/map-loading.tsx';
import { BACKGROUND_LAYER } from '../../map/map-style.ts';
import type { MapLibreMap } from '../../map/maplibre.ts';
import { useBackground } from '../../map/use-background.ts';
import { formatView, parseView } from '../../map/view-hash.ts';
import type { MapViewProps } from '../kind.ts';
import { mapStyle, nativeTileZoom, RASTER_LAYER } from './raster-style.ts';

/** Zoom levels past the raster's own resolution: enough to point at a single pixel. */
const EXTRA_ZOOM = 4;

/** The raster on a map. The address's hash and the map's view follow each other. */
export default function RasterMap(props: MapViewProps) {
  const { entry, bounds, opacity, hash } = props;
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const [broken, setBroken] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(true);
  const background = useBackground();

  const reportView = useEffectEvent((created: MapLibreMap) => props.onView(formatView(viewOf(created))));
  const reportError = useEffectEvent((error: object) => {
    const status = 'status' in error && typeof error.status === 'number' ? error.status : 0;
    props.onTileError(errorFromAnswer(status, ''));
  });
  const start = useEffectEvent((element: HTMLElement): MapLibreMap => {
    const tileZoom = nativeTileZoom(entry, bounds);
    const created = createMap({
      container: element,
      label: `Map of ${shownName(entry.path)}. Arrow keys move, plus and minus zoom.`,
      style: mapStyle({
        tiles: tileTemplate(window.location.origin, props.datasetRef, entry.path, entry.hash),
        bounds,
        maxTileZoom: tileZoom,
        opacity,
        background,
        basemap: props.basemap,
      }),
      bounds,
      view: parseView(hash),
      // MapLibre counts zooms of 512-pixel tiles: one less than that of 256-pixel tiles.
      maxZoom: Math.min(24, tileZoom - 1 + EXTRA_ZOOM),
      attributed: props.basemap !== null,
    });
    created.on('moveend', () => reportView(created));
    created.on('idle', () => setBusy(false));
    created.on('dataloading', () => setBusy(true));
    created.on('error', ({ error }) => reportError(error));
    return created;
  });
  useEffect(() => {
    if (container.current === null) return;
    try {
      const created = start(container.current);
      reportView(created);
      setMap(created);
      return () => {
        setMap(null);
        created.remove();
      };
    } catch {
      setBroken(NO_WEBGL);
      return undefined;
    }
  }, [entry.path, entry.hash]);

  useEffect(() => {
    if (map === null || hash === formatView(viewOf(map))) return;
    const view = parseView(hash);
    if (view === null) showWhole(map, bounds);
    else lookAt(map, view);
  }, [map, hash, bounds]);

  useEffect(() => {
    if (map?.getLayer(RASTER_LAYER) !== undefined) map.setPaintProperty(RASTER_LAYER, 'raster-opacity', opacity);
  }, [map, opacity]);

  useEffect(() => {
    if (map?.getLayer(BACKGROUND_LAYER) !== undefined)
      map.setPaintProperty(BACKGROUND_LAYER, 'background-color', background);
  }, [map, background]);

  if (broken !== null) return <Problem title="The map cannot be shown" error={broken} />;
  return (
    <div className="al-map-frame">
      <div ref={container} className="al-map" aria-busy={busy} />
      <MapLoading busy={busy} />
    </div>
  );
}
