import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EMBEDDED, openTestDatabase } from '../../test/support/test-database.ts';
import { anyOf, type OpenDatabase } from './index.ts';

let folder: string;
let database: OpenDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-embedded-'));
  database = await openTestDatabase(folder, EMBEDDED);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const boss = () => {
  if (!('db' in database.boss)) throw new Error('The embedded database has the job queue use its own session');
  return database.boss.db;
};

it('answers large rows and many of them whole', async () => {
  const { rows } = await sql<{ n: number; text: string }>`
    select n, repeat(n::text, 1000) as text from generate_series(1, 3000) n`.execute(database.db);
  expect(rows).toHaveLength(3000);
  expect(rows.every(({ n, text }) => text === String(n).repeat(1000))).toBe(true);
  const big = await sql<{ size: number }>`select length(${'x'.repeat(5_000_000)}) as size`.execute(database.db);
  expect(big.rows).toEqual([{ size: 5_000_000 }]);
});

it('keeps a statement that is asked often, through its errors and changes of what it reads', async () => {
  const { db } = database;
  await sql`create table asked (n integer)`.execute(db);
  await sql`insert into asked values (1), (2)`.execute(db);
  const ask = async (n: number): Promise<unknown[]> =>
    (await sql`select 10 / (n - ${n}) as share from asked order by n`.execute(db)).rows;
  for (let round = 0; round < 5; round += 1) expect(await ask(0)).toEqual([{ share: 10 }, { share: 5 }]);
  await expect(ask(2)).rejects.toMatchObject({ code: '22012' });
  expect(await ask(0)).toEqual([{ share: 10 }, { share: 5 }]);
  await sql`alter table asked add column more text`.execute(db);
  expect(await ask(0)).toEqual([{ share: 10 }, { share: 5 }]);
});

it('has statements that are asked often parsed once, but those with a pattern planned for each pattern', async () => {
  const { db } = database;
  for (let round = 0; round < 5; round += 1) {
    await sql`select ${round}::integer as repeated`.execute(db);
    await sql`select 'a' like ${`%${round}%`} as searched`.execute(db);
  }
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  const kept = rows
    .map(({ statement }) => statement)
    .filter((statement) => / as (?:repeated|searched)/.test(statement));
  expect(kept).toEqual(['select $1::integer as repeated']);
});

it('plans for a long list each time, and finds its rows by a table of hashes', async () => {
  const { db } = database;
  const ask = (list: readonly string[]) => sql`select 1 as listed where 'a' = ${anyOf(list, 'text')}`.execute(db);
  const long = Array.from({ length: 1000 }, (_, n) => `${n}`);
  for (let round = 0; round < 5; round += 1) await ask(long);
  const kept = () =>
    sql`select from pg_prepared_statements where statement like 'select 1 as listed %'`
      .execute(db)
      .then(({ rows }) => rows.length);
  expect(await kept()).toBe(0);
  for (let round = 0; round < 5; round += 1) await ask(['a']);
  expect(await kept()).toBe(1);
  await ask(long);
});

it('goes on with what it has prepared after a statement of the job queue that failed', async () => {
  const ask = async (n: number): Promise<unknown[]> =>
    (await sql`select ${n}::integer as again`.execute(database.db)).rows;
  for (let n = 0; n < 4; n += 1) expect(await ask(n)).toEqual([{ again: n }]);
  await expect(boss().executeSql('select 1 / $1::integer', [0])).rejects.toMatchObject({ code: '22012' });
  for (let n = 0; n < 4; n += 1) expect(await ask(n)).toEqual([{ again: n }]);
});

it('gives a transaction the database for itself, whatever is asked meanwhile', async () => {
  const { db } = database;
  await sql`create table alone (n integer)`.execute(db);
  const count = async (): Promise<unknown> => (await sql`select count(*) as n from alone`.execute(db)).rows;
  const begun = Promise.withResolvers<void>();
  const failed = db.transaction().execute(async (transaction) => {
    await sql`insert into alone values (1)`.execute(transaction);
    begun.resolve();
    await sql`select pg_sleep(0.05)`.execute(transaction);
    throw new Error('taken back');
  });
  failed.catch(() => undefined); // Expected below.
  await begun.promise;
  expect(await count()).toEqual([{ n: 0 }]);
  await expect(failed).rejects.toThrow('taken back');
});

it('takes back what fails in the middle of the statements of the job queue, before others ask', async () => {
  const { db } = database;
  await sql`create table queued (n integer)`.execute(db);
  const failed = boss().executeSql('begin; insert into queued values (1); select 1 / 0; commit');
  const asked = sql`select n from queued`.execute(db);
  await expect(failed).rejects.toMatchObject({ code: '22012' });
  expect((await asked).rows).toEqual([]);
  await boss().executeSql('begin; insert into queued values (2); commit');
  expect((await sql`select n from queued`.execute(db)).rows).toEqual([{ n: 2 }]);
});

it('tells of notices with the answer to the statement that caused them', async () => {
  const heard: string[] = [];
  database.changes.subscribe((topic, group) => heard.push(`${topic} ${group}`));
  await sql`select pg_notify('alidade', 'files group')`.execute(database.db);
  expect(heard).toEqual(['files group']);
});
