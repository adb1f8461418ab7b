import type { RawBuilder } from 'kysely';

/** Which of the entries that match is meant. */
export interface Hit {
  readonly datasetId: string;
  readonly name: string;
  readonly path: string;
}

/** What each statement begins with, and what it asks of entries. */
export interface Reach {
  /** The table `readable (id)`: datasets with entries that the caller may read. */
  readonly readable: RawBuilder<unknown>;
  /** The entries that he reaches in them. */
  readonly inside: RawBuilder<unknown>;
}

/** How much of each plan is tried. */
export interface FileEffort {
  /** Entries looked at in the order of paths before an index is asked. */
  readonly firstWalk: number;
  /** Matches that an index tells, of all datasets, before they are too many. */
  readonly mostGathered: number;
  /** Time of that statement on a server, in milliseconds: names may have all triples of a word, and not the word. */
  readonly gatherMs: number;
  /** Entries of an embedded database whose index is asked. */
  readonly mostEmbedded: number;
  /** Entries that one step of a long walk looks at. */
  readonly step: number;
  /** Entries that are looked at for words that no index is asked for. */
  readonly mostWalked: number;
}
