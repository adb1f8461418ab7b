import { ColourChip } from '../colour-chip.tsx';
import type { LegendProps } from '../map-kind.ts';
import { legendRows } from './look/look-colours.ts';
import { lookOfLayer } from './look/look-of-layer.ts';

/** The colours of the features. */
export function VectorChip({ layer, look: text }: LegendProps) {
  const { colouring } = lookOfLayer(layer, text).look;
  const colours = colouring.by === 'single' ? [colouring.colour] : legendRows(colouring).map(({ colour }) => colour);
  return <ColourChip colours={colours} />;
}
