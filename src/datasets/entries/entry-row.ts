import type { EntryType } from '../../inspection/index.ts';

/** An entry as it is stored. */
export interface EntryRow {
  readonly path: string;
  readonly hash: string | null;
  readonly type: EntryType;
  readonly properties: Record<string, unknown> | null;
  /** Seconds since 1970. */
  readonly mtime: number;
  readonly size: number;
  readonly depth: number;
  readonly pointGeometry: object | null;
  readonly polygonGeometry: object | null;
  /** Fingerprint of the files beside it that it was understood with, see `fingerprintOf`; empty for none. */
  readonly companions: string;
}

/** Instead of a fingerprint, until a file is inspected that was moved or copied without its folder: nothing is built with it. */
export const UNKNOWN_COMPANIONS = 'unknown';

/** What tells of the builds of a file. */
export type BuildCandidate = Pick<EntryRow, 'path' | 'hash' | 'companions' | 'type'>;

export interface NewEntry extends EntryRow {
  readonly parent: string;
}
