import type { ExpressionSpecification } from 'maplibre-gl';
import { OTHER_COLOUR, rampColours } from './colours.ts';
import { categoryColour, type Colouring } from './vector-look.ts';
import { i18n } from '../../../languages/i18n.ts';
import { figureText } from '../../../format/figure.ts';

export type LegendRow = { readonly colour: string; readonly label: string };

/** The classes of a graduated look with their colours. */
const classColours = ({ breaks, ramp }: Extract<Colouring, { by: 'graduated' }>): readonly string[] =>
  rampColours(ramp, breaks.length - 1);

/** The colour of a feature, as MapLibre finds it. */
export function colourExpression(colouring: Colouring): string | ExpressionSpecification {
  if (colouring.by === 'single') return colouring.colour;
  const value: ExpressionSpecification = ['get', colouring.property];
  if (colouring.by === 'category') {
    if (colouring.values.length === 0) return OTHER_COLOUR;
    const pairs = colouring.values.flatMap((text, at) => [text, categoryColour(at)]);
    return ['match', ['to-string', value], ...pairs, OTHER_COLOUR] as unknown as ExpressionSpecification;
  }
  const { breaks } = colouring;
  const [first = OTHER_COLOUR, ...others] = classColours(colouring);
  const steps = others.flatMap((colour, at) => [breaks[at + 1] ?? 0, colour]);
  const classes = others.length === 0 ? first : ['step', ['to-number', value], first, ...steps];
  // What is no number, or beyond the classes, is in none of them.
  const isIn = [
    'all',
    ['==', ['typeof', value], 'number'],
    ['>=', ['to-number', value, NaN_STANDS_FOR], breaks[0] ?? 0],
    ['<=', ['to-number', value, NaN_STANDS_FOR], breaks.at(-1) ?? 0],
  ];
  return ['case', isIn, classes, OTHER_COLOUR] as unknown as ExpressionSpecification;
}

/** A text in place of a number fails the first condition, whatever it counts as. */
const NaN_STANDS_FOR = 0;

/** What the colours mean; empty for a single one. */
export function legendRows(colouring: Colouring): readonly LegendRow[] {
  if (colouring.by === 'single') return [];
  const other = { colour: OTHER_COLOUR, label: i18n.t('Other') };
  if (colouring.by === 'category') {
    return [
      ...colouring.values.map((value, at) => ({
        colour: categoryColour(at),
        label: value === '' ? i18n.t('No value') : value,
      })),
      other,
    ];
  }
  const { breaks } = colouring;
  // Classes by quantiles may be narrow: the ends of the narrowest one are told apart.
  const narrowest = Math.min(
    ...breaks
      .slice(1)
      .map((to, at) => to - (breaks[at] ?? 0))
      .filter((width) => width > 0),
  );
  const ends = Number.isFinite(narrowest) ? ([0, 10 * narrowest] as const) : null;
  return classColours(colouring).map((colour, at) => ({
    colour,
    label: `${figureText(breaks[at] ?? 0, ends)} – ${figureText(breaks[at + 1] ?? 0, ends)}`,
  }));
}
