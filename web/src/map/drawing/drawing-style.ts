import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import type { Basemap } from '../../api/session.ts';
import type { KindDetails } from '../../kinds/index.ts';
import type { Bounds } from '../footprint.ts';
import { groundStyle } from '../map-style.ts';
import { type DrawnKind, featuresOf, type Position } from './drawing.ts';

const BACKDROP_SOURCE = 'backdrop';
export const DRAWN_SOURCE = 'drawn';
/** The positions, which can be taken elsewhere. */
export const POSITIONS_LAYER = 'drawn-positions';

/** Dark on light, so that it is seen on any picture. */
const [DRAWN, AROUND] = ['#b3261e', '#ffffff'];

type DrawingStyleOptions = {
  readonly datasetRef: DatasetRef;
  /** The file below the drawing; null if there is none to show. */
  readonly entry: Entry | null;
  /** Shows the file; absent if its kind has nothing to show. */
  readonly backdrop: KindDetails['backdrop'];
  readonly bounds: Bounds;
  readonly basemap: Basemap | null;
  readonly background: string;
  readonly kind: DrawnKind;
  readonly positions: readonly Position[];
};

/** The file, and the drawing above it. */
export function drawingStyle(options: DrawingStyleOptions): StyleSpecification {
  const { entry, kind, positions } = options;
  const ground = groundStyle(options);
  const backdrop = entry === null ? null : options.backdrop?.({ ...options, entry, source: BACKDROP_SOURCE });
  return {
    ...ground,
    sources: {
      ...ground.sources,
      ...(backdrop ? { [BACKDROP_SOURCE]: backdrop.source } : {}),
      [DRAWN_SOURCE]: { type: 'geojson', data: featuresOf(kind, positions) },
    },
    layers: [...ground.layers, ...(backdrop?.layers ?? []), ...DRAWN_LAYERS],
  };
}

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
