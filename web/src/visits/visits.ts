import type { DatasetRef } from '../api/addresses.ts';

/** Pages that a person has opened in this browser, the last one first: the finder and the home page show them. */

/** An organization, or a dataset of it. */
export type Visit = { readonly org: string; readonly ds: string | null };

const KEY = 'alidade.visits';
/** More are no help: to find an older page, type a letter of its name. */
export const MOST_VISITS = 24;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What is kept: whose it is, so that nobody else who signs in here sees it, and the slugs. */
type Kept = { readonly user: string; readonly seen: readonly Visit[] };

/** @param user empty without an account @param store may hold anything: an older version of these pages, or a person, wrote it */
export function readVisits(store: Store, user: string): readonly Visit[] {
  const kept = parse(store.getItem(KEY));
  return kept?.user === user ? kept.seen : [];
}

/** Puts a page first. */
export function noteVisit(store: Store, user: string, visit: Visit): void {
  const others = readVisits(store, user).filter(({ org, ds }) => org !== visit.org || ds !== visit.ds);
  const kept: Kept = { user, seen: [visit, ...others].slice(0, MOST_VISITS) };
  store.setItem(KEY, JSON.stringify(kept));
}

export const forgetVisits = (store: Store): void => store.removeItem(KEY);

/** The visits in this browser; none where it keeps nothing. */
export function storedVisits(user: string): readonly Visit[] {
  try {
    return readVisits(localStorage, user);
  } catch {
    // Reading is forbidden: there is no list.
    return [];
  }
}

/** @param most of the datasets among the visits */
export const visitedDatasets = (visits: readonly Visit[], most: number): readonly DatasetRef[] =>
  visits.flatMap(({ org, ds }) => (ds === null ? [] : [{ org, ds }])).slice(0, most);

function parse(text: string | null): Kept | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (typeof value !== 'object' || value === null || !('user' in value) || !('seen' in value)) return undefined;
    const { user, seen } = value;
    if (typeof user !== 'string' || !Array.isArray(seen)) return undefined;
    return { user, seen: seen.filter(isVisit).slice(0, MOST_VISITS) };
  } catch {
    // No JSON is no list.
    return undefined;
  }
}

const isVisit = (value: unknown): value is Visit =>
  typeof value === 'object' &&
  value !== null &&
  'org' in value &&
  typeof value.org === 'string' &&
  'ds' in value &&
  (value.ds === null || typeof value.ds === 'string');
