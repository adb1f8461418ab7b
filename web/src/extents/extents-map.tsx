import '../styles/map.css';
import type { MapGeoJSONFeature, StyleSpecification } from 'maplibre-gl';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { DatasetExtent } from '../api/extents.ts';
import { createMap, lookAt, NO_WEBGL } from '../map/create-map.ts';
import type { Bounds } from '../map/footprint.ts';
import type { MapLibreMap } from '../map/maplibre.ts';
import type { AskedPlace } from '../map/pin/asked-place.ts';
import { PlacePin } from '../map/pin/place-pin.tsx';
import { Problem } from '../parts/problem.tsx';
import { useGround } from '../map/use-ground.ts';
import {
  drawExtents,
  drawMarked,
  openCluster,
  PICKED_LAYERS,
  recoloured,
  styleWithExtents,
  type ExtentColours,
} from './drawn-extents.ts';
import { keyOf } from './extents.ts';
import { i18n } from '../languages/i18n.ts';

/** Nearer there is nothing to see but a box. */
const MAX_ZOOM = 16;
/** A place and the land about it. */
const PLACE_ZOOM = 10;

type ExtentsMapProps = {
  readonly datasets: readonly DatasetExtent[];
  readonly bounds: Bounds;
  readonly place?: AskedPlace | undefined;
  readonly onLeavePlace?: (() => void) | undefined;
  /** Key of the dataset that is drawn above the others. */
  readonly marked: string | null;
  readonly onMark: (key: string | null) => void;
  readonly onOpen: (key: string) => void;
  readonly onView: (bounds: Bounds) => void;
};

/** A map with the box of each dataset. */
export function ExtentsMap({ datasets, bounds, place, marked, ...on }: ExtentsMapProps) {
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const [isBroken, setBroken] = useState(false);
  const [isBusy, setBusy] = useState(true);
  const style = useStyle();

  const tellView = useEffectEvent((of: MapLibreMap) => {
    const [[west, south], [east, north]] = of.getBounds().toArray();
    on.onView([west, south, east, north]);
  });
  const draw = useEffectEvent((of: MapLibreMap) => drawExtents(of, datasets));
  const point = useEffectEvent((of: MapLibreMap, feature: MapGeoJSONFeature | undefined) => {
    of.getCanvas().style.cursor = feature === undefined ? '' : 'pointer';
    on.onMark(keyOfFeature(feature));
  });
  const open = useEffectEvent((of: MapLibreMap, feature: MapGeoJSONFeature | undefined) => {
    const key = keyOfFeature(feature);
    if (key !== null) on.onOpen(key);
    else if (feature !== undefined) void openCluster(of, feature);
  });
  const start = useEffectEvent((element: HTMLElement): MapLibreMap => {
    const label = i18n.t('Map of the datasets');
    const options = { container: element, label, style, bounds, view: null, maxZoom: MAX_ZOOM, attributed: false };
    const created = createMap(options);
    // The wheel and one finger move the page, which the map is only a part of.
    created.cooperativeGestures.enable();
    created.dragRotate.disable();
    let zoom = Math.floor(created.getZoom());
    created.on('zoomend', () => {
      const next = Math.floor(created.getZoom());
      if (next !== zoom) draw(created);
      zoom = next;
    });
    created.on('moveend', () => tellView(created));
    created.on('idle', () => setBusy(false));
    created.on('dataloading', (event) => {
      // To mark a dataset loads nothing.
      if (!('sourceId' in event && String(event.sourceId).startsWith('extents/'))) setBusy(true);
    });
    created.on('mousemove', (event) => point(created, featureAt(created, event.point)));
    created.on('mouseout', () => point(created, undefined));
    created.on('click', (event) => open(created, featureAt(created, event.point)));
    created.once('style.load', () => setMap(created));
    return created;
  });
  useEffect(() => {
    if (container.current === null) return;
    try {
      const created = start(container.current);
      tellView(created);
      return () => {
        setMap(null);
        created.remove();
      };
    } catch {
      // oxlint-disable-next-line react/set-state-in-effect -- whether there is WebGL is known once a map was tried
      setBroken(true);
      return undefined;
    }
  }, []);

  useEffect(() => map?.setStyle(style, { diff: true, transformStyle: recoloured }) && undefined, [map, style]);
  const [longitude, latitude] = [place?.longitude, place?.latitude];
  useEffect(() => {
    if (map !== null && longitude !== undefined && latitude !== undefined)
      lookAt(map, { longitude, latitude, zoom: PLACE_ZOOM, bearing: 0, pitch: 0 });
  }, [map, longitude, latitude]);
  useEffect(() => {
    if (map !== null) drawExtents(map, datasets);
  }, [map, datasets]);
  useEffect(() => {
    if (map !== null) drawMarked(map, datasets.find((dataset) => keyOf(dataset) === marked) ?? null);
  }, [map, datasets, marked]);

  if (isBroken) return <Problem title={i18n.t('The map cannot be shown')} error={NO_WEBGL} />;
  return (
    <div ref={container} className="al-map al-extents-map" aria-busy={isBusy}>
      {map !== null && place !== undefined && on.onLeavePlace !== undefined && (
        <PlacePin map={map} place={place} onClose={on.onLeavePlace} />
      )}
    </div>
  );
}

/** The style anew when the page changes its colours, with what is drawn already. */
function useStyle(): StyleSpecification {
  const ground = useGround(null);
  const scheme = useComputedColorScheme('light');
  return useMemo(() => styleWithExtents(ground, COLOURS[scheme]), [ground, scheme]);
}

/** Petrol as of the links of the page, and what is read on it. */
const COLOURS: Readonly<Record<'light' | 'dark', ExtentColours>> = {
  light: { line: '#0a5f5a', digits: '#ffffff' },
  dark: { line: '#73c3bd', digits: '#0e1514' },
};

function featureAt(map: MapLibreMap, { x, y }: { readonly x: number; readonly y: number }) {
  const found = map.queryRenderedFeatures([x, y], { layers: PICKED_LAYERS });
  return found[0];
}

function keyOfFeature(feature: MapGeoJSONFeature | undefined): string | null {
  const key: unknown = feature?.properties['key'];
  return typeof key === 'string' ? key : null;
}
