import Type, { type Static } from 'typebox';
import { areRising } from './rising.ts';

/** `#rgb` or `#rrggbb`: nothing else of what CSS takes for a colour. */
export const Colour = Type.String({ pattern: '^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$' });

const closed = { additionalProperties: false } as const;
const Property = Type.String({ minLength: 1, maxLength: 200 });
const [MOST_VALUES, MOST_CLASSES] = [20, 10];

/** Colours by the values of an attribute: by category, or by classes of numbers. */
export const StoredClasses = Type.Union([
  Type.Object(
    {
      property: Property,
      values: Type.Array(Type.String({ maxLength: 200 }), { maxItems: MOST_VALUES }),
      colours: Type.Array(Colour, { maxItems: MOST_VALUES }),
      other: Colour,
    },
    closed,
  ),
  Type.Object(
    {
      property: Property,
      breaks: Type.Array(Type.Number(), { minItems: 2, maxItems: MOST_CLASSES + 1 }),
      colours: Type.Array(Colour, { maxItems: MOST_CLASSES }),
      other: Colour,
      method: Type.Optional(Type.Union([Type.Literal('quantiles'), Type.Literal('equal')])),
    },
    closed,
  ),
]);
export type MapClasses = Static<typeof StoredClasses>;

/** Whether there is a colour for each value or class, and classes follow each other. */
export const areSound = (classes: MapClasses): boolean =>
  'values' in classes
    ? classes.colours.length === classes.values.length
    : classes.colours.length === classes.breaks.length - 1 && areRising(classes.breaks);

/** The colour of a feature. @param value of the attribute; truth as such, not as a number */
export function classColour(classes: MapClasses, value: unknown): string {
  if ('values' in classes) return classes.colours[classes.values.indexOf(textOf(value))] ?? classes.other;
  const { breaks, colours, other } = classes;
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (typeof number !== 'number' || !(number >= breaks[0]!) || number > breaks.at(-1)!) return other;
  const at = breaks.findLastIndex((begin, index) => index < colours.length && number >= begin);
  return colours[at] ?? other;
}

/** Bytes and what is missing are in no category but that of the empty text. */
const textOf = (value: unknown): string =>
  ['string', 'number', 'bigint', 'boolean'].includes(typeof value)
    ? String(value as string | number | bigint | boolean)
    : '';
