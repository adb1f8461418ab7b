import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';

/** Failures of one subject, which has to wait once there are as many as the limit. */
export interface Counter {
  readonly subject: string;
  readonly limit: number;
}

/** Names are stored as digests: people type their password into the wrong field. */
export function nameDigest(userName: string): string {
  return createHash('sha256').update(userName.toLowerCase()).digest('base64url');
}

/**
 * Adds one to a counter that is not full. A counter whose time is over starts again, without its wrong passwords.
 *
 * @returns seconds to wait when it is full, otherwise `undefined`
 */
export async function count(
  db: Database,
  { subject, limit }: Counter,
  lockMinutes: number,
): Promise<number | undefined> {
  const { rows } = await sql`
    insert into sign_in_failures as known (subject, failures, ends_at)
    values (${subject}, 1, now() + make_interval(mins => ${lockMinutes}))
    on conflict (subject) do update set
      failures = case when known.ends_at <= now() then 1 else known.failures + 1 end,
      wrong_passwords = case when known.ends_at <= now() then '{}' else known.wrong_passwords end,
      ends_at = excluded.ends_at
    where known.ends_at <= now() or known.failures < ${limit}
    returning failures`.execute(db);
  return rows.length > 0 ? undefined : secondsUntilOpen(db, { subject, limit });
}

/** @returns seconds to wait when a counter is full, otherwise `undefined` */
export async function secondsUntilOpen(db: Database, { subject, limit }: Counter): Promise<number | undefined> {
  const full = await db
    .selectFrom('sign_in_failures')
    .select(sql<number>`extract(epoch from ends_at - now())::float`.as('seconds'))
    .where('subject', '=', subject)
    .where('failures', '>=', limit)
    .where('ends_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return full && Math.max(1, Math.ceil(full.seconds));
}

/** Takes a subject for the given time. @returns false when somebody has it already */
export async function takeOnce(db: Database, subject: string, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    insert into sign_in_failures as known (subject, failures, ends_at)
    values (${subject}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (subject) do nothing
    returning subject`.execute(db);
  return rows.length > 0;
}

export async function takeBack(db: Database, { subject }: Counter): Promise<void> {
  await db
    .updateTable('sign_in_failures')
    .set({ failures: sql`greatest(failures - 1, 0)` })
    .where('subject', '=', subject)
    .execute();
}

export async function clear(db: Database, { subject }: Counter): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('subject', '=', subject).execute();
}

/** Ends the waiting for a user, whatever address or device was used; without a name for everybody. */
export async function forgetFailures(db: Database, userName?: string): Promise<void> {
  const user = userName === undefined ? undefined : nameDigest(userName);
  await db
    .deleteFrom('sign_in_failures')
    .$if(user !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('subject', '=', `user:${user}`),
          sql<boolean>`starts_with(subject, ${`pair:${user}:`})`,
          sql<boolean>`starts_with(subject, ${`device:${user}:`})`,
        ]),
      ),
    )
    .execute();
}

/** Removes counters that have ended; those another statement holds are left for the next time, so that nobody waits. */
export async function forgetEndedFailures(db: Database): Promise<void> {
  await sql`
    delete from sign_in_failures where subject in (
      select subject from sign_in_failures where ends_at <= now() for update skip locked)`.execute(db);
}
