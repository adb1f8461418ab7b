import type { DatasetRef } from '../api/addresses.ts';
import type { Box } from './box-text.ts';

/** What the map of each dataset showed last, while the page is open. */
const seen = new Map<string, Box>();
/** Datasets that are remembered; each is a few numbers. */
const MOST = 50;

const keyOf = ({ org, ds }: DatasetRef): string => `${org}/${ds}`;

export const seenBox = (ref: DatasetRef): Box | null => seen.get(keyOf(ref)) ?? null;

/** No box, where there was this one: it can be chosen again. */
export function forget(ref: DatasetRef, box: Box): null {
  rememberBox(ref, box);
  return null;
}

export function rememberBox(ref: DatasetRef, box: Box): void {
  seen.delete(keyOf(ref));
  seen.set(keyOf(ref), box);
  const [oldest] = seen.keys();
  if (seen.size > MOST && oldest !== undefined) seen.delete(oldest);
}
