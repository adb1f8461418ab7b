import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDataset, createLink, createPerson, createToken } from '../support/people.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { startService, until, type TestService } from '../support/service.ts';

// Two applications on one server, and a connection of the test's own to put the clock of a token forward.
let server: TestPostgres;
let first: TestService;
let second: TestService;
let client: pg.Client;

beforeAll(async () => {
  server = await startPostgres();
  const environment = { DATABASE_URL: await server.createDatabase('tokens') };
  client = new pg.Client({ connectionString: environment.DATABASE_URL });
  await client.connect();
  first = await startService(environment);
  second = await startService({ ...environment, DATA_DIR: first.dataDir, BUILDS__CONCURRENCY: '0' });
  await createDataset(first, 'admin/field', 0, ['a.txt']);
});
afterAll(async () => {
  await client.end();
  await second.app.close();
  await first[Symbol.asyncDispose]();
  await server.stop();
});

const read = async (service: TestService, token: string): Promise<number> =>
  (await service.call('GET', '/orgs/admin/ds/field/list', { token })).status;

it('ends a token within a second in the process that did not revoke it', async () => {
  for (const { id, token, path } of [
    { ...(await createToken(first, { name: 'one' })), path: '/users/tokens' },
    { ...(await createLink(first, 'admin/field')), path: '/orgs/admin/ds/field/links' },
  ]) {
    expect(await read(second, token)).toBe(200);
    expect((await first.call('DELETE', `${path}/${id}`)).status).toBe(204);
    await until(
      () => read(second, token),
      (status) => status === 401,
      1,
    );
    expect(await read(first, token)).toBe(401);
  }
});

it('takes a role away in the other process within a second, for sessions and for tokens', async () => {
  const person = await createPerson(first, 'chief', ['admin']);
  const { token } = await createToken(first, { name: 'of the chief' }, person.token);
  expect(await read(second, token)).toBe(200);
  expect((await second.call('GET', '/users', { token: person.token })).status).toBe(200);
  expect((await first.call('PUT', '/users/chief', { json: { roles: [] } })).status).toBe(200);
  await until(
    () => read(second, token),
    (status) => status === 404,
    1,
  );
  // The notice of the session may come a moment after the token was asked for.
  await until(
    () => second.call('GET', '/users', { token: person.token }),
    ({ status }) => status === 401,
    1,
  );
});

it('B-2 refuses a token once its time is over, also where it is remembered', async () => {
  const { id, token } = await createLink(first, 'admin/field', { expiresInDays: 1 });
  await client.query(`update access_tokens set expires_at = now() + interval '1500 milliseconds' where id = $1`, [id]);
  await until(
    () => read(second, token),
    (status) => status === 200,
    1,
  );
  // No notice tells the end: nothing changes in the database then.
  await until(
    () => read(second, token),
    (status) => status === 401,
    3,
  );
  const links = (await (await first.call('GET', '/orgs/admin/ds/field/links')).json()) as { id: string }[];
  expect(links.map((link) => link.id)).toContain(id);
});

it('notes the use of a token at most once a minute', async () => {
  const { id, token } = await createToken(first, { name: 'used' });
  const lastUse = async (): Promise<Date | null> =>
    (
      (await client.query('select last_used_at from access_tokens where id = $1', [id])).rows as {
        last_used_at: Date;
      }[]
    )[0]!.last_used_at;
  expect(await lastUse()).toBeNull();
  await read(first, token);
  const noted = await lastUse();
  expect(noted!.getTime()).toBeGreaterThan(Date.now() - 10_000);
  await read(second, token);
  expect(await lastUse()).toEqual(noted);
  await client.query(`update access_tokens set last_used_at = now() - interval '2 minutes' where id = $1`, [id]);
  await first.call('POST', '/orgs/admin/ds/field/links', { json: {} }); // Makes this process ask again.
  await read(first, token);
  expect((await lastUse())!.getTime()).toBeGreaterThan(Date.now() - 10_000);
});

it('keeps the hash of a secret, never the secret', async () => {
  const { token } = await createToken(first, { name: 'secret' });
  const { rows } = await client.query('select row_to_json(t)::text as text from access_tokens t');
  const audit = await client.query(`select row_to_json(a)::text as text from audit_log a where action like 'token.%'`);
  expect(rows.length).toBeGreaterThan(0);
  expect(audit.rows.length).toBeGreaterThan(0);
  expect(JSON.stringify([rows, audit.rows])).not.toContain(token.slice(0, 20));
});

it('limits the tokens of a user, and forgets those that ended long ago', async () => {
  const { token } = await createPerson(first, 'collector');
  await client.query(
    `insert into access_tokens (id, kind, user_id, name, secret_hash, read_only, expires_at)
     select gen_random_uuid(), 'personal', users.id, 'x', lpad(n::text, 64, '0'), true, null
     from users, generate_series(1, 1000) n where users.name = 'collector'`,
  );
  const create = (): Promise<Response> => first.call('POST', '/users/tokens', { token, json: { name: 'one more' } });
  const refused = await create();
  expect([refused.status, await refused.json()]).toEqual([
    409,
    { error: 'You have 1000 tokens and links already; revoke some first.' },
  ]);
  await client.query(
    `update access_tokens set expires_at = now() - interval '31 days' where secret_hash in (lpad('1', 64, '0'), lpad('2', 64, '0'))`,
  );
  expect((await create()).status).toBe(201);
  expect((await (await first.call('GET', '/users/tokens', { token })).json()) as unknown[]).toHaveLength(999);
});
