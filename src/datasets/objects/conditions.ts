import { fail } from '../../http/index.ts';
import type { EntryRow } from '../entries/entry-row.ts';

/** What must hold of the entry at a path before it is replaced: the headers `If-Match` and `If-None-Match` of RFC 9110. */
export interface Conditions {
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** Whether anything must hold. */
export function hasConditions({ ifMatch, ifNoneMatch }: Conditions): boolean {
  return ifMatch !== undefined || ifNoneMatch !== undefined;
}

/** ETag of an entry: that of its bytes. Folders have none. */
export function etagOf({ hash }: Pick<EntryRow, 'hash'>): string | undefined {
  return hash === null ? undefined : `"${hash}"`;
}

/** @throws `precondition-failed` when the entry (undefined: none) is not as the client believes */
export function checkConditions(entry: EntryRow | undefined, { ifMatch, ifNoneMatch }: Conditions): void {
  const names = (header: string, weakly = false): boolean => {
    if (header.trim() === '*') return entry !== undefined;
    const etag = entry && etagOf(entry);
    const isSame = (candidate: string): boolean => (weakly ? candidate.replace(/^W\//, '') : candidate) === etag;
    return etag !== undefined && header.split(',').some((candidate) => isSame(candidate.trim()));
  };
  if (ifMatch !== undefined && !names(ifMatch))
    throw fail('precondition-failed', 'The entry is not the one that If-Match names. Nothing was changed; look again.');
  // RFC 9110, 13.1.2: this one is compared weakly.
  if (ifNoneMatch !== undefined && names(ifNoneMatch, true))
    throw fail('precondition-failed', 'The entry exists, and If-None-Match refuses that. Nothing was changed.');
}
