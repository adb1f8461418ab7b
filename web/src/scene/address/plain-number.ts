/** Decimals that a number in an address has at most. */
export const MOST_DECIMALS = 12;
const NUMBER = /^-?\d{1,12}(\.\d{1,12})?$/;

/** Whether a text is a number as addresses have it. */
export const isPlainNumber = (text: string): boolean => NUMBER.test(text);

/** Without an exponent, which small numbers have elsewhere, and without zeros at the end. */
export function plainNumber(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return short === '-0' ? '0' : short;
}
