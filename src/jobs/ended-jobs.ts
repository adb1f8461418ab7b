import { sql, type RawBuilder } from 'kysely';
import { anyOf, type Database } from '../database/index.ts';
import { FINAL_STATES } from './job-state.ts';

/** Jobs looked at by one statement: some ten milliseconds, so that the embedded database serves others in between. */
const PIECE = 2000;

/** Which jobs go. Conditions name the columns of the table `jobs`. */
export interface EndedJobs {
  /** The jobs that are looked at, oldest first: what an index finds in that order. */
  readonly among: RawBuilder<boolean>;
  /** Which of the ended jobs go; all of them by default. Younger jobs are all there still when it is asked. */
  readonly which?: RawBuilder<boolean>;
  /** Part of the transaction of each piece of which something went, of the last one if nothing went at all. */
  readonly inPiece?: (transaction: Database, count: number) => Promise<void>;
}

/** Removes jobs that have ended, piece by piece. @returns how many */
export async function removeEndedJobs(db: Database, { among, which = sql`true`, inPiece }: EndedJobs): Promise<number> {
  let removed = 0;
  let behind: Place | undefined = ['-infinity', '00000000-0000-0000-0000-000000000000'];
  while (behind !== undefined) {
    const from: Place = behind;
    const piece = await db.transaction().execute(async (transaction) => {
      const done = await removePiece(transaction, among, which, from);
      const isOnly = done.last === undefined && removed === 0;
      if (done.count > 0 || isOnly) await inPiece?.(transaction, done.count);
      return done;
    });
    removed += piece.count;
    behind = piece.last;
  }
  return removed;
}

/** Place of the last job that was looked at; the time as the database writes it, which JavaScript's dates cut off. */
type Place = readonly [createdAt: string, id: string];

/** @returns where to go on; `undefined` when there are no more */
async function removePiece(
  transaction: Database,
  among: RawBuilder<boolean>,
  which: RawBuilder<boolean>,
  [createdAt, id]: Place,
): Promise<{ readonly count: number; readonly last: Place | undefined }> {
  const { rows } = await sql<{ count: number; seen: number; last: Place }>`
    with piece as materialized (
      select id, created_at from jobs where ${among} and (created_at, id) > (${createdAt}::timestamptz, ${id}::uuid)
      order by created_at, id limit ${PIECE}),
    gone as (
      delete from jobs where id in (select id from piece) and state = ${anyOf(FINAL_STATES, 'text')} and (${which})
      returning id)
    select (select count(*) from gone) as count, (select count(*) from piece) as seen,
      (select json_build_array(created_at::text, id) from piece order by created_at desc, id desc limit 1) as last`.execute(
    transaction,
  );
  const { count, seen, last } = rows[0]!;
  return { count: Number(count), last: Number(seen) === PIECE ? last : undefined };
}
