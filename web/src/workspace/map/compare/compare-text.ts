import { joinEscaped, splitEscaped } from '../../escaped-list.ts';

/** Two layers in one place. */
export type Comparison = {
  /** Keys of the layers. */
  readonly left: string;
  readonly right: string;
  /** Where the one ends and the other begins, in percent of the map's width; or both in turns. */
  readonly divider: number | 'blink';
};

/** Reads the value `swipe` of the address: "before.tif;after.tif;50", "before.tif;after.tif;blink"; null if it is none. */
export function parseComparison(text: string | undefined): Comparison | null {
  const [left = '', right = '', divider = '50', ...others] = splitEscaped(text ?? '', ';');
  if (left === '' || right === '' || left === right || others.length > 0) return null;
  if (divider === 'blink') return { left, right, divider };
  return /^(100|\d{1,2})$/.test(divider) ? { left, right, divider: Number(divider) } : null;
}

export const formatComparison = ({ left, right, divider }: Comparison): string =>
  joinEscaped([left, right, String(divider)], ';');
