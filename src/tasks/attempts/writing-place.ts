import type { Caller, DatasetGrant } from '../../access/index.ts';
import type { ObjectDependencies, PathRemoval, Staging, StoredBytes } from '../../datasets/index.ts';
import type { DatasetToMake } from '../made-dataset.ts';
import type { HeldTask } from './attempt-store.ts';

export interface WritingDependencies {
  readonly storing: ObjectDependencies;
  readonly staging: Staging;
  readonly removal: PathRemoval;
  readonly bytes: Pick<StoredBytes, 'discard'>;
}

/** Who and where an attempt writes. */
export interface WritingPlace {
  readonly task: HeldTask;
  readonly dataset: DatasetGrant;
  readonly caller: Caller | undefined;
  /** The new dataset that the attempt writes to instead of `dataset`. */
  readonly makes: DatasetToMake | undefined;
  /** Where the tool makes its files. */
  readonly folders: readonly string[];
  readonly signal: AbortSignal;
}
