import { plain } from '../../format/plain.ts';
import type { LegendProps, PrintedLegend } from '../map-kind.ts';
import { legendRows } from './look/look-colours.ts';
import { lookOfLayer } from './look/look-of-layer.ts';

/** What the colours of a vector layer mean, for paper; null for a single one. */
export function printedLegend({ layer, look }: LegendProps): PrintedLegend | null {
  const { colouring } = lookOfLayer(layer, look).look;
  if (colouring.by === 'single') return null;
  const rows = legendRows(colouring).map(({ colour, label }) => ({ colour, label: plain(label) }));
  return { kind: 'classes', name: plain(colouring.property), rows };
}
