/** What the map shows of vectors beside the drawing: one file, as each more is a request, and makes shared code of more. */
export { VectorChip } from './vector-chip.tsx';
export { printedLegend } from './printed-legend.ts';
export { VectorLegend } from './vector-legend.tsx';
export { VectorLookPanel } from './vector-look-panel.tsx';
export { VectorPicked } from './vector-picked.tsx';
