import { randomUUID } from 'node:crypto';
import { lockUsers } from '../../accounts/index.ts';
import type { Database } from '../../database/index.ts';
import { failThrottled } from '../../errors/index.ts';
import { measureEntries } from '../entries/entry-store.ts';
import type { ObjectDependencies, Uploader } from '../objects/context.ts';
import { applyStaged, type AppliedFiles } from './applying.ts';
import { createBatchFiles, type BatchFiles } from './batch-files.ts';
import {
  countRunningBatches,
  insertBatch,
  lockRunningBatchesOf,
  moveBatch,
  newBatchToken,
  type BatchRef,
  type BatchRow,
  type NewBatch,
} from './batch-store.ts';
import { batchReading, type BatchReading } from './batches.ts';
import { rollBackBatch } from './rolling-back.ts';

/** Files that become part of a dataset together. Shares, pushes and tasks use this port and nothing below it. */
export interface Staging {
  /**
   * Begins a batch, in a transaction that holds its dataset.
   *
   * @throws `throttled` when the user has too many running batches already
   */
  begin(transaction: Database, batch: BatchInput): Promise<BegunBatch>;
  /** Batches and their files as the database has them. */
  readonly read: BatchReading;
  /** Takes files into running batches. */
  readonly files: BatchFiles;
  /**
   * Makes the files of a batch part of its dataset and ends the batch, in a transaction that holds the dataset.
   *
   * @param into a dataset that this transaction made; it takes the place of the one that the batch began in
   * @throws `invalid-input` for a batch that has ended; `conflict`, `quota-exceeded`
   */
  apply(transaction: Database, batch: BatchRef, uploader: Uploader, into?: string): Promise<Applied>;
  /**
   * Ends a running batch and gives its files up, in a transaction that holds its dataset. Does nothing when the batch was
   * rolled back before.
   *
   * @returns work for after the commit. @throws `invalid-input` for a committed batch
   */
  rollBack(transaction: Database, batch: Pick<BatchRow, 'id' | 'datasetId'>): Promise<() => Promise<void>>;
}

/** A batch to begin. */
export interface BatchInput extends Omit<NewBatch, 'id' | 'token'> {
  /**
   * Rolls back the other running batches that the user has in the dataset, and refuses the new one when the user has as many
   * in all datasets. Default: neither.
   */
  readonly mostRunning?: number;
}

export interface BegunBatch extends BatchRef {
  readonly token: string;
  /** Work for after the commit. */
  readonly cleanUp: () => Promise<void>;
}

/** What a batch did to its dataset. */
export interface Applied extends Pick<AppliedFiles, 'files' | 'bytes'> {
  readonly batch: BatchRef;
  /**
   * To be called after the commit: removes unused outputs and inspects files again that depend on the new ones.
   *
   * @param alsoChanged other paths of the dataset that the same transaction changed
   */
  finish(signal: AbortSignal, alsoChanged?: readonly string[]): Promise<void>;
}

/**
 * Files of a batch from which on the database looks at its entries at once. By itself it does within a minute, and until then
 * it takes a large dataset for a small one and reads all of it. 100,000 entries take a third of a second.
 */
const MANY_FILES = 10_000;
/** Seconds after which a user with too many batches may ask again. */
const RETRY_SECONDS = 60;

export function createStaging(dependencies: ObjectDependencies): Staging {
  const { db, reinspection } = dependencies;
  const rollBack: Staging['rollBack'] = (transaction, batch) => rollBackBatch(dependencies, transaction, batch);

  /** @returns work for after the commit */
  const replaceRunning = async (
    transaction: Database,
    { kind, datasetId, user }: BatchInput,
    most: number,
  ): Promise<() => Promise<void>> => {
    const discards: (() => Promise<void>)[] = [];
    for (const before of await lockRunningBatchesOf(transaction, kind, datasetId, user.id))
      discards.push(await rollBack(transaction, before));
    await lockUsers(transaction, [user.id]);
    const running = await countRunningBatches(transaction, user.id);
    if (running >= most)
      throw failThrottled(`You have ${running} batches running; commit or roll back some first.`, RETRY_SECONDS);
    return async () => {
      for (const discard of discards) await discard();
    };
  };

  return {
    read: batchReading,
    files: createBatchFiles(dependencies),
    rollBack,

    async begin(transaction, { mostRunning, ...batch }) {
      const { kind, datasetId } = batch;
      const cleanUp =
        mostRunning === undefined ? () => Promise.resolve() : await replaceRunning(transaction, batch, mostRunning);
      const id = randomUUID();
      // Clients of pushes send the id as their token.
      const token = kind === 'push' ? id : newBatchToken();
      await insertBatch(transaction, { ...batch, id, token });
      return { id, datasetId, token, cleanUp };
    },

    async apply(transaction, began, uploader, into) {
      const batch = into === undefined ? began : await moveBatch(transaction, began, into);
      const { files, bytes, changed, cleanUp } = await applyStaged(dependencies, transaction, batch, uploader);
      return {
        batch,
        files,
        bytes,
        async finish(signal, alsoChanged = []) {
          await cleanUp();
          await reinspection.refresh({ id: batch.datasetId }, [...changed, ...alsoChanged], signal);
          if (files > MANY_FILES) await measureEntries(db);
        },
      };
    },
  };
}
