import { useQuery } from '@tanstack/react-query';
import { rasterInfoQuery } from '../../api/rasters.ts';
import { ColourChip } from '../colour-chip.tsx';
import type { LegendProps } from '../map-kind.ts';
import { legendOf } from './look/look-legend.ts';
import { shownLook } from './look/shown-look.ts';
import { rasterFile } from './raster-file.ts';

/** The colour map; nothing for a picture in the colours of the world. */
export function RasterChip({ datasetRef, layer, look }: LegendProps) {
  const info = useQuery(rasterInfoQuery(rasterFile(datasetRef, layer)));
  const legend = info.data === undefined ? null : legendOf(info.data, shownLook(layer, look).look);
  return legend?.kind === 'ramp' ? <ColourChip colours={legend.colours} /> : null;
}
