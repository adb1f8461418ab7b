import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import type { StoredFile } from '../objects/file-storage.ts';
import { batchBytes, findBatch, type BatchKind, type BatchRow } from './batch-store.ts';
import { findStaged } from './staged-store.ts';

/** A batch of uploads, running, committed or rolled back. */
export interface Batch {
  readonly id: string;
  readonly token: string;
  readonly userName: string;
  readonly state: number;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly entries: readonly BatchEntry[];
}

export interface BatchEntry {
  readonly path: string;
  readonly hash: string;
  readonly type: number;
  readonly size: number;
  /** ISO 8601. */
  readonly addedOn: string;
}

/** Files told of one batch: an answer of the most batches stays within some megabytes. */
const MOST_FILES = 1000;

/** Batches of a dataset with their files, the first thousand of each by path; oldest first, behind one of them. */
export function listBatches(
  db: Database,
  datasetId: string,
  after: string | undefined,
  limit: number,
): Promise<Batch[]> {
  return db
    .selectFrom('upload_batches as batch')
    .select([
      'batch.id',
      'batch.token',
      'batch.user_name as userName',
      'batch.state',
      'batch.started_at as startedAt',
      'batch.ended_at as endedAt',
      sql<BatchEntry[]>`coalesce((
        select json_agg(json_build_object('path', entry.path, 'hash', entry.hash, 'type', entry.type, 'size', entry.size,
          'addedOn', to_char(entry.added_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by entry.path)
        from (select * from upload_batch_entries where batch_id = batch.id order by path limit ${MOST_FILES}) entry), '[]')`.as(
        'entries',
      ),
    ])
    .where('batch.dataset_id', '=', datasetId)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(batch.started_at, batch.id) > (select started_at, id from upload_batches where id = ${after!}::uuid)`,
      ),
    )
    .orderBy('batch.started_at')
    .orderBy('batch.id')
    .limit(limit)
    .execute();
}

/** Files of a batch by path, behind one of them. */
async function listBatchFiles(
  db: Database,
  batchId: string,
  after: string | undefined,
  limit: number,
): Promise<BatchEntry[]> {
  const rows = await db
    .selectFrom('upload_batch_entries')
    .select(['path', 'hash', 'type', 'size', 'added_at as addedAt'])
    .where('batch_id', '=', batchId)
    .$if(after !== undefined, (query) => query.where('path', '>', after!))
    .orderBy('path')
    .limit(limit)
    .execute();
  return rows.map(({ addedAt, ...row }) => ({ ...row, addedOn: addedAt.toISOString() }));
}

/** Batches and their files as the database has them, read in a transaction or without one. */
export interface BatchReading {
  /** The batch with a token, in any state. @param kind only of this kind; default: of any */
  find(db: Database, token: string, kind?: BatchKind): Promise<BatchRow | undefined>;
  /** The staged files with these paths. */
  files(db: Database, batchId: string, paths: readonly string[]): Promise<(StoredFile & { readonly path: string })[]>;
  /** Staged files in the order of their paths. @param after the path before the first one */
  list(db: Database, batchId: string, after: string | undefined, limit: number): Promise<BatchEntry[]>;
  /** Bytes that the files and chunks of a batch take: as many can be replaced by the next ones. */
  bytes(db: Database, batchId: string): Promise<number>;
}

export const batchReading: BatchReading = {
  find: (db, token, kind) => findBatch(db, kind, token),
  files: findStaged,
  list: listBatchFiles,
  bytes: batchBytes,
};
