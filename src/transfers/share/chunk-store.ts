import { sql } from 'kysely';
import { anyOf, type Database } from '../../database/index.ts';

/** A chunk of a file as its sender tells of it. */
export interface ChunkPlace {
  readonly batchId: string;
  /** What the sender calls the file. */
  readonly fileId: string;
  /** Counted from 0. */
  readonly index: number;
  readonly totalChunks: number;
  /** Bytes of the whole file. */
  readonly totalSize: number;
  readonly path: string;
}

/** A chunk that has arrived. */
export interface ChunkRow extends ChunkPlace {
  readonly size: number;
  /** MD5 of its bytes, lower-case hexadecimal. */
  readonly md5: string;
  /** The file that holds the bytes; null once they are part of the file that was staged. */
  readonly part: string | null;
}

const chunks = (db: Database, batchId: string, fileId: string) =>
  db
    .selectFrom('upload_chunks')
    .select([
      'batch_id as batchId',
      'file_id as fileId',
      'index',
      'total_chunks as totalChunks',
      'total_size as totalSize',
      'path',
      'size',
      'md5',
      'part',
    ])
    .where('batch_id', '=', batchId)
    .where('file_id', '=', fileId);

/** Chunks of a file, in their order. */
export function findChunks(db: Database, batchId: string, fileId: string): Promise<ChunkRow[]> {
  return chunks(db, batchId, fileId).orderBy('index').execute();
}

/** Any chunk of a file: all of them tell the same of it, and all are part of the file that is staged, or none. */
export function findAnyChunk(db: Database, batchId: string, fileId: string): Promise<ChunkRow | undefined> {
  return chunks(db, batchId, fileId).limit(1).executeTakeFirst();
}

export function findChunk(
  db: Database,
  { batchId, fileId, index }: Pick<ChunkPlace, 'batchId' | 'fileId' | 'index'>,
): Promise<ChunkRow | undefined> {
  return chunks(db, batchId, fileId).where('index', '=', index).executeTakeFirst();
}

/**
 * Whether all chunks of a file are there. Mostly the last one comes last: as long as it is missing the others are not
 * counted, which for each of ten thousand would be work for each other one.
 */
export async function isComplete(db: Database, { batchId, fileId, totalChunks }: ChunkPlace): Promise<boolean> {
  const last = await findChunk(db, { batchId, fileId, index: totalChunks - 1 });
  if (last === undefined) return false;
  const { count } = await db
    .selectFrom('upload_chunks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('batch_id', '=', batchId)
    .where('file_id', '=', fileId)
    .executeTakeFirstOrThrow();
  return count === totalChunks;
}

/** Forgets chunks whose bytes are lost. @returns the sizes of those that were noted still */
export async function forgetChunks(
  transaction: Database,
  batchId: string,
  lost: readonly ChunkRow[],
): Promise<readonly number[]> {
  const parts = lost.flatMap(({ part }) => part ?? []);
  const gone = await transaction
    .deleteFrom('upload_chunks')
    .where('batch_id', '=', batchId)
    .where('part', '=', anyOf(parts, 'uuid'))
    .returning('size')
    .execute();
  return gone.map(({ size }) => size);
}

/** Notes a chunk, in place of one of its index. */
export async function putChunk(transaction: Database, chunk: ChunkRow): Promise<void> {
  const { size, md5, part } = chunk;
  await transaction
    .insertInto('upload_chunks')
    .values({
      batch_id: chunk.batchId,
      file_id: chunk.fileId,
      index: chunk.index,
      path: chunk.path,
      total_chunks: chunk.totalChunks,
      total_size: chunk.totalSize,
      size,
      md5,
      part,
    })
    .onConflict((conflict) => conflict.columns(['batch_id', 'file_id', 'index']).doUpdateSet({ size, md5, part }))
    .execute();
}

/** Notes that the bytes of all chunks of a file are part of the file that is staged. @returns how many these were */
export async function noteAssembled(transaction: Database, batchId: string, fileId: string): Promise<number> {
  const { rows } = await sql<{ size: number }>`
    with done as (update upload_chunks set part = null
      where batch_id = ${batchId}::uuid and file_id = ${fileId} and part is not null returning size)
    select coalesce(sum(size), 0)::bigint as size from done`.execute(transaction);
  return rows[0]!.size;
}

/** The files of the list that hold chunks which are needed. */
export async function neededParts(db: Database, parts: readonly string[]): Promise<ReadonlySet<string>> {
  if (parts.length === 0) return new Set();
  const rows = await db.selectFrom('upload_chunks').select('part').where('part', '=', anyOf(parts, 'uuid')).execute();
  return new Set(rows.flatMap(({ part }) => part ?? []));
}
