import type { Kind } from './question.ts';

/** How the words were found: the rank of a thing is the place of its match here. */
export const MATCHES = ['exact', 'prefix', 'part', 'text', 'place'] as const;

/** Something that was found, as it is answered. */
export interface Found {
  readonly kind: 'organization' | 'dataset' | 'file';
  readonly match: (typeof MATCHES)[number];
  readonly orgSlug: string;
  readonly organization: string;
  readonly dsSlug: string | null;
  readonly dataset: string | null;
  readonly path: string | null;
  readonly type: number | null;
  readonly text: string | null;
  readonly isPublic: boolean;
}

/**
 * Where a page ends: the kind of its last thing, how well that matched, the names it is sorted by, and its id (of a file: that of
 * its dataset, in front of them). The next page holds what comes behind it, whatever was added or removed meanwhile.
 */
export interface PageEnd {
  readonly kind: Kind;
  readonly rank: number;
  readonly id: string;
  readonly name: string;
  /** Empty for what is no file. */
  readonly path: string;
}

/** With where it stands among all that is found. */
export interface Placed {
  readonly found: Found;
  readonly end: PageEnd;
}

/** Which part of what is found is wanted. */
export interface Wanted {
  /** Behind this one. */
  readonly after: PageEnd | undefined;
  readonly limit: number;
}
