import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../test/support/postgres.ts';
import { openDatabase, type OpenDatabase } from '../../database/index.ts';
import { createOperations } from '../../jobs/index.ts';
import { checkWhenDue, COMPLETENESS_TOOL } from './completeness-operation.ts';

const HOUR_MS = 3_600_000;
// The embedded database serves one transaction at a time.
let server: TestPostgres;
let database: OpenDatabase;
beforeAll(async () => {
  server = await startPostgres();
  database = await openDatabase({ url: await server.createDatabase('checks'), folder: '' });
});
afterAll(async () => {
  await database.close();
  await server.stop();
});

it('starts one check a day, also when several processes look', async () => {
  const { db } = database;
  const operations = createOperations(db, { send: () => Promise.resolve() });
  const started = () => db.selectFrom('jobs').select('id').where('tool_id', '=', COMPLETENESS_TOOL).execute();
  let now = Date.now();
  const look = () => checkWhenDue(db, operations, now);
  await Promise.all(Array.from({ length: 5 }, look));
  expect(await started()).toHaveLength(1);

  await db.updateTable('jobs').set({ state: 'Succeeded' }).execute();
  await db
    .insertInto('completeness_checks')
    .values({ last_run: new Date(now) })
    .execute();
  now += 23 * HOUR_MS;
  await look();
  expect(await started()).toHaveLength(1);
  now += HOUR_MS;
  await look();
  expect(await started()).toHaveLength(2);
});
