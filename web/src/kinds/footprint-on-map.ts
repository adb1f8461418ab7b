import type { Icon as TablerIcon } from '@tabler/icons-react';
import { lazy } from 'react';
import type { Entry } from '../api/answers.ts';
import { fileLayer, filesOfTypes } from './map-files.ts';
import type { LayerGroup } from '../map/layer-groups.ts';
import { NOTHING_DRAWN, type MapContent, type MapKind } from './map-kind.ts';

/** Between the colours of rasters and of vectors, and seen on both. */
const COLOUR = '#b45309';

type FootprintKind = {
  readonly name: string;
  readonly types: readonly number[];
  readonly group: LayerGroup;
  readonly Icon: TablerIcon;
  /** Default: all files of the types. */
  readonly isShown?: (entry: Entry) => boolean;
};

/** A kind of 3D files: the map shows where they lie, and a click leads to the scene. */
export const footprintKind = ({ name, types, group, Icon, isShown = () => true }: FootprintKind): MapKind => ({
  name,
  layers: async (ref, part, signal) =>
    (await filesOfTypes(ref, types, part, signal))
      .filter(isShown)
      .map((entry) => fileLayer(entry, { kind: name, group, Icon, opensScene: true })),
  content: ({ id, layer, opacity }) => (layer.entry === null ? NOTHING_DRAWN : footprint(id, layer.entry, opacity)),
  Picked: lazy(async () => ({ default: (await import('./footprint-picked.tsx')).FootprintPicked })),
});

function footprint(id: string, entry: Entry, opacity: number): MapContent {
  const data = entry.polygon_geom;
  if (data === null) return NOTHING_DRAWN;
  return {
    sources: { [id]: { type: 'geojson', data: { ...data, geometry: withMutable(data.geometry), properties: {} } } },
    layers: [
      {
        id: `${id}/area`,
        type: 'fill',
        source: id,
        paint: { 'fill-color': COLOUR, 'fill-opacity': 0.12 * opacity },
      },
      {
        id: `${id}/line`,
        type: 'line',
        source: id,
        paint: { 'line-color': COLOUR, 'line-width': 2, 'line-opacity': opacity },
      },
    ],
  };
}

type Geometry = NonNullable<Entry['polygon_geom']>['geometry'];

/** MapLibre's types have no readonly arrays. */
const withMutable = ({ type, coordinates }: Geometry) => ({
  type,
  coordinates: coordinates.map((ring) => ring.map((position) => [...position])),
});
