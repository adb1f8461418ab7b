import { fail } from '../errors.ts';

/**
 * Reads JSON, but no number that would become another one on the way: beyond 2^53 not every whole number is one that
 * JavaScript has, and a client would get back an id that it never sent.
 *
 * @throws SyntaxError for what is no JSON, `invalid-input` for such a number
 */
export function parseExactly(text: string): unknown {
  // Few texts hold so many digits in a row; only those are looked at number by number, which takes several times as long.
  return /\d{16}/.test(text) ? JSON.parse(text, refuseChanged) : JSON.parse(text);
}

function refuseChanged(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER && !isSame(context?.source ?? '', value))
    throw fail(
      'invalid-input',
      `The number ${(context?.source ?? '').slice(0, 40)} cannot be kept exactly; send it as a text, in quotation marks.`,
    );
  return value;
}

/** With an exponent a number is no id but a measure, which is as exact as numbers with a fraction are. */
function isSame(source: string, value: number): boolean {
  if (/e/i.test(source)) return true;
  const [whole = '', fraction = ''] = source.split('.');
  return Number.isFinite(value) && !/[^0]/.test(fraction) && BigInt(whole) === BigInt(value);
}
