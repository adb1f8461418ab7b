import type { FilterSpecification, LayerSpecification } from 'maplibre-gl';
import { tileJsonAddress } from '../../api/addresses.ts';
import type { Backdrop, MapFile } from '../kind.ts';

/** Unlike the colours of a drawing, which lies on top. */
const COLOUR = '#0f766e';

/** The features below a drawing, from the vector tiles of the file. */
export function vectorBackdrop({ datasetRef, entry, source }: MapFile): Backdrop | null {
  if (entry.hash === null) return null;
  const url = `${window.location.origin}${tileJsonAddress(datasetRef, entry.hash, entry.path)}`;
  return { source: { type: 'vector', url }, layers: featureLayers(source) };
}

/** Layers of the features of a source; their ids begin with the source's. */
export const featureLayers = (source: string): readonly LayerSpecification[] => [
  {
    id: `${source}/area`,
    type: 'fill',
    ...allOf(source),
    filter: isGeometry('Polygon'),
    paint: { 'fill-color': COLOUR, 'fill-opacity': 0.2 },
  },
  { id: `${source}/line`, type: 'line', ...allOf(source), paint: { 'line-color': COLOUR, 'line-width': 1.5 } },
  {
    id: `${source}/point`,
    type: 'circle',
    ...allOf(source),
    filter: isGeometry('Point'),
    paint: { 'circle-color': COLOUR, 'circle-radius': 4 },
  },
];

/** The service puts all features into one layer of the tiles. */
const allOf = (source: string) => ({ source, 'source-layer': 'default' });

const isGeometry = (type: 'Polygon' | 'Point'): FilterSpecification => ['==', ['geometry-type'], type];
