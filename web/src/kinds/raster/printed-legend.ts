import { rasterInfo } from '../../api/rasters.ts';
import type { LegendProps, PrintedLegend } from '../map-kind.ts';
import { CHANNEL_COLOURS, legendOf } from './look/look-legend.ts';
import { shownLook } from './look/shown-look.ts';
import { rasterFile } from './raster-file.ts';

/** What the colours of a raster mean, for paper. */
export async function printedLegend(
  { datasetRef, layer, look }: LegendProps,
  signal: AbortSignal,
): Promise<PrintedLegend | null> {
  const legend = legendOf(await rasterInfo(rasterFile(datasetRef, layer), signal), shownLook(layer, look).look);
  if (legend === null || legend.kind === 'ramp') return legend;
  const rows = legend.lines.map(([channel, band], at) => ({
    colour: CHANNEL_COLOURS[at] ?? '',
    label: `${channel}: ${band}`,
  }));
  return { kind: 'classes', name: '', rows };
}
