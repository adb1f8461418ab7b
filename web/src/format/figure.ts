import { LOCALE } from '../languages/language.ts';

/** Digits that a span has: they tell hundreds of steps apart. */
const DIGITS_OF_SPAN = 3;
/** No measurement has more. */
const MOST_PLACES = 8;
/** Digits of a number whose range nobody knows. */
const DIGITS_ALONE = 5;

const formats = new Map<number, Intl.NumberFormat>();

/** A number of a range as people read it: of 400 to 430 "412.3", of -1 to 1 "0.52", of 0 to 3000 "1,204". */
export function figureText(value: number, range: readonly [low: number, high: number] | null): string {
  const text = range === null || !(range[1] > range[0]) ? alone(value) : inPlaces(value, placesOf(range[1] - range[0]));
  return text.replace(/^-/, '−');
}

const placesOf = (span: number): number =>
  Math.min(MOST_PLACES, Math.max(0, DIGITS_OF_SPAN - 1 - Math.floor(Math.log10(span))));

function inPlaces(value: number, places: number): string {
  const format =
    formats.get(places) ?? new Intl.NumberFormat(LOCALE, { maximumFractionDigits: places, signDisplay: 'negative' });
  formats.set(places, format);
  return format.format(value);
}

/** Whole numbers keep all their digits. */
const alone = (value: number): string =>
  Math.abs(value) < 10 ** DIGITS_ALONE ? SIGNIFICANT.format(value) : inPlaces(value, 0);

const SIGNIFICANT = new Intl.NumberFormat(LOCALE, {
  maximumSignificantDigits: DIGITS_ALONE,
  signDisplay: 'negative',
});
