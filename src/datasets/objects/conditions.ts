import { createHash } from 'node:crypto';
import { fail } from '../../errors/index.ts';
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

const FACTS_LENGTH = 16;
/** The part of an ETag behind that of the bytes. */
const FACTS = new RegExp(`\\.[0-9a-f]{${FACTS_LENGTH}}"$`);

/**
 * ETag of what is told of a file: changes with its facts and its build as well as with its bytes. It begins with that of the
 * bytes, and is as good as that one as a condition of an upload.
 */
export function factsEtagOf(told: Pick<EntryRow, 'hash'>): string | undefined {
  if (told.hash === null) return undefined;
  const facts = createHash('sha256').update(JSON.stringify(told)).digest('hex').slice(0, FACTS_LENGTH);
  return `"${told.hash}.${facts}"`;
}

/** @throws `precondition-failed` when the entry (undefined: none) is not as the client believes */
export function checkConditions(entry: EntryRow | undefined, { ifMatch, ifNoneMatch }: Conditions): void {
  const names = (header: string, weakly = false): boolean => {
    if (header.trim() === '*') return entry !== undefined;
    const etag = entry && etagOf(entry);
    const isSame = (candidate: string): boolean =>
      (weakly ? candidate.replace(/^W\//, '') : candidate).replace(FACTS, '"') === etag;
    return etag !== undefined && header.split(',').some((candidate) => isSame(candidate.trim()));
  };
  if (ifMatch !== undefined && !names(ifMatch))
    throw fail('precondition-failed', 'The entry is not the one that If-Match names. Nothing was changed; look again.');
  // RFC 9110, 13.1.2: this one is compared weakly.
  if (ifNoneMatch !== undefined && names(ifNoneMatch, true))
    throw fail('precondition-failed', 'The entry exists, and If-None-Match refuses that. Nothing was changed.');
}
