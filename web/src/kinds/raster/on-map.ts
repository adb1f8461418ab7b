import { IconMap } from '@tabler/icons-react';
import { lazy } from 'react';
import { entryValues } from '../../api/metadata.ts';
import { lookTileTemplate } from '../../api/rasters.ts';
import { textOf } from '../../format/value.ts';
import { fileLayer, filesOfTypes } from '../map-files.ts';
import { NOTHING_DRAWN, type MapKind } from '../map-kind.ts';
import { lookQuery } from './look/look-query.ts';
import { shownLook } from './look/shown-look.ts';
import { STYLE_KEY } from './look/style-key.ts';
import { groupOf } from './raster-group.ts';
import { nativeTileZoom, rasterLayer, rasterSource } from './raster-style.ts';

/** Entry type of a raster. */
const RASTER = 4;

/** Rasters as pictures of their tiles. */
export const rasterOnMap: MapKind = {
  name: 'raster',
  layers: async (ref, part, signal) => {
    const entries = await filesOfTypes(ref, [RASTER], part, signal);
    if (entries.length === 0) return [];
    const paths = entries.map(({ path }) => path);
    const saved = await entryValues(ref, STYLE_KEY, paths, signal);
    return entries.map((entry) => ({
      ...fileLayer(entry, { kind: 'raster', group: groupOf(entry), Icon: IconMap }),
      savedLook: textOf(saved.get(entry.path)),
    }));
  },
  content: ({ id, datasetRef, layer, opacity, look }) => {
    const { entry, bounds } = layer;
    if (entry === null || bounds === null) return NOTHING_DRAWN;
    const maxTileZoom = nativeTileZoom(entry, bounds);
    const file = { datasetRef, path: entry.path, version: entry.hash };
    const tiles = lookTileTemplate(file, lookQuery(shownLook(layer, look).look));
    return {
      sources: { [id]: rasterSource({ tiles, bounds, maxTileZoom }) },
      layers: [rasterLayer(id, { maxTileZoom, opacity })],
    };
  },
  Look: lazy(async () => ({ default: (await import('./look/look-panel.tsx')).LookPanel })),
  Legend: lazy(async () => ({ default: (await import('./raster-legend.tsx')).RasterLegendView })),
  Chip: lazy(async () => ({ default: (await import('./raster-chip.tsx')).RasterChip })),
  printed: async (of, signal) => (await import('./printed-legend.ts')).printedLegend(of, signal),
  Picked: lazy(async () => ({ default: (await import('./raster-picked.tsx')).RasterPicked })),
  Value: lazy(async () => ({ default: (await import('./raster-value.tsx')).RasterValueView })),
  isPickedAnywhere: true,
};
