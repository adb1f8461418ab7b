import { LOCALE } from '../languages/language.ts';

/** What stands between the whole and the rest of a number in the language of the page. */
export const DECIMAL = new Intl.NumberFormat(LOCALE).format(0.5).slice(1, 2);

/** A number as people type it, in any language: a comma counts as the point. */
export const pointed = (typed: string): string => typed.trim().replace(',', '.');
