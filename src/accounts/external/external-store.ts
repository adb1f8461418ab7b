import type { Database } from '../../database/index.ts';
import type { ExternalIdentity } from './identity.ts';

type Key = Pick<ExternalIdentity, 'issuer' | 'subject'>;

/** Id of the user whom a provider's account belongs to. */
export async function findBoundUserId(db: Database, { issuer, subject }: Key): Promise<string | undefined> {
  const row = await db
    .selectFrom('external_identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.user_id;
}

export async function bindIdentity(db: Database, { issuer, subject }: Key, userId: string): Promise<void> {
  await db.insertInto('external_identities').values({ issuer, subject, user_id: userId }).execute();
}
