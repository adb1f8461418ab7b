import { LOCALE } from '../languages/language.ts';

const NUMBER = new Intl.NumberFormat(LOCALE);

/** "1,204". */
export const formatNumber = (value: number): string => NUMBER.format(value);
