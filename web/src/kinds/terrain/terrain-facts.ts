import type { KnownFact, ToolFacts } from '../../tasks/result/tool-facts.ts';

const MEASURE: KnownFact = {
  at: 'measure',
  label: 'Lengths',
  words: { grid: 'of the grid of the map projection', ellipsoid: 'of the ellipsoid WGS 84' },
};

/** Of one area, and of all together. docs/tools.md */
export const VOLUMES: readonly KnownFact[] = [
  { at: 'cut', label: 'Cut (above the base)', unit: 'm³' },
  { at: 'fill', label: 'Fill (below the base)', unit: 'm³' },
  { at: 'net', label: 'Net (cut less fill)', unit: 'm³' },
  { at: 'area', label: 'Area', unit: 'm²' },
  { at: 'areaWithoutHeights', label: 'Area without heights, which counts for nothing', unit: 'm²', unlessZero: true },
];

/** Of one area alone. */
const OF_ONE_AREA: readonly KnownFact[] = [
  { at: 'lowest', label: 'Lowest height', unit: 'm' },
  { at: 'highest', label: 'Highest height', unit: 'm' },
  { at: 'baseHeight', label: 'Mean height of the base', unit: 'm' },
  { at: 'errors.independent', label: 'Standard error of net, heights that err independently', unit: 'm³' },
  { at: 'errors.common', label: 'Standard error of net, heights that all err alike', unit: 'm³' },
  { at: 'errors.base', label: 'Standard error of net, of the fitted base', unit: 'm³' },
];

/** Facts of the tools, in the order in which they are told. docs/tools.md */
export const TERRAIN_FACTS: ToolFacts = {
  change: [
    { at: 'raised.volume', label: 'Volume that came', unit: 'm³' },
    { at: 'lowered.volume', label: 'Volume that went', unit: 'm³' },
    { at: 'net', label: 'Net (what came less what went)', unit: 'm³' },
    { at: 'raised.area', label: 'Area that is higher', unit: 'm²' },
    { at: 'lowered.area', label: 'Area that is lower', unit: 'm²' },
    { at: 'area', label: 'Area compared', unit: 'm²' },
    { at: 'threshold', label: 'Differences that count are more than', unit: 'm' },
    { at: 'min', label: 'Least difference', unit: 'm' },
    { at: 'max', label: 'Greatest difference', unit: 'm' },
    { at: 'mean', label: 'Mean difference', unit: 'm' },
    { at: 'deviation', label: 'Standard deviation', unit: 'm' },
    { at: 'rootMeanSquare', label: 'Root mean square', unit: 'm' },
    { at: 'pixels', label: 'Pixels compared' },
    MEASURE,
  ],
  contours: [
    { at: 'lines', label: 'Lines' },
    { at: 'positions', label: 'Positions in them' },
    { at: 'lowest', label: 'Lowest line, in the unit of the file', unit: 'file' },
    { at: 'highest', label: 'Highest line, in the unit of the file', unit: 'file' },
  ],
  hillshade: [
    { at: 'pixels', label: 'Pixels with a value' },
    { at: 'min', label: 'Least value' },
    { at: 'max', label: 'Greatest value' },
    MEASURE,
  ],
  profile: [
    { at: 'length', label: 'Length', unit: 'm' },
    { at: 'lengthOnTerrain', label: 'Length on the terrain', unit: 'm' },
    { at: 'lowest', label: 'Lowest height', unit: 'm' },
    { at: 'highest', label: 'Highest height', unit: 'm' },
    { at: 'ascent', label: 'Ascent', unit: 'm' },
    { at: 'descent', label: 'Descent', unit: 'm' },
    { at: 'samples', label: 'Places read' },
    { at: 'samplesWithoutHeight', label: 'Places without height', unlessZero: true },
    MEASURE,
  ],
  volume: [{ at: 'count', label: 'Areas' }, { at: 'name', label: 'Name' }, ...VOLUMES, ...OF_ONE_AREA, MEASURE],
};
