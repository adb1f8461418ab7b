import { createHmac, hkdfSync } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import type { Counter } from './failure-counters.ts';

/** Wrong passwords remembered per counter: more than the default limit allows. */
const REMEMBERED = 8;
/**
 * A remembered password is not checked again for this long: programs repeat an old one with each request, and each check
 * takes 20 ms of a core. It is checked again after that, because a provider may know it by then.
 */
const RECHECK_SECONDS = 60;

/** Whether a password was tried before. `wrong`: it was checked within the last minute. */
export type Repetition = 'new' | 'repeated' | 'wrong';

/**
 * Remembers wrong passwords beside the counter of their failures, as keyed digests, and forgets them with it. So a
 * program that repeats one counts once.
 */
export interface WrongPasswords {
  find(db: Database, counter: Counter, password: PasswordOfUser): Promise<Repetition>;
  remember(db: Database, counter: Counter, password: PasswordOfUser): Promise<void>;
}

export interface PasswordOfUser {
  readonly password: string;
  /** Token generation of the user: a password that is set, or a user who is let in again, ends what is remembered. */
  readonly generation: number | undefined;
}

/** @param secret key of the service; the key of digests is derived from it */
export function createWrongPasswords(secret: string): WrongPasswords {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'wrong passwords', 32));
  /** 128 bits; other for each subject, so that equal passwords of two users look different. */
  const digestOf = ({ subject }: Counter, { password, generation }: PasswordOfUser): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([subject, generation ?? null, password]))
      .digest('base64url')
      .slice(0, 22);

  return {
    async find(db, counter, password) {
      const known = await rememberedOf(db, counter);
      const checkedAt = known?.[digestOf(counter, password)];
      if (checkedAt === undefined) return 'new';
      return checkedAt > now() - RECHECK_SECONDS ? 'wrong' : 'repeated';
    },

    async remember(db, counter, password) {
      await db.transaction().execute(async (transaction) => {
        const known = await rememberedOf(transaction, counter);
        if (known === undefined) return; // The counter was cleared meanwhile, or its time is over.
        const latest = Object.entries({ ...known, [digestOf(counter, password)]: now() })
          .toSorted(([, one], [, other]) => other - one)
          .slice(0, REMEMBERED);
        await transaction
          .updateTable('sign_in_failures')
          .set({ wrong_passwords: JSON.stringify(Object.fromEntries(latest)) })
          .where('subject', '=', counter.subject)
          .execute();
      });
    },
  };
}

/** Locks the counter. @returns `undefined` when there is none, or its time is over */
async function rememberedOf(db: Database, { subject }: Counter): Promise<Readonly<Record<string, number>> | undefined> {
  const row = await db
    .selectFrom('sign_in_failures')
    .select('wrong_passwords')
    .where('subject', '=', subject)
    .where('ends_at', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst();
  return row?.wrong_passwords;
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}
