import { formatAmount } from '../../../format/value.ts';
import type { CloudLook } from './cloud-look.ts';
import { type Colour, intensityColour, rampColour, returnColour } from './height-ramp.ts';
import { COLOUR_NAMES, type PointColour } from './point-style.ts';
import { i18n } from '../../../languages/i18n.ts';

/** What the colours of points mean. */
export type PointLegend =
  | {
      readonly kind: 'bar';
      readonly name: string;
      /** From low to high, at even steps. */
      readonly colours: readonly Colour[];
      readonly low: string;
      readonly high: string;
    }
  | { readonly kind: 'chips'; readonly name: string; readonly chips: readonly (readonly [name: string, Colour])[] };

type Look = Pick<CloudLook, 'colourOf' | 'heightsInCrs' | 'intensities'>;
type Shown = Exclude<PointColour, 'auto'>;

/** Legends of the ways in which the clouds are coloured. RGB needs none, and classes have the list of classes. */
export const legendsOf = (colour: PointColour, looks: readonly Look[]): readonly PointLegend[] =>
  shownColours(colour, looks).flatMap((shown) => {
    const of = looks.filter((look) => look.colourOf({ colour }) === shown);
    if (shown === 'height')
      return bar(
        shown,
        rampColour,
        of.map(({ heightsInCrs }) => heightsInCrs),
        2,
      );
    if (shown === 'intensity')
      return bar(
        shown,
        intensityColour,
        of.map(({ intensities }) => intensities),
        0,
      );
    return shown === 'returns' ? { kind: 'chips', name: COLOUR_NAMES[shown], chips: RETURNS } : [];
  });

/** "Automatic (height)": what is chosen for the clouds that are there. */
export function automaticName(looks: readonly Look[]): string {
  const shown = shownColours('auto', looks);
  const [hasOwn, hasHeight] = [shown.includes('rgb'), shown.includes('height')];
  if (hasOwn && hasHeight) return i18n.t('Automatic (RGB, height)');
  if (hasOwn) return i18n.t('Automatic (RGB)');
  return hasHeight ? i18n.t('Automatic (height)') : COLOUR_NAMES.auto;
}

const shownColours = (colour: PointColour, looks: readonly Look[]): readonly Shown[] => [
  ...new Set(looks.map((look) => look.colourOf({ colour }))),
];

const STEPS = 11;

/** Clouds have their own ranges. Where these differ, the bar has no numbers. */
function bar(
  shown: Shown,
  colourAt: (share: number) => Colour,
  ranges: readonly (readonly [number, number])[],
  digits: number,
): PointLegend {
  const ends = ([0, 1] as const).map((end) => [...new Set(ranges.map((range) => formatAmount(range[end], digits)))]);
  const [lows = [], highs = []] = ends;
  const isOne = lows.length === 1 && highs.length === 1;
  return {
    kind: 'bar',
    name: COLOUR_NAMES[shown],
    colours: Array.from({ length: STEPS }, (_, step) => colourAt(step / (STEPS - 1))),
    low: isOne ? lows.join('') : i18n.t('Lowest of each'),
    high: isOne ? highs.join('') : i18n.t('Highest of each'),
  };
}

/** A pulse of three returns stands for all that have several. */
const RETURNS: readonly (readonly [string, Colour])[] = [
  [i18n.t('Only return'), returnColour(1, 1)],
  [i18n.t('First of several'), returnColour(1, 3)],
  [i18n.t('Between'), returnColour(2, 3)],
  [i18n.t('Last of several'), returnColour(3, 3)],
];
