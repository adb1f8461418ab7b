import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillEntries } from '../../bench/support/many-entries.ts';
import type { OpenDatabase } from '../../src/database/index.ts';
import { indexMessages } from '../../src/datasets/index-file/index-rows.ts';
import { createRemoval } from '../../src/datasets/removal/removal.ts';
import { openTestDatabase } from '../support/test-database.ts';

// The embedded database answers in the thread that serves everybody: what asks it again and again lets others in between.
const FILES = 20_000;
/** Both take 2,000 rows at a time. */
const STEPS = FILES / 2000;
const id = randomUUID();
let folder: string;
let database: OpenDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-turns-'));
  database = await openTestDatabase(folder);
  const { db } = database;
  const organization = { id: randomUUID(), slug: 'turns', name: 'Turns', description: null, is_public: false };
  await db
    .insertInto('organizations')
    .values({ ...organization, owner_id: null })
    .execute();
  await db.insertInto('datasets').values({ id, organization_id: organization.id, slug: 'many' }).execute();
  await fillEntries(db, id, { files: FILES, perFolder: 1000 });
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** @returns how often others had their turn meanwhile */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  await work().finally(() => clearInterval(timer));
  return turns;
}

it('serves others while the rows of an index file are read', async () => {
  let rows = 0;
  const read = async (): Promise<void> => {
    for await (const message of indexMessages(database.db, id))
      if (message.kind === 'entries') rows += message.rows.length;
  };
  expect(await turnsDuring(read)).toBeGreaterThanOrEqual(STEPS / 2);
  expect(rows).toBe(FILES + FILES / 1000 + 1);
});

it('serves others while the rows of a dataset are removed', async () => {
  const removal = createRemoval({
    db: database.db,
    operations: { start: () => Promise.resolve(''), startOnce: () => Promise.resolve('') },
    observers: [],
    files: [],
  });
  await database.db.transaction().execute((transaction) => removal.begin(transaction, [id]));
  const operation = () =>
    removal.operation({
      id: '',
      input: {},
      userId: null,
      signal: new AbortController().signal,
      report: () => undefined,
    });
  expect(await turnsDuring(operation)).toBeGreaterThanOrEqual(STEPS / 2);
  expect(await database.db.selectFrom('datasets').select('id').execute()).toEqual([]);
});
