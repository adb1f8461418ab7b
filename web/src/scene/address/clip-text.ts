import type { Box } from '../geometry/triple.ts';
import { isPlainNumber, plainNumber } from './plain-number.ts';

const DIGITS = 7;

/** A box of the CRS: "minX/minY/minZ/maxX/maxY/maxZ". */
export const formatClip = ({ min, max }: Box): string =>
  [...min, ...max].map((value) => plainNumber(value, DIGITS)).join('/');

/** Null for what is no box. */
export function parseClip(text: string | undefined): Box | null {
  const parts = text?.split('/') ?? [];
  if (parts.length !== 6 || !parts.every(isPlainNumber)) return null;
  const [a = NaN, b = NaN, c = NaN, d = NaN, e = NaN, f = NaN] = parts.map(Number);
  return a <= d && b <= e && c <= f ? { min: [a, b, c], max: [d, e, f] } : null;
}
