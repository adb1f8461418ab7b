import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import { failThrottled } from '../../http/index.ts';
import type { Settings } from '../../settings/index.ts';
import { networkOf } from './client-address.ts';

/** Who tries to sign in. */
export interface Candidate {
  /** Absent for a token of a provider, which names nobody yet: then the address alone counts. */
  readonly userName: string | undefined;
  /** Absent when nobody has that name. */
  readonly userId?: string | undefined;
  readonly address: string;
}

/** An attempt that is counted as failed until it is told otherwise. */
export interface Attempt {
  /** The password was right. */
  succeeded(userId: string): Promise<void>;
  /** Nobody learned whether it was right: a provider was away. */
  withdraw(): Promise<void>;
}

/** Slows down the guessing of passwords. */
export interface Attempts {
  /**
   * Counts an attempt before anything is computed for it, so that many at once cannot pass together. Names that exist and
   * names that do not are counted alike.
   *
   * @throws `throttled`
   */
  begin(candidate: Candidate): Promise<Attempt>;
}

interface Counter {
  readonly subject: string;
  readonly limit: number;
}

/** Addresses remembered per user: some at home, at work and on the road; the longest unused gives way. */
const KNOWN_ADDRESSES = 20;
/** An address in daily use is written once a day, not with each request. */
const SEEN_AGAIN = sql<Date>`now() - interval '1 day'`;
/** Time between two sweeps of counters that have ended. */
const SWEEP_MS = 60_000;

/** @param settings limits, counted over `lockMinutes` since the last failure that was counted */
export function createAttempts(db: Database, settings: Settings['signIn']): Attempts {
  let sweptAt = 0;
  const sweep = async (): Promise<void> => {
    if (Date.now() - sweptAt < SWEEP_MS) return;
    sweptAt = Date.now();
    await forgetEndedFailures(db);
  };

  /** In this order for every attempt, so that two of them cannot wait for each other. */
  const countersOf = ({ userName, address }: Candidate, known: boolean): Counter[] => {
    const network = networkOf(address);
    const everybody = { subject: `address:${network}`, limit: settings.maxAddressFailures };
    if (userName === undefined) return [everybody];
    const user = nameDigest(userName);
    const pair = { subject: `pair:${user}:${network}`, limit: settings.maxFailures };
    // Somebody who has signed in from here before is not kept out by what others try here, or elsewhere with his name.
    if (known) return [pair];
    return [pair, everybody, { subject: `user:${user}`, limit: settings.maxUserFailures }];
  };

  return {
    async begin(candidate) {
      await sweep();
      const counters = await db.transaction().execute(async (transaction) => {
        const taken = countersOf(candidate, await isKnown(transaction, candidate));
        for (const counter of taken) await count(transaction, counter, settings.lockMinutes);
        return taken;
      });
      const withdraw = async (): Promise<void> => {
        for (const { subject } of counters) await takeBack(db, subject);
      };
      return {
        withdraw,
        async succeeded(userId) {
          const [first, ...others] = counters;
          await db.deleteFrom('sign_in_failures').where('subject', '=', first!.subject).execute();
          for (const { subject } of others) await takeBack(db, subject);
          await remember(db, userId, networkOf(candidate.address));
        },
      };
    },
  };
}

/** Ends the waiting for a user, from wherever he was tried; without a name for everybody. */
export async function forgetFailures(db: Database, userName?: string): Promise<void> {
  const user = userName === undefined ? undefined : nameDigest(userName);
  await db
    .deleteFrom('sign_in_failures')
    .$if(user !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('subject', '=', `user:${user}`), sql<boolean>`starts_with(subject, ${`pair:${user}:`})`]),
      ),
    )
    .execute();
}

/** Names are kept as digests: people type their password into the wrong field. */
function nameDigest(userName: string): string {
  return createHash('sha256').update(userName.toLowerCase()).digest('base64url');
}

async function isKnown(db: Database, { userId, address }: Candidate): Promise<boolean> {
  if (userId === undefined) return false;
  const row = await db
    .selectFrom('known_addresses')
    .select('address')
    .where('user_id', '=', userId)
    .where('address', '=', networkOf(address))
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds one to a counter unless it is full; one whose time is over begins again. @throws `throttled` */
async function count(db: Database, { subject, limit }: Counter, lockMinutes: number): Promise<void> {
  const { rows } = await sql`
    insert into sign_in_failures as known (subject, failures, ends_at)
    values (${subject}, 1, now() + make_interval(mins => ${lockMinutes}))
    on conflict (subject) do update set
      failures = case when known.ends_at <= now() then 1 else known.failures + 1 end,
      ends_at = excluded.ends_at
    where known.ends_at <= now() or known.failures < ${limit}
    returning failures`.execute(db);
  if (rows.length > 0) return;
  const full = await db
    .selectFrom('sign_in_failures')
    .select(sql<number>`extract(epoch from ends_at - now())::float`.as('seconds'))
    .where('subject', '=', subject)
    .executeTakeFirst();
  const seconds = Math.max(1, Math.ceil(full?.seconds ?? 1));
  throw failThrottled(`Too many wrong passwords. Try again in ${Math.ceil(seconds / 60)} min.`, seconds);
}

async function takeBack(db: Database, subject: string): Promise<void> {
  await db
    .updateTable('sign_in_failures')
    .set({ failures: sql`greatest(failures - 1, 0)` })
    .where('subject', '=', subject)
    .execute();
}

async function remember(db: Database, userId: string, address: string): Promise<void> {
  await db
    .insertInto('known_addresses')
    .values({ user_id: userId, address })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'address'])
        .doUpdateSet({ seen_at: sql`now()` })
        .where('known_addresses.seen_at', '<', SEEN_AGAIN),
    )
    .execute();
  await db
    .deleteFrom('known_addresses')
    .where('user_id', '=', userId)
    .where('address', 'not in', (query) =>
      query
        .selectFrom('known_addresses as latest')
        .select('latest.address')
        .where('latest.user_id', '=', userId)
        .orderBy('latest.seen_at', 'desc')
        .limit(KNOWN_ADDRESSES),
    )
    .execute();
}

/** Removes counters that have ended; those another statement holds are left for the next time, so that nobody waits. */
export async function forgetEndedFailures(db: Database): Promise<void> {
  await sql`
    delete from sign_in_failures where subject in (
      select subject from sign_in_failures where ends_at <= now() for update skip locked)`.execute(db);
}
