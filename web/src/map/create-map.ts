import type { StyleSpecification } from 'maplibre-gl';
import { ApiError } from '../api/api-error.ts';
import { drawCoarselyInMotion } from './coarse-in-motion.ts';
import type { Bounds } from './footprint.ts';
import { AttributionControl, MapLibreMap, NavigationControl, ScaleControl } from './maplibre.ts';
import type { View } from './view-hash.ts';
import { i18n } from '../languages/i18n.ts';

/** Room around what is shown whole, in pixels. */
const PADDING = 40;

/** As above, where buttons stand on the map: those of measuring on the left or, on phones, above; those of the map on the right. */
export const PADDING_OF_TOOLS = { top: 72, right: 64, bottom: 56, left: 64 };

/** Why `createMap` throws. */
export const NO_WEBGL = new ApiError(
  400,
  i18n.t('This browser has no WebGL 2. Switch on hardware acceleration, or use another browser.'),
);

type CreateMapOptions = {
  readonly container: HTMLElement;
  readonly label: string;
  readonly style: StyleSpecification;
  readonly bounds: Bounds;
  /** Where to look first; null shows the whole raster. */
  readonly view: View | null;
  readonly maxZoom: number;
  readonly attributed: boolean;
  /** Default: the same on all sides. */
  readonly padding?: typeof PADDING_OF_TOOLS;
};

/** A map with its controls. Throws where the browser has no WebGL 2. */
export function createMap({
  container,
  label,
  style,
  bounds,
  view,
  maxZoom,
  attributed,
  padding,
}: CreateMapOptions): MapLibreMap {
  const map = new MapLibreMap({
    container,
    style,
    maxZoom,
    attributionControl: false,
    bounds: [...bounds],
    fitBoundsOptions: { padding: padding ?? PADDING },
    locale: {
      'Map.Title': label,
      'NavigationControl.ZoomIn': i18n.t('Zoom in'),
      'NavigationControl.ZoomOut': i18n.t('Zoom out'),
      'NavigationControl.ResetBearing': i18n.t('Drag to rotate map, click to reset north'),
      'AttributionControl.ToggleAttribution': i18n.t('Toggle attribution'),
    },
  });
  drawCoarselyInMotion(map);
  drawNoSky(map);
  if (view !== null) lookAt(map, view);
  map.addControl(new NavigationControl({ visualizePitch: true }), 'top-right');
  map.addControl(new ScaleControl(), 'bottom-left');
  if (attributed) map.addControl(new AttributionControl({ compact: true }), 'bottom-right');
  return map;
}

/** No style of ours has a sky: MapLibre would paint a transparent one over the whole map in each frame. */
function drawNoSky({ painter }: MapLibreMap): void {
  painter.drawFunctions = { ...painter.drawFunctions, sky: () => undefined };
}

export const viewOf = (map: MapLibreMap): View => ({
  zoom: map.getZoom(),
  latitude: map.getCenter().lat,
  longitude: map.getCenter().wrap().lng,
  bearing: map.getBearing(),
  pitch: map.getPitch(),
});

export function lookAt(map: MapLibreMap, { zoom, latitude, longitude, bearing, pitch }: View): void {
  map.jumpTo({ zoom, center: [longitude, latitude], bearing, pitch });
}

export function showWhole(map: MapLibreMap, bounds: Bounds): void {
  map.fitBounds([...bounds], { padding: PADDING_OF_TOOLS, bearing: 0, pitch: 0 });
}
