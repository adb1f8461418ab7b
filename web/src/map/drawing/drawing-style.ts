import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import { tileJsonAddress, tileTemplate, type DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import type { Basemap } from '../../api/session.ts';
import { hasMap } from '../../kinds/index.ts';
import { type Bounds, nativeTileZoom } from '../footprint.ts';
import { groundStyle, rasterLayer, rasterSource } from '../map-style.ts';
import { type DrawnKind, featuresOf, type Position } from './drawing.ts';

export const DRAWN_SOURCE = 'drawn';
/** The positions, which can be taken elsewhere. */
export const POSITIONS_LAYER = 'drawn-positions';

/** Dark on light, so that it is seen on any picture. */
const [DRAWN, AROUND] = ['#b3261e', '#ffffff'];
/** Of a layer that is drawn upon; it is there to find places. */
const FEATURES = '#0f766e';

type DrawingStyleOptions = {
  readonly datasetRef: DatasetRef;
  /** The file beneath: a raster, or a vector file; null where there is none to be shown. */
  readonly entry: Entry | null;
  readonly bounds: Bounds;
  readonly basemap: Basemap | null;
  readonly background: string;
  readonly kind: DrawnKind;
  readonly positions: readonly Position[];
};

/** The file beneath, and what is drawn above it. */
export function drawingStyle(options: DrawingStyleOptions): StyleSpecification {
  const { kind, positions } = options;
  const ground = groundStyle(options);
  const beneath = options.entry === null ? null : beneathOf({ ...options, entry: options.entry });
  return {
    ...ground,
    sources: {
      ...ground.sources,
      ...(beneath === null ? {} : { beneath: beneath.source }),
      [DRAWN_SOURCE]: { type: 'geojson', data: featuresOf(kind, positions) },
    },
    layers: [...ground.layers, ...(beneath?.layers ?? []), ...DRAWN_LAYERS],
  };
}

type Beneath = { readonly source: SourceSpecification; readonly layers: readonly LayerSpecification[] };

function beneathOf({ datasetRef, entry, bounds }: DrawingStyleOptions & { readonly entry: Entry }): Beneath | null {
  const { origin } = window.location;
  if (hasMap(entry)) {
    const maxTileZoom = nativeTileZoom(entry, bounds);
    const tiles = tileTemplate(origin, datasetRef, entry.path, entry.hash);
    return {
      source: rasterSource({ tiles, bounds, maxTileZoom }),
      layers: [rasterLayer('beneath', { maxTileZoom, opacity: 1 })],
    };
  }
  if (entry.hash === null) return null;
  const url = `${origin}${tileJsonAddress(datasetRef, entry.hash, entry.path)}`;
  return { source: { type: 'vector', url }, layers: FEATURE_LAYERS };
}

/** Features of a vector file, as the service sends them: all in one layer of the tiles. */
const FEATURE_LAYERS: readonly LayerSpecification[] = [
  {
    id: 'features-area',
    type: 'fill',
    source: 'beneath',
    'source-layer': 'default',
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': FEATURES, 'fill-opacity': 0.2 },
  },
  {
    id: 'features-line',
    type: 'line',
    source: 'beneath',
    'source-layer': 'default',
    paint: { 'line-color': FEATURES, 'line-width': 1.5 },
  },
  {
    id: 'features-point',
    type: 'circle',
    source: 'beneath',
    'source-layer': 'default',
    filter: ['==', ['geometry-type'], 'Point'],
    paint: { 'circle-color': FEATURES, 'circle-radius': 4 },
  },
];

const DRAWN_LAYERS: readonly LayerSpecification[] = [
  {
    id: 'drawn-area',
    type: 'fill',
    source: DRAWN_SOURCE,
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': DRAWN, 'fill-opacity': 0.2 },
  },
  {
    id: 'drawn-around',
    type: 'line',
    source: DRAWN_SOURCE,
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: { 'line-color': AROUND, 'line-width': 6 },
  },
  {
    id: 'drawn-line',
    type: 'line',
    source: DRAWN_SOURCE,
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: { 'line-color': DRAWN, 'line-width': 3 },
  },
  {
    id: POSITIONS_LAYER,
    type: 'circle',
    source: DRAWN_SOURCE,
    filter: ['==', ['geometry-type'], 'Point'],
    paint: { 'circle-color': AROUND, 'circle-radius': 7, 'circle-stroke-color': DRAWN, 'circle-stroke-width': 3 },
  },
];
