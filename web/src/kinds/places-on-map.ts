import type { Icon as TablerIcon } from '@tabler/icons-react';
import { createElement, lazy } from 'react';
import { typesIn } from '../api/file-part.ts';
import { placesOf } from '../api/places.ts';
import type { LayerGroup } from '../map/layer-groups.ts';
import type { MapKind } from './map-kind.ts';
import { boundsOfPlaces, placeFeatures } from './place-features.ts';
import { placeContent } from './place-layers.ts';

type PlacesKind = {
  readonly name: string;
  /** Key of the layer: no path. */
  readonly key: string;
  readonly title: string;
  readonly types: readonly number[];
  readonly group: LayerGroup;
  readonly Icon: TablerIcon;
  readonly colour: string;
};

/** Degrees around the points, some 50 m: a single one has a box, too. */
const MARGIN = 5e-4;

/** A kind whose files are points on the map, all of them one layer. */
export const placesKind = ({ name, key, title, types, group, Icon, colour }: PlacesKind): MapKind => ({
  name,
  layers: async (ref, part, signal) => {
    const pages = await Promise.all(typesIn(part, types).map((type) => placesOf(ref, type, part, signal)));
    const places = placeFeatures(pages.flat());
    const box = boundsOfPlaces(places);
    if (box === null) return [];
    const [west, south, east, north] = box;
    const bounds = [west - MARGIN, south - MARGIN, east + MARGIN, north + MARGIN] as const;
    return [{ key, kind: name, title, group, Icon, bounds, entry: null, opensScene: false, places }];
  },
  content: (drawn) => placeContent(drawn, colour),
  Look: lazy(async () => ({ default: (await import('./place-parts.ts')).PlaceLookPanel })),
  Chip: lazy(async () => {
    const { ColourChip } = await import('./place-parts.ts');
    return { default: () => createElement(ColourChip, { colours: [colour] }) };
  }),
  Picked: lazy(async () => ({ default: (await import('./place-parts.ts')).PlacePicked })),
});
