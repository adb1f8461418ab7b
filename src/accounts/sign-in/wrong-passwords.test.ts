import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import type { OpenDatabase } from '../../database/index.ts';
import { count } from './failure-counters.ts';
import { createWrongPasswords, type Repetition } from './wrong-passwords.ts';

const SECRET = 'a secret of 32 characters or more';
const MINUTES = 5;
let folder: string;
let database: OpenDatabase;
let made = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-wrong-'));
  database = await openTestDatabase(folder);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => void vi.useRealTimers());

/** A counter with a failure, and what asks about passwords that failed with it. */
async function counted(secret = SECRET) {
  const { db } = database;
  const counter = { subject: `pair:${(made += 1)}`, limit: 100 };
  await count(db, counter, MINUTES);
  const memory = createWrongPasswords(secret);
  const of = (password: string, generation: number | undefined = 1) => ({ password, generation });
  return {
    counter,
    remember: (password: string) => memory.remember(db, counter, of(password)),
    find: (password: string, generation?: number): Promise<Repetition> =>
      memory.find(db, counter, of(password, generation)),
    stored: async (): Promise<Record<string, number>> => {
      const row = await db
        .selectFrom('sign_in_failures')
        .select('wrong_passwords')
        .where('subject', '=', counter.subject)
        .executeTakeFirstOrThrow();
      return row.wrong_passwords;
    },
  };
}

it('answers from memory for a minute, then has a password checked again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { remember, find } = await counted();
  expect(await find('old one')).toBe('new');
  await remember('old one');
  expect([await find('old one'), await find('another')]).toEqual(['wrong', 'new']);
  vi.setSystemTime(Date.now() + 61_000);
  expect(await find('old one')).toBe('repeated');
  await remember('old one');
  expect(await find('old one')).toBe('wrong');
});

it('forgets with another token generation, with the counter, and all but the latest eight', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { counter, remember, find, stored } = await counted();
  for (let time = 0; time < 12; time += 1) {
    vi.setSystemTime(Date.now() + 1000);
    await remember(`wrong ${time}`);
  }
  expect(Object.keys(await stored())).toHaveLength(8);
  expect([await find('wrong 3'), await find('wrong 4'), await find('wrong 11')]).toEqual(['new', 'wrong', 'wrong']);
  expect(await find('wrong 11', 2)).toBe('new');
  await sql`update sign_in_failures set ends_at = now() where subject = ${counter.subject}`.execute(database.db);
  expect(await find('wrong 11')).toBe('new');
  await remember('too late');
  await count(database.db, counter, MINUTES);
  expect(await stored()).toEqual({});
});

it('stores a digest that needs the secret and the counter', async () => {
  const [one, same, other] = [await counted(), await counted(), await counted(`${SECRET}.`)];
  const digests: string[] = [];
  for (const each of [one, same, other]) {
    await each.remember('old one');
    digests.push(...Object.keys(await each.stored()));
  }
  expect(new Set(digests).size).toBe(3);
  for (const digest of digests) expect(digest).toMatch(/^[\w-]{22}$/);
});
