import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';

/** As long as health counts a process as alive: three heartbeats. */
const ALIVE_SECONDS = 30;

/** Places for downloads, counted over all processes. Those of a process that died stop counting with its heartbeat. */
export interface DownloadSlots {
  /** Takes a place. @returns what gives it back and never rejects; `undefined` when `subject` has `most` already */
  take(subject: string, most: number): Promise<(() => Promise<void>) | undefined>;
  hasFree(subject: string, most: number): Promise<boolean>;
  /** Removes what was left behind: by processes that died, or because the database was away. */
  sweep(): Promise<void>;
}

/** @param alone whether no other process can use the database: then whatever stands there at the start is left over */
export async function createSlots(db: Database, processId: string, alone: boolean): Promise<DownloadSlots> {
  const held = new Set<string>();
  if (alone) await db.deleteFrom('download_slots').execute();

  const count = async (executor: Database, subject: string): Promise<number> => {
    const { taken } = await executor
      .selectFrom('download_slots as slot')
      .select(({ fn }) => fn.countAll<number>().as('taken'))
      .where('slot.subject', '=', subject)
      .where((eb) => eb.or([eb('slot.process_id', '=', processId), eb.exists(living(db))]))
      .executeTakeFirstOrThrow();
    return taken;
  };

  return {
    async take(subject, most) {
      const id = randomUUID();
      // Before its row is there, so that no sweep takes it for one that was left behind.
      held.add(id);
      const taking = db.transaction().execute(async (transaction) => {
        // One after the other for each subject, so that two of them do not take the last place.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`download ${subject}`}, 0))`.execute(transaction);
        if ((await count(transaction, subject)) >= most) return false;
        await transaction.insertInto('download_slots').values({ id, subject, process_id: processId }).execute();
        return true;
      });
      const isTaken = await taking.catch((cause: unknown) => {
        held.delete(id);
        throw cause;
      });
      if (!isTaken) {
        held.delete(id);
        return undefined;
      }
      return async () => {
        held.delete(id);
        // When the database is away the sweep removes it later.
        await db
          .deleteFrom('download_slots')
          .where('id', '=', id)
          .execute()
          .catch(() => undefined);
      };
    },

    hasFree: async (subject, most) => (await count(db, subject)) < most,

    async sweep() {
      const rows = await db
        .selectFrom('download_slots as slot')
        .select(['slot.id', 'slot.process_id as processId'])
        .where((eb) => eb.or([eb('slot.process_id', '=', processId), eb.not(eb.exists(living(db)))]))
        .execute();
      for (const { id, processId: owner } of rows)
        if (owner !== processId || !held.has(id)) await db.deleteFrom('download_slots').where('id', '=', id).execute();
    },
  };
}

/** The process that has the slot, if it lives. */
const living = (db: Database) =>
  db
    .selectFrom('processes')
    .select('processes.id')
    .whereRef('processes.id', '=', sql.ref('slot.process_id'))
    .where('processes.seen_at', '>', sql<Date>`now() - make_interval(secs => ${ALIVE_SECONDS})`);
