import type { KnownFact, ToolFacts } from '../../tasks/result/tool-facts.ts';
import { i18n } from '../../languages/i18n.ts';

const MEASURE: KnownFact = {
  at: 'measure',
  label: i18n.t('Lengths'),
  words: { grid: i18n.t('of the grid of the map projection'), ellipsoid: i18n.t('of the ellipsoid WGS 84') },
};

/** Facts of one area, and of all together. docs/tools.md */
export const VOLUMES: readonly KnownFact[] = [
  { at: 'cut', label: i18n.t('Cut (above the base)'), unit: 'm³' },
  { at: 'fill', label: i18n.t('Fill (below the base)'), unit: 'm³' },
  { at: 'net', label: i18n.t('Net (cut less fill)'), unit: 'm³' },
  { at: 'area', label: i18n.t('Area'), unit: 'm²' },
  {
    at: 'areaWithoutHeights',
    label: i18n.t('Area without heights, which counts for nothing'),
    unit: 'm²',
    unlessZero: true,
  },
];

/** Facts of one area alone. */
const OF_ONE_AREA: readonly KnownFact[] = [
  { at: 'lowest', label: i18n.t('Lowest height'), unit: 'm' },
  { at: 'highest', label: i18n.t('Highest height'), unit: 'm' },
  { at: 'baseHeight', label: i18n.t('Mean height of the base'), unit: 'm' },
  { at: 'errors.independent', label: i18n.t('Standard error of net, heights that err independently'), unit: 'm³' },
  { at: 'errors.common', label: i18n.t('Standard error of net, heights that all err alike'), unit: 'm³' },
  { at: 'errors.base', label: i18n.t('Standard error of net, of the fitted base'), unit: 'm³' },
];

/** Facts of the tools, in the order in which they are told. docs/tools.md */
export const TERRAIN_FACTS: ToolFacts = {
  change: [
    { at: 'raised.volume', label: i18n.t('Volume that came'), unit: 'm³' },
    { at: 'lowered.volume', label: i18n.t('Volume that went'), unit: 'm³' },
    { at: 'net', label: i18n.t('Net (what came less what went)'), unit: 'm³' },
    { at: 'raised.area', label: i18n.t('Area that is higher'), unit: 'm²' },
    { at: 'lowered.area', label: i18n.t('Area that is lower'), unit: 'm²' },
    { at: 'area', label: i18n.t('Area compared'), unit: 'm²' },
    { at: 'threshold', label: i18n.t('Differences that count are more than'), unit: 'm' },
    { at: 'min', label: i18n.t('Least difference'), unit: 'm' },
    { at: 'max', label: i18n.t('Greatest difference'), unit: 'm' },
    { at: 'mean', label: i18n.t('Mean difference'), unit: 'm' },
    { at: 'deviation', label: i18n.t('Standard deviation'), unit: 'm' },
    { at: 'rootMeanSquare', label: i18n.t('Root mean square'), unit: 'm' },
    { at: 'pixels', label: i18n.t('Pixels compared') },
    MEASURE,
  ],
  contours: [
    { at: 'lines', label: i18n.t('Lines') },
    { at: 'positions', label: i18n.t('Positions in them') },
    { at: 'lowest', label: i18n.t('Lowest line, in the unit of the file'), unit: 'file' },
    { at: 'highest', label: i18n.t('Highest line, in the unit of the file'), unit: 'file' },
  ],
  hillshade: [
    { at: 'pixels', label: i18n.t('Pixels with a value') },
    { at: 'min', label: i18n.t('Least value') },
    { at: 'max', label: i18n.t('Greatest value') },
    MEASURE,
  ],
  profile: [
    { at: 'length', label: i18n.t('Length'), unit: 'm' },
    { at: 'lengthOnTerrain', label: i18n.t('Length on the terrain'), unit: 'm' },
    { at: 'lowest', label: i18n.t('Lowest height'), unit: 'm' },
    { at: 'highest', label: i18n.t('Highest height'), unit: 'm' },
    { at: 'ascent', label: i18n.t('Ascent'), unit: 'm' },
    { at: 'descent', label: i18n.t('Descent'), unit: 'm' },
    { at: 'samples', label: i18n.t('Places read') },
    { at: 'samplesWithoutHeight', label: i18n.t('Places without height'), unlessZero: true },
    MEASURE,
  ],
  volume: [
    { at: 'count', label: i18n.t('Areas') },
    { at: 'name', label: i18n.t('Name') },
    ...VOLUMES,
    ...OF_ONE_AREA,
    MEASURE,
  ],
};
