import { sql } from 'kysely';
import { recordAudit, THE_SERVICE, type Actor } from '../../audit/index.ts';
import type { BlobStore } from '../../blobs/index.ts';
import type { Database } from '../../database/index.ts';
import type { DatasetRemoval } from '../removal/removal.ts';
import { lockDataset } from '../store.ts';
import {
  COMMITTED,
  deleteBatch,
  isStillOverdue,
  lockBatch,
  nextOverdueBatch,
  RUNNING,
  type BatchRef,
  type BatchRow,
  type NamedBatch,
  type Overdue,
} from './batch-store.ts';
import { rollBackBatch, takeFilesOut } from './rolling-back.ts';

/** The end of batches that are not committed. Bytes they had are removed unless somebody else needs them. */
export interface BatchEnding {
  /** Rolls a batch back, and removes the dataset that it made when nothing else is in it. */
  rollBack(batch: BatchRow, actor: Actor): Promise<void>;
  /**
   * Removes the dataset that came into being with a committed batch, in a transaction that holds it, when nothing is in it but
   * what came with the batch, as it came. @returns whether it did
   */
  removeMade(transaction: Database, batch: BatchRef, actor: Actor): Promise<boolean>;
  /**
   * Takes back batches that were not used for so long; what is told of those that ended so long ago goes. One that cannot be
   * ended keeps none of the others. @throws AggregateError of all faults, at the end
   */
  expire(idleSeconds: number): Promise<void>;
  /** Ends and removes all batches that are over, told one by one, or what went wrong with one. */
  remove(overdue: Overdue): AsyncIterable<{ readonly batch: NamedBatch; readonly fault?: unknown }>;
  /** Removes the row of a batch that has ended and has no files. */
  forget(id: string): Promise<void>;
}

export interface EndingDependencies {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly removal: Pick<DatasetRemoval, 'begin'>;
}

export function createBatchEnding({ db, blobs, removal }: EndingDependencies): BatchEnding {
  const remove = async (id: string): Promise<void> => {
    await takeFilesOut({ db, blobs }, id);
    await deleteBatch(db, id);
  };

  /** @param overdue only when it is that still. @returns false when it is in use again */
  const end = async (batch: BatchRow, actor: Actor, overdue?: Overdue): Promise<boolean> => {
    const cleanUp = await db.transaction().execute(async (transaction) => {
      const { id, datasetId } = batch;
      // One whose dataset was removed has ended with it.
      if (datasetId === null || !(await lockDataset(transaction, datasetId))) return () => Promise.resolve();
      await lockBatch(transaction, { id, datasetId });
      if (overdue !== undefined && !(await isStillOverdue(transaction, id, overdue))) return undefined;
      const discard = await rollBackBatch({ db, blobs }, transaction, batch);
      const subject = await nameOf(transaction, datasetId);
      const details = overdue === undefined ? {} : { for: 'expiry' };
      await recordAudit(transaction, { actor, action: 'batch.rollback', subject, details });
      if (batch.createdDataset && (await isUntouched(transaction, { id, datasetId }))) {
        await removal.begin(transaction, [datasetId]);
        await recordAudit(transaction, { actor, action: 'dataset.delete', subject, details: { for: 'rollback' } });
      }
      return discard;
    });
    await cleanUp?.();
    return cleanUp !== undefined;
  };

  return {
    forget: (id) => deleteBatch(db, id),

    async rollBack(batch, actor) {
      await end(batch, actor);
    },

    async removeMade(transaction, batch, actor) {
      const { createdDataset } = await lockBatch(transaction, batch);
      if (!createdDataset || !(await isUntouched(transaction, batch))) return false;
      const subject = await nameOf(transaction, batch.datasetId);
      await removal.begin(transaction, [batch.datasetId]);
      await recordAudit(transaction, { actor, action: 'dataset.delete', subject, details: { for: 'undo' } });
      return true;
    },

    async expire(idleSeconds) {
      const overdue = { idleSeconds };
      const faults: unknown[] = [];
      const expireOne = async (batch: NamedBatch): Promise<void> => {
        if (batch.state === RUNNING) await end(batch, THE_SERVICE, overdue);
        else await remove(batch.id);
      };
      let batch = await nextOverdueBatch(db, overdue, undefined);
      for (; batch !== undefined; batch = await nextOverdueBatch(db, overdue, batch.id))
        await expireOne(batch).catch((fault: unknown) => void faults.push(fault));
      if (faults.length > 0) throw new AggregateError(faults, `${faults.length} batches could not be ended.`);
    },

    async *remove(overdue) {
      let batch = await nextOverdueBatch(db, overdue, undefined);
      for (; batch !== undefined; batch = await nextOverdueBatch(db, overdue, batch.id)) {
        try {
          if (batch.state === RUNNING && !(await end(batch, THE_SERVICE, overdue))) continue;
          await remove(batch.id);
        } catch (fault) {
          yield { batch, fault };
          continue;
        }
        yield { batch };
      }
    },
  };
}

/**
 * Whether a dataset, which the transaction holds, has nothing but what it was made with and, as it came, what a batch brought,
 * and nothing that comes.
 */
async function isUntouched(transaction: Database, { id: batchId, datasetId: id }: BatchRef): Promise<boolean> {
  const { rows } = await sql`
    select from datasets where id = ${id}::uuid
      and not exists (select from entries
        left join upload_batch_entries staged on staged.batch_id = ${batchId}::uuid and staged.path = entries.path
          and exists (select from upload_batches where id = staged.batch_id and state = ${COMMITTED})
        where entries.dataset_id = datasets.id and case when entries.hash is not null
          then entries.hash is distinct from staged.hash
          else not exists (select from upload_batch_entries inside join upload_batches on upload_batches.id = inside.batch_id
            where inside.batch_id = ${batchId}::uuid and state = ${COMMITTED} and starts_with(inside.path, entries.path || '/')) end)
      and not exists (select from upload_batches where dataset_id = ${id}::uuid and state = ${RUNNING})
      and not exists (select from resumable_uploads where dataset_id = ${id}::uuid and finished_at is null)
      and not exists (select from dataset_metadata where dataset_id = ${id}::uuid
        and not (path = '' and key in ('name', 'visibility')))`.execute(transaction);
  return rows.length > 0;
}

async function nameOf(db: Database, datasetId: string): Promise<string> {
  const { organization, dataset } = await db
    .selectFrom('datasets')
    .innerJoin('organizations', 'organizations.id', 'datasets.organization_id')
    .select(['organizations.slug as organization', 'datasets.slug as dataset'])
    .where('datasets.id', '=', datasetId)
    .executeTakeFirstOrThrow();
  return `${organization}/${dataset}`;
}
