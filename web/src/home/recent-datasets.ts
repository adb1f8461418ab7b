import type { DatasetRef } from '../api/addresses.ts';

/** Datasets that a person has opened in this browser, the last one first. */

const KEY = 'alidade.recent-datasets';
/** Three rows of cards. */
export const MOST_RECENT = 12;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What is kept: whose it is, so that nobody else who signs in here sees it, and the slugs. */
type Kept = { readonly user: string; readonly seen: readonly DatasetRef[] };

/** @param store anything may be in it: an older version of these pages, or a person, wrote it */
export function recentDatasets(store: Store, user: string): readonly DatasetRef[] {
  const kept = parse(store.getItem(KEY));
  return kept?.user === user ? kept.seen : [];
}

/** Puts a dataset first. */
export function rememberDataset(store: Store, user: string, { org, ds }: DatasetRef): void {
  const others = recentDatasets(store, user).filter((ref) => ref.org !== org || ref.ds !== ds);
  const kept: Kept = { user, seen: [{ org, ds }, ...others].slice(0, MOST_RECENT) };
  store.setItem(KEY, JSON.stringify(kept));
}

export const forgetRecentDatasets = (store: Store): void => store.removeItem(KEY);

function parse(text: string | null): Kept | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (typeof value !== 'object' || value === null || !('user' in value) || !('seen' in value)) return undefined;
    const { user, seen } = value;
    if (typeof user !== 'string' || !Array.isArray(seen)) return undefined;
    return { user, seen: seen.filter(isRef).slice(0, MOST_RECENT) };
  } catch {
    // No JSON is no list.
    return undefined;
  }
}

const isRef = (value: unknown): value is DatasetRef =>
  typeof value === 'object' &&
  value !== null &&
  'org' in value &&
  typeof value.org === 'string' &&
  'ds' in value &&
  typeof value.ds === 'string';
