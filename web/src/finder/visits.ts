/** A page that somebody was on: an organization, or a dataset of it. */
export type Visit = { readonly org: string; readonly ds: string | null };

/** More are no help: who looks for an older one types a letter of it. */
const MOST = 8;

/** Of each person of this browser for itself; all are removed when somebody signs out. */
const keyOf = (userName: string | undefined): string => `al-visits:${userName ?? ''}`;

/** The last first. What was not written here counts as nothing. */
export function readVisits(userName: string | undefined): readonly Visit[] {
  const kept: unknown = parse(localStorage.getItem(keyOf(userName)) ?? '[]');
  return Array.isArray(kept) ? kept.filter(isVisit).slice(0, MOST) : [];
}

export function noteVisit(userName: string | undefined, visit: Visit): void {
  const others = readVisits(userName).filter(({ org, ds }) => org !== visit.org || ds !== visit.ds);
  localStorage.setItem(keyOf(userName), JSON.stringify([visit, ...others].slice(0, MOST)));
}

/** The visit that the address of a page is; null for pages of nothing. */
export function visitOf(pathname: string): Visit | null {
  const [, first, org, ds] = pathname.split('/');
  if (first !== 'r' || org === undefined || org === '') return null;
  const isDataset = ds !== undefined && ds !== '' && ds !== '-';
  return { org: decodeURIComponent(org), ds: isDataset ? decodeURIComponent(ds) : null };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Somebody else wrote it.
    return [];
  }
}

const isVisit = (value: unknown): value is Visit =>
  typeof value === 'object' &&
  value !== null &&
  'org' in value &&
  typeof value.org === 'string' &&
  'ds' in value &&
  (value.ds === null || typeof value.ds === 'string');
