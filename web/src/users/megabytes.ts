import { DECIMAL } from '../format/decimal.ts';

const MEGABYTE = 1_000_000;

/** Bytes of a number of megabytes as people type it ("1500", "0.5", "0,5"); null when it is none. */
export function bytesOfMegabytes(text: string): number | null {
  const [, whole = '', fraction = ''] = /^(\d+)(?:[.,](\d+))?$/.exec(text.trim()) ?? [];
  if (whole === '') return null;
  // In whole numbers: above 2 PB a fraction would be off by a byte.
  const bytes = Number(whole) * MEGABYTE + Number(fraction.slice(0, 6).padEnd(6, '0'));
  return Number.isSafeInteger(bytes) ? bytes : null;
}

/** The other way round, without digits that say nothing. */
export function megabytesText(bytes: number): string {
  const fraction = String(bytes % MEGABYTE)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return `${Math.floor(bytes / MEGABYTE)}${fraction === '' ? '' : `${DECIMAL}${fraction}`}`;
}
