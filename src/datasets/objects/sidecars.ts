import type { BlobStore } from '../../blobs/index.ts';
import type { Database } from '../../database/index.ts';
import type { Neighbours } from '../../inspection/index.ts';
import type { EntryRow } from '../entries/entry-row.ts';
import { inspectAgain, type InspectAgainDependencies } from './inspect-again.ts';
import { fingerprintOf } from './inspection.ts';
import { areUnchanged, companionsBeside, neighboursOf, type SeenFiles } from './neighbours.ts';

/** Files that are read together with an entry: tables, world files, textures. */
export interface Sidecars {
  /** The files beside an entry, as inspection asks for them. @param seen gets the hash of each file that was asked for */
  neighbours(db: Database, blobs: BlobStore, datasetId: string, path: string, seen?: SeenFiles): Neighbours;
  /** The sidecars of entries in the order of their paths. */
  beside(
    db: Database,
    datasetId: string,
    paths: readonly string[],
  ): Promise<readonly { readonly path: string; readonly hash: string }[]>;
  /** Whether files still have the hashes that were seen. */
  areUnchanged(db: Database, datasetId: string, seen: ReadonlyMap<string, string | null>): Promise<boolean>;
  /** Names the sidecars of an entry in the key of its builds. */
  fingerprint(path: string, seen: ReadonlyMap<string, string | null>): string;
  /** Inspects a file again, and changes its entry when the facts or the sidecars differ. */
  inspectAgain(
    dependencies: InspectAgainDependencies,
    datasetId: string,
    entry: EntryRow,
    signal: AbortSignal,
  ): Promise<void>;
}

export const sidecars: Sidecars = {
  neighbours: neighboursOf,
  beside: companionsBeside,
  areUnchanged,
  fingerprint: fingerprintOf,
  inspectAgain,
};
