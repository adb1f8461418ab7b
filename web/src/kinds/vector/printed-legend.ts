import { plain } from '../../format/plain.ts';
import type { LegendProps, PrintedLegend } from '../map-kind.ts';
import { legendRows } from './look/look-colours.ts';
import { i18n } from '../../languages/i18n.ts';
import { lookOfLayer } from './look/look-of-layer.ts';

/** What the colours of a vector layer mean, for paper. */
export function printedLegend({ layer, look }: LegendProps): PrintedLegend {
  const { colouring } = lookOfLayer(layer, look).look;
  if (colouring.by === 'single')
    return { kind: 'classes', name: '', rows: [{ colour: colouring.colour, label: i18n.t('All features') }] };
  const rows = legendRows(colouring).map(({ colour, label }) => ({ colour, label: plain(label) }));
  return { kind: 'classes', name: plain(colouring.property), rows };
}
