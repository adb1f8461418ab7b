import type { Actor } from '../../audit/index.ts';
import type { Database } from '../../database/index.ts';
import type { User } from './store.ts';

type Holder = Pick<User, 'id' | 'name'>;

/** What became of what a deleted user owned. */
export interface Release {
  readonly organizationsTransferred: number;
  readonly datasetsTransferred: number;
  readonly datasetResults: readonly DatasetResult[];
}

export interface DatasetResult {
  readonly originalSlug: string;
  readonly newSlug: string | null;
  readonly success: boolean;
  readonly error: string | null;
}

/** What users own, kept by the modules above; all in the transaction that makes or deletes the user. */
export interface UserHoldings {
  /** Makes what a new user starts with. */
  begin(transaction: Database, user: Holder, actor: Actor): Promise<void>;
  /** Gives what a user owns to a successor; without one it stays, owned by nobody. */
  release(transaction: Database, user: Holder, successor: Holder | undefined, actor: Actor): Promise<Release>;
  /** Gives up what a user had begun to send and not committed. @returns how many batches of files */
  giveUp(transaction: Database, userId: string): Promise<number>;
}
