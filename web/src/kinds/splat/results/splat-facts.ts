import type { KnownFact, ToolFacts } from '../../../tasks/result/tool-facts.ts';
import { i18n } from '../../../languages/i18n.ts';

const BEFORE: KnownFact = { at: 'sourceSplats', label: i18n.t('Splats before') };
const DEGREE: KnownFact = { at: 'shDegree', label: i18n.t('Degree of spherical harmonics') };
const PLACE: KnownFact = { at: 'placePath', label: i18n.t('File with the place') };

/** Facts of tools of Gaussian splats by tool. Lengths are in units of the file. docs/tools.md */
export const SPLAT_TOOL_FACTS: ToolFacts = {
  'splat-export': [
    { at: 'splats', label: i18n.t('Splats') },
    BEFORE,
    { at: 'outsideBox', label: i18n.t('Dropped outside of the box'), unlessZero: true },
    { at: 'outsideArea', label: i18n.t('Dropped outside of the area'), unlessZero: true },
    { at: 'tooTransparent', label: i18n.t('Dropped by opacity'), unlessZero: true },
    { at: 'tooLarge', label: i18n.t('Dropped by size'), unlessZero: true },
    DEGREE,
    PLACE,
  ],
  'splat-clean': [
    { at: 'splats', label: i18n.t('Splats') },
    BEFORE,
    { at: 'removedBySize', label: i18n.t('Removed as oversized and nearly transparent') },
    { at: 'removedByDistance', label: i18n.t('Removed by distance') },
    { at: 'removedByDensity', label: i18n.t('Removed by density') },
    { at: 'maxScale', label: i18n.t('Maximum scale of transparent splats (units of the file)') },
    { at: 'maxDistance', label: i18n.t('Maximum mean distance of neighbours (units of the file)') },
    { at: 'radius', label: i18n.t('Radius for neighbours (units of the file)') },
    { at: 'spacing', label: i18n.t('Median distance of the nearest neighbour (units of the file)') },
    DEGREE,
    PLACE,
  ],
};

type Facts = Readonly<Record<string, unknown>>;

/** Facts without those of rules that were not used. */
export const toldFacts = (facts: Facts): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));
