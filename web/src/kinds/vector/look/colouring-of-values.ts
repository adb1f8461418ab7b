import type { VectorValues } from '../../../api/vector-values.ts';
import { classBreaks } from './class-breaks.ts';
import { MOST_CATEGORIES } from './colours.ts';
import type { Colouring } from './vector-look.ts';
import { LOCALE } from '../../../languages/language.ts';

/** Classes at first. */
const CLASSES = 5;

/** The most frequent values as categories, in their natural order. */
export function categoriesOf(property: string, { values }: VectorValues): Colouring {
  const order = new Intl.Collator(LOCALE, { numeric: true });
  const texts = values.slice(0, MOST_CATEGORIES).map(({ value }) => String(value));
  return { by: 'category', property, values: texts.toSorted((a, b) => order.compare(a, b)) };
}

/** Classes of the values. Without numbers there is one class, in which nothing is. */
export function classesOf(property: string, { quantiles }: VectorValues): Colouring {
  const breaks = classBreaks(quantiles, CLASSES, 'quantiles');
  return {
    by: 'graduated',
    property,
    breaks: breaks.length === 0 ? [0, 0] : breaks,
    ramp: 'viridis',
    method: 'quantiles',
  };
}
