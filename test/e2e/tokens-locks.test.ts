import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDataset, createLink, createPerson, type Person } from '../support/people.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { startService, until, type TestService } from '../support/service.ts';

// A connection of the test's own does what uploads and deletions do, and holds still in the middle of it.
let server: TestPostgres;
let service: TestService;
let client: pg.Client;
let owner: Person;

beforeAll(async () => {
  server = await startPostgres();
  const environment = { DATABASE_URL: await server.createDatabase('locks') };
  client = new pg.Client({ connectionString: environment.DATABASE_URL });
  await client.connect();
  service = await startService({ ...environment, BUILDS__CONCURRENCY: '0' });
  owner = await createPerson(service, 'owner');
  await createDataset(service, 'owner/data', 0);
});
afterAll(async () => {
  await client.end();
  await service[Symbol.asyncDispose]();
  await server.stop();
});

const lockDataset = (slug: string): Promise<unknown> =>
  client.query(`select id from datasets where slug = $1 for update`, [slug]);
/** What writing to, or deleting, a dataset does last. */
const chargeOwner = (): Promise<unknown> =>
  client.query(`update users set storage_used = storage_used + 0 where name = 'owner'`);
const somebodyWaits = (): Promise<boolean> =>
  until(
    async () => {
      const { rows } = await client.query('select 1 from pg_locks where not granted');
      return rows.length > 0;
    },
    (waits) => waits,
    5,
  );

it('makes links and tokens for a dataset that is written to, and neither waits for the other in a circle', async () => {
  for (const make of [
    () => owner.call('POST', '/orgs/owner/ds/data/links', {}),
    () => owner.call('POST', '/users/tokens', { name: 'x', organization: 'owner', dataset: 'data' }),
  ]) {
    await client.query('begin');
    await lockDataset('data');
    const answer = make();
    await somebodyWaits();
    await chargeOwner();
    await client.query('commit');
    expect((await answer).status).toBe(201);
  }
});

it('signs out everywhere with all tokens while a dataset they are for is deleted', async () => {
  await createDataset(service, 'owner/leaving', 0);
  await createLink(service, 'owner/leaving', {}, owner.token);
  await client.query('begin');
  await lockDataset('leaving');
  const answer = owner.call('POST', '/users/logout/everywhere', { tokens: true });
  await somebodyWaits();
  await client.query(`delete from datasets where slug = 'leaving'`);
  await chargeOwner();
  await client.query('commit');
  expect((await answer).status).toBe(204);
});

it('tells that a dataset was deleted while a link for it was made', async () => {
  const { token } = await createPerson(service, 'late');
  await createDataset(service, 'late/gone', 0);
  await client.query('begin');
  await lockDataset('gone');
  const answer = service.call('POST', '/orgs/late/ds/gone/links', { token, json: {} });
  await somebodyWaits();
  await client.query(`delete from datasets where slug = 'gone'`);
  await client.query('commit');
  expect([(await answer).status, await (await answer).json()]).toEqual([
    404,
    { error: 'The dataset was deleted meanwhile.' },
  ]);
});
