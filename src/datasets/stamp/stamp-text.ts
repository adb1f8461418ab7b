import { createHash, type Hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';

/** Rows one statement turns into text: a megabyte or two, and some ten milliseconds in which nobody else waits. */
const BATCH = 10_000;

/** Rows as the database answers them: one text for each column is read several times as fast as a row for each entry. */
interface Piece {
  readonly count: number;
  /** Where the next piece begins; null when there were no rows. */
  readonly last: string | null;
  /** Paths or ids in order, with `SEPARATOR` between them; null when there were no rows. */
  readonly names: string | null;
  /** Hashes of the names in the same order; null for ids, which have none. */
  readonly hashes: string | null;
}

/** Is in no path, no id and no hash. */
const SEPARATOR = '\n';

const noChecksum = '0'.repeat(64);
const HEAD = '{"checksum":"';

/**
 * Writes the stamp of a dataset into an empty file, as JSON. Read in pieces, so that a million entries are never in
 * memory together. The checksum, which stands in front, is written at the end.
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

/** The checksum in a stamp that was written. */
export async function checksumIn(file: FileHandle): Promise<string> {
  const { buffer } = await file.read(Buffer.alloc(noChecksum.length), 0, noChecksum.length, HEAD.length);
  return buffer.toString('latin1');
}

/** JSON of all pieces; the next one is read while one is written. */
async function* texts(read: (last: string | undefined) => Promise<Piece>, sum: Hash): AsyncGenerator<string> {
  let isFirst = true;
  for (let reading: Promise<Piece> | undefined = read(undefined); reading !== undefined;) {
    const piece: Piece = await reading;
    const { count, last, names, hashes } = piece;
    reading = count < BATCH || last === null ? undefined : read(last);
    // What nobody waits for when the writing fails.
    reading?.catch(() => undefined);
    if (names === null) return;
    const { json, summed } = textOf(names, hashes);
    sum.update(summed);
    yield isFirst ? json : `,${json}`;
    isFirst = false;
  }
}

function textOf(names: string, hashes: string | null): { readonly json: string; readonly summed: string } {
  const hashOf = hashes?.split(SEPARATOR);
  let [json, summed] = ['', ''];
  for (const [index, name] of names.split(SEPARATOR).entries()) {
    const hash = hashOf?.[index];
    const quoted = JSON.stringify(name);
    json += `${index > 0 ? ',' : ''}${hash === undefined ? quoted : `{${quoted}:"${hash}"}`}`;
    summed += name + (hash ?? '');
  }
  return { json, summed };
}

async function entryPiece(db: Database, datasetId: string, last: string | undefined): Promise<Piece> {
  const { rows } = await sql<Piece>`
    select count(*) as count, max(path) as last, string_agg(path, ${SEPARATOR} order by path) as names,
      string_agg(hash, ${SEPARATOR} order by path) as hashes
    from (select path, coalesce(hash::text, '') as hash from entries
          where dataset_id = ${datasetId}::uuid and path > ${last ?? ''} order by path limit ${BATCH}) entry`.execute(
    db,
  );
  return rows[0]!;
}

async function metadataPiece(db: Database, datasetId: string, last: string | undefined): Promise<Piece> {
  const { rows } = await sql<Piece>`
    select count(*) as count, max(id) as last, string_agg(id, ${SEPARATOR} order by id) as names, null as hashes
    from (select id::text collate "C" as id from dataset_metadata
          where dataset_id = ${datasetId}::uuid and id > ${last ?? NO_ID}::uuid
          order by dataset_metadata.id limit ${BATCH}) value`.execute(db);
  return rows[0]!;
}

/** Before all ids. */
const NO_ID = '00000000-0000-0000-0000-000000000000';
