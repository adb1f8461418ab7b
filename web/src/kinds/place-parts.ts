/** What the map shows of photos and videos beside the drawing: one file, as each more is a request. */
export { ColourChip } from './colour-chip.tsx';
export { PlaceLookPanel } from './place-look-panel.tsx';
export { PlacePicked } from './place-picked.tsx';
