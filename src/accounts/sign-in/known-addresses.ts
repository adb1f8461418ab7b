import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';

/** Addresses remembered per user: some at home, at work and on the road; the longest unused gives way. */
const KNOWN_ADDRESSES = 20;
/** An address in daily use is written once a day, not with each request. */
const SEEN_AGAIN = sql<Date>`now() - interval '1 day'`;

/** Whether the user has signed in from this address before. */
export async function isKnownAddress(db: Database, userId: string, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_addresses')
    .select('address')
    .where('user_id', '=', userId)
    .where('address', '=', address)
    .executeTakeFirst();
  return row !== undefined;
}

export async function rememberAddress(db: Database, userId: string, address: string): Promise<void> {
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
