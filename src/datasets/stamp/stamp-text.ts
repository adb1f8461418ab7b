import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import { addText } from './stamp.ts';

/** Rows one statement turns into text: a megabyte or two, and some ten milliseconds in which nobody else waits. */
const BATCH = 10_000;

interface Piece {
  readonly count: number;
  /** Where the next piece begins; null when there were no rows. */
  readonly last: string | null;
  /** JSON of the rows, with commas between them. */
  readonly json: string | null;
  /** What the checksum is over. */
  readonly summed: string | null;
}

const noChecksum = '0'.repeat(64);
const HEAD = '{"checksum":"';

/**
 * Writes the stamp of a dataset into an empty file, as JSON. The database makes the text, in pieces, so that a million
 * entries go through no list of objects. The checksum, which stands in front, is written at the end.
 */
export async function writeStamp(db: Database, datasetId: string, file: FileHandle): Promise<void> {
  const sum = createHash('sha256');
  let position = 0;
  const write = async (text: string): Promise<void> => {
    const bytes = Buffer.from(text);
    await file.write(bytes, 0, bytes.length, position);
    position += bytes.length;
  };
  await write(`${HEAD}${noChecksum}","entries":[`);
  for await (const text of texts((last) => entryPiece(db, datasetId, last), sum)) await write(text);
  await write('],"meta":[');
  for await (const text of texts((last) => metadataPiece(db, datasetId, last), sum)) await write(text);
  await write(']}');
  await file.write(Buffer.from(sum.digest('hex')), 0, noChecksum.length, HEAD.length);
}

async function* texts(read: (last: string | undefined) => Promise<Piece>, sum: Hash): AsyncGenerator<string> {
  let last: string | undefined;
  for (;;) {
    const piece = await read(last);
    if (piece.json !== null) yield last === undefined ? piece.json : `,${piece.json}`;
    addText(sum, piece.summed ?? '');
    if (piece.count < BATCH || piece.last === null) return;
    last = piece.last;
  }
}

async function entryPiece(db: Database, datasetId: string, last: string | undefined): Promise<Piece> {
  const { rows } = await sql<Piece>`
    select count(*) as count, max(path) as last,
      string_agg('{' || to_json(path)::text || ':"' || hash || '"}', ',' order by path) as json,
      string_agg(path || hash, '' order by path) as summed
    from (select path, coalesce(hash::text, '') as hash from entries
          where dataset_id = ${datasetId}::uuid and path > ${last ?? ''} order by path limit ${BATCH}) entry`.execute(
    db,
  );
  return rows[0]!;
}

async function metadataPiece(db: Database, datasetId: string, last: string | undefined): Promise<Piece> {
  const { rows } = await sql<Piece>`
    select count(*) as count, max(id) as last,
      string_agg('"' || id || '"', ',' order by id) as json, string_agg(id, '' order by id) as summed
    from (select id::text collate "C" as id from dataset_metadata
          where dataset_id = ${datasetId}::uuid and id > ${last ?? NO_ID}::uuid
          order by dataset_metadata.id limit ${BATCH}) value`.execute(db);
  return rows[0]!;
}

/** Before all ids. */
const NO_ID = '00000000-0000-0000-0000-000000000000';
