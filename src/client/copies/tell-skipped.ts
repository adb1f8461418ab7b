import type { Output } from '../terminal/output.ts';

export type Teller = Pick<Output, 'note' | 'warn'>;

/** Lines about what is left out; more of them would hide everything else. */
const MAX_LINES = 20;

/** Says what of a folder is no part of its dataset. */
export function tellSkipped(out: Teller, skipped: readonly { readonly path: string; readonly why: string }[]): void {
  for (const { path, why } of skipped.slice(0, MAX_LINES)) out.warn(`Left out: ${path}. ${why}`);
  if (skipped.length > MAX_LINES) out.warn(`Left out: ${skipped.length - MAX_LINES} more.`);
}
