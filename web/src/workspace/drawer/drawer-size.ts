import { DRAWER_TABS, type DrawerTab } from './drawer-tabs.ts';

/** Pixels of a drawer at least: its name and a row. */
export const LEAST = 120;

/** Part of the window that a drawer takes at most: the rest is the map. */
const MOST_PART = 0.7;

const STEP = 24;
const PAGE = 96;

export const mostOf = (windowHeight: number): number => Math.max(LEAST, Math.round(windowHeight * MOST_PART));

/** A height that a drawer can have; what is kept in the browser may be anything. */
export const limitedHeight = (height: number, windowHeight: number): number =>
  Number.isFinite(height) ? Math.min(mostOf(windowHeight), Math.max(LEAST, Math.round(height))) : LEAST;

/** The height after a key; null where the key means nothing. */
export function heightAfterKey(key: string, height: number, windowHeight: number): number | null {
  const next: Readonly<Record<string, number>> = {
    ArrowUp: height + STEP,
    ArrowDown: height - STEP,
    PageUp: height + PAGE,
    PageDown: height - PAGE,
    Home: LEAST,
    End: mostOf(windowHeight),
  };
  const wanted = Object.hasOwn(next, key) ? next[key] : undefined;
  return wanted === undefined ? null : limitedHeight(wanted, windowHeight);
}

/** Heights of the tabs as the browser keeps them; none of what is no such text. */
export function heightsOf(text: string | undefined): Partial<Record<DrawerTab, number>> {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? '');
  } catch {
    // Another program wrote it, or it is cut off: the drawer opens as it does at first.
    return {};
  }
  if (typeof kept !== 'object' || kept === null) return {};
  const pairs = DRAWER_TABS.map((tab) => [tab, (kept as Readonly<Record<string, unknown>>)[tab]] as const);
  return Object.fromEntries(pairs.filter(([, height]) => typeof height === 'number'));
}
