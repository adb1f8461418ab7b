import { sql } from 'kysely';
import { anyOf, type Database } from '../../database/index.ts';
import type { StoredBytes } from '../../datasets/index.ts';

/** Preconditions on what is at the path, as the headers of the request that began the upload told them. */
export interface UploadConditions {
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
}

/** An upload in pieces, open or finished. */
export interface UploadRow {
  readonly id: string;
  readonly datasetId: string;
  readonly userId: string;
  readonly path: string;
  readonly size: number;
  /** Bytes that are on the disk for good. */
  readonly received: number;
  readonly metadata: Readonly<Record<string, string | null>>;
  readonly conditions: UploadConditions;
  /** The batch it is staged into; null: it is put at its path. */
  readonly batchId: string | null;
  /** Hash the client announced, and hash the bytes have. */
  readonly sha256: string | null;
  readonly hash: string | null;
  readonly finishedAt: Date | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Seconds a request holds an upload without a sign of life. */
const HOLD_SECONDS = 20;

const uploads = (db: Database) =>
  db
    .selectFrom('resumable_uploads')
    .select([
      'id',
      'dataset_id as datasetId',
      'user_id as userId',
      'path',
      'size',
      'received',
      'metadata',
      'conditions',
      'batch_id as batchId',
      'sha256',
      'hash',
      'finished_at as finishedAt',
      'created_at as createdAt',
      'expires_at as expiresAt',
    ])
    .$castTo<UploadRow>();

/** The upload of that id, if this user began it in this dataset and its time is not over. */
export function findUpload(
  db: Database,
  { datasetId, userId }: Pick<UploadRow, 'datasetId' | 'userId'>,
  id: string,
): Promise<UploadRow | undefined> {
  return uploads(db)
    .where('id', '=', id)
    .where('dataset_id', '=', datasetId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** Open uploads of a user in a dataset, oldest first. */
export function listOpen(db: Database, datasetId: string, userId: string): Promise<UploadRow[]> {
  return uploads(db)
    .where('dataset_id', '=', datasetId)
    .where('user_id', '=', userId)
    .where('finished_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Number of uploads a user has begun and not ended. */
export async function countOpen(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('resumable_uploads')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Whose quota the files of a dataset count for; null: nobody's. */
export async function ownerOf(db: Database, datasetId: string): Promise<string | null> {
  const row = await db
    .selectFrom('datasets')
    .innerJoin('organizations', 'organizations.id', 'datasets.organization_id')
    .select('organizations.owner_id as ownerId')
    .where('datasets.id', '=', datasetId)
    .executeTakeFirst();
  return row?.ownerId ?? null;
}

/** Bytes that open uploads, no matter who began them, will have in datasets of an owner. */
export async function promisedBytes(db: Database, ownerId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('resumable_uploads as upload')
    .innerJoin('datasets', 'datasets.id', 'upload.dataset_id')
    .innerJoin('organizations', 'organizations.id', 'datasets.organization_id')
    // A sum of bigint is numeric, which drivers give as text.
    .select(sql<number>`coalesce(sum(upload.size), 0)::bigint`.as('bytes'))
    .where('organizations.owner_id', '=', ownerId)
    .where('upload.finished_at', 'is', null)
    .executeTakeFirstOrThrow();
  return bytes;
}

/** Adds an upload that `holder` holds. */
export async function insertUpload(
  db: Database,
  upload: Pick<
    UploadRow,
    'id' | 'datasetId' | 'userId' | 'path' | 'size' | 'metadata' | 'conditions' | 'sha256' | 'batchId'
  >,
  holder: string,
  hours: number,
): Promise<void> {
  await db
    .insertInto('resumable_uploads')
    .values({
      id: upload.id,
      dataset_id: upload.datasetId,
      user_id: upload.userId,
      path: upload.path,
      size: upload.size,
      metadata: JSON.stringify(upload.metadata),
      conditions: JSON.stringify(upload.conditions),
      sha256: upload.sha256,
      batch_id: upload.batchId,
      expires_at: sql<Date>`now() + make_interval(hours => ${hours})`,
      holder,
      held_until: inSeconds(HOLD_SECONDS),
    })
    .execute();
}

/** What the state of a held upload can become. */
export interface Progress {
  readonly received?: number;
  readonly hash?: string;
  readonly finished?: true;
}

/** Notes progress. @returns false when `holder` does not hold the upload (any more): somebody else does, or it is gone */
export async function noteProgress(
  db: Database,
  id: string,
  holder: string,
  { received, hash, finished }: Progress,
): Promise<boolean> {
  const changed = await db
    .updateTable('resumable_uploads')
    .set({
      held_until: inSeconds(HOLD_SECONDS),
      ...(received === undefined ? {} : { received }),
      ...(hash === undefined ? {} : { hash }),
      ...(finished ? { finished_at: sql<Date>`now()` } : {}),
    })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .returning('id')
    .execute();
  return changed.length > 0;
}

/**
 * Notes the hash of a file that is about to be moved to the others. From then on its bytes count as used: anyone who would
 * remove the same ones holds the same lock. @returns as `noteProgress`
 */
export function noteHash(
  db: Database,
  bytes: Pick<StoredBytes, 'lock'>,
  id: string,
  holder: string,
  hash: string,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await bytes.lock(transaction, hash);
    return noteProgress(transaction, id, holder, { hash });
  });
}

/** Removes an upload, open or finished. @returns the file when it had arrived and was not placed */
export async function deleteUpload(
  db: Database,
  id: string,
): Promise<{ readonly hash: string; readonly size: number } | undefined> {
  const [row] = await db
    .deleteFrom('resumable_uploads')
    .where('id', '=', id)
    .returning(['hash', 'size', 'finished_at as finishedAt'])
    .execute();
  if (row === undefined || row.hash === null || row.finishedAt !== null) return undefined;
  return { hash: row.hash, size: row.size };
}

/** Takes an upload for `holder`, or tells its holder that it is wanted. */
export async function takeHold(db: Database, id: string, holder: string): Promise<'held' | 'taken' | 'none'> {
  const taken = await db
    .updateTable('resumable_uploads')
    .set({ holder, held_until: inSeconds(HOLD_SECONDS), wanted: false })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('holder', 'is', null), eb('held_until', '<', sql<Date>`now()`)]))
    .returning('id')
    .execute();
  if (taken.length > 0) return 'taken';
  const asked = await db
    .updateTable('resumable_uploads')
    .set({ wanted: true })
    .where('id', '=', id)
    .returning('id')
    .execute();
  return asked.length > 0 ? 'held' : 'none';
}

/** Says that the holder lives. @returns whether somebody waits; `undefined` when it holds the upload no more */
export async function keepHold(db: Database, id: string, holder: string): Promise<boolean | undefined> {
  const [row] = await db
    .updateTable('resumable_uploads')
    .set({ held_until: inSeconds(HOLD_SECONDS) })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .returning('wanted')
    .execute();
  return row?.wanted;
}

export async function endHold(db: Database, id: string, holder: string): Promise<void> {
  await db
    .updateTable('resumable_uploads')
    .set({ holder: null, held_until: null, wanted: false })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .execute();
}

/** Ends all holds: of processes that are gone, when no other can be there. */
export async function endAllHolds(db: Database): Promise<void> {
  await db
    .updateTable('resumable_uploads')
    .set({ holder: null, held_until: null, wanted: false })
    .where('holder', 'is not', null)
    .execute();
}

/** Removes uploads whose time is over and that nobody writes at this moment. */
export async function forgetExpiredUploads(db: Database): Promise<void> {
  await db
    .deleteFrom('resumable_uploads')
    .where('expires_at', '<=', sql<Date>`now()`)
    .where((eb) => eb.or([eb('holder', 'is', null), eb('held_until', '<', sql<Date>`now()`)]))
    .execute();
}

/** The ids of the list that belong to open uploads. */
export async function openUploads(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('resumable_uploads')
    .select('id')
    .where('id', '=', anyOf(ids, 'uuid'))
    .where('finished_at', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;
