import type { KnownFact, ToolFacts } from '../../../tasks/result/tool-facts.ts';

const BEFORE: KnownFact = { at: 'sourceSplats', label: 'Splats before' };
const DEGREE: KnownFact = { at: 'shDegree', label: 'Degree of spherical harmonics' };
const PLACE: KnownFact = { at: 'placePath', label: 'File with the place' };

/** Facts of tools of Gaussian splats by tool. Lengths are in units of the file. docs/tools.md */
export const SPLAT_TOOL_FACTS: ToolFacts = {
  'splat-export': [
    { at: 'splats', label: 'Splats' },
    BEFORE,
    { at: 'outsideBox', label: 'Dropped outside of the box', unlessZero: true },
    { at: 'outsideArea', label: 'Dropped outside of the area', unlessZero: true },
    { at: 'tooTransparent', label: 'Dropped by opacity', unlessZero: true },
    { at: 'tooLarge', label: 'Dropped by size', unlessZero: true },
    DEGREE,
    PLACE,
  ],
  'splat-clean': [
    { at: 'splats', label: 'Splats' },
    BEFORE,
    { at: 'removedBySize', label: 'Removed as oversized and nearly transparent' },
    { at: 'removedByDistance', label: 'Removed by distance' },
    { at: 'removedByDensity', label: 'Removed by density' },
    { at: 'maxScale', label: 'Maximum scale of transparent splats (units of the file)' },
    { at: 'maxDistance', label: 'Maximum mean distance of neighbours (units of the file)' },
    { at: 'radius', label: 'Radius for neighbours (units of the file)' },
    { at: 'spacing', label: 'Median distance of the nearest neighbour (units of the file)' },
    DEGREE,
    PLACE,
  ],
};

type Facts = Readonly<Record<string, unknown>>;

/** Facts without those of rules that were not used. */
export const toldFacts = (facts: Facts): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));
