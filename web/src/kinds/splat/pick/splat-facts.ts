import { formatNumber } from '../../../format/count.ts';
import { formatAmount } from '../../../format/value.ts';
import type { Triple } from '../../../scene/geometry/triple.ts';
import type { RadHead } from '../rad/rad-head.ts';
import type { DrawnSplats } from '../spark/shown-splats.ts';
import { opacityOf, scalesOf } from './splat-words.ts';
import { i18n } from '../../../languages/i18n.ts';

type Row = readonly [name: string, value: string];

/** What a splat is by itself: by the time somebody asks, others may be drawn. */
export type SplatFacts = { readonly opacity: number; readonly scales: Triple };

export const factsOfSplat = ({ places, looks }: DrawnSplats, splat: number): SplatFacts => ({
  opacity: opacityOf(places, splat),
  scales: scalesOf(looks, splat),
});

export const isSplatFacts = (part: unknown): part is SplatFacts =>
  typeof part === 'object' && part !== null && 'opacity' in part && 'scales' in part;

/**
 * What is shown of a place on splats, and of the file that they are from.
 *
 * @param place in the CRS
 * @param inFile the same in coordinates of the file, which limits of exports have
 */
export function splatRows(
  head: RadHead,
  { opacity, scales }: SplatFacts,
  place: Triple,
  inFile: Triple,
  isGeographic: boolean,
): readonly Row[] {
  const digits = isGeographic ? 8 : 3;
  return [
    ['X', formatAmount(place[0], digits)],
    ['Y', formatAmount(place[1], digits)],
    [i18n.t('Height'), formatAmount(place[2], 3)],
    [i18n.t('In the file'), inFile.map((value) => formatAmount(value, 4)).join('; ')],
    [i18n.t('Opacity'), `${Math.round(100 * Math.min(1, opacity))} %`],
    // Merged ones have more than one.
    [i18n.t('Standard deviations'), scales.map((scale) => formatAmount(scale, 4)).join(' × ')],
    [i18n.t('Splats with all levels'), formatNumber(head.count)],
    [i18n.t('Spherical harmonics'), i18n.t('degree {degree}', { degree: head.degree })],
  ];
}
