import { IconPolygon } from '@tabler/icons-react';
import { lazy } from 'react';
import { tileJsonAddress } from '../../api/addresses.ts';
import { entryValues } from '../../api/metadata.ts';
import { placeBounds } from '../../map/footprint.ts';
import { isMeasurements } from '../../measuring/keeping/sidecar-paths.ts';
import { fileLayer, filesOfTypes } from '../map-files.ts';
import { NOTHING_DRAWN, type MapKind } from '../map-kind.ts';
import { lookLayers } from './look/look-layers.ts';
import { lookOfLayer } from './look/look-of-layer.ts';
import { lookOfStored, STYLE_KEY } from './look/stored-style.ts';

/** Entry type of a vector file. */
const VECTOR = 14;

/** Vector files as tiles of their features. */
export const vectorOnMap: MapKind = {
  name: 'vector',
  layers: async (ref, part, signal) => {
    // The tools of the map show measurements themselves.
    const files = (await filesOfTypes(ref, [VECTOR], part, signal)).filter(({ path }) => !isMeasurements(path));
    if (files.length === 0) return [];
    const paths = files.map(({ path }) => path);
    const styles = await entryValues(ref, STYLE_KEY, paths, signal);
    return files.map((entry) => ({
      ...fileLayer(entry, { kind: 'vector', group: 'vectors', Icon: IconPolygon }),
      bounds: placeBounds(entry),
      savedLook: lookOfStored(styles.get(entry.path)),
    }));
  },
  content: ({ id, datasetRef, layer, opacity, look, selected }) => {
    const { entry } = layer;
    if (entry === null || entry.hash === null) return NOTHING_DRAWN;
    const url = `${window.location.origin}${tileJsonAddress(datasetRef, entry.hash, entry.path)}`;
    return {
      sources: { [id]: { type: 'vector', url } },
      layers: lookLayers({ source: id, look: lookOfLayer(layer, look).look, opacity, selected }),
    };
  },
  Look: lazy(async () => ({ default: (await import('./map-parts.ts')).VectorLookPanel })),
  Legend: lazy(async () => ({ default: (await import('./map-parts.ts')).VectorLegend })),
  Chip: lazy(async () => ({ default: (await import('./map-parts.ts')).VectorChip })),
  printed: async (of) => (await import('./map-parts.ts')).printedLegend(of),
  Picked: lazy(async () => ({ default: (await import('./map-parts.ts')).VectorPicked })),
};
