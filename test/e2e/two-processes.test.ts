import { afterAll, beforeAll, expect, it } from 'vitest';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { ADMIN, form, startService, until, type TestService } from '../support/service.ts';

// Two applications on one server: each remembers on its own, over connections of its own, as two processes do.
let server: TestPostgres;
let first: TestService;
let second: TestService;

beforeAll(async () => {
  server = await startPostgres();
  const environment = { DATABASE_URL: await server.createDatabase('two') };
  first = await startService(environment);
  second = await startService({ ...environment, DATA_DIR: first.dataDir, BUILDS__WORKERS: '0' });
  await first.call('POST', '/orgs/admin/ds', { json: { slug: 'shared' } });
});
afterAll(async () => {
  await second.app.close();
  await first[Symbol.asyncDispose]();
  await server.stop();
});

it('serves what the other one stored and built, and forgets what it replaced or deleted', async () => {
  const upload = (size: number): Promise<Response> =>
    first.call('POST', '/orgs/admin/ds/shared/obj', { body: form({ path: 'o.tif', file: quadrantOrthophoto(size) }) });
  const tile = (): Promise<Response> => second.call('GET', '/orgs/admin/ds/shared/tiles/3/4/2.png?path=o.tif');
  await upload(64);
  const before = await until(tile, ({ status }) => status === 200);
  await upload(96);
  await until(tile, ({ status, headers }) => status === 200 && headers.get('etag') !== before.headers.get('etag'));
  await first.call('DELETE', '/orgs/admin/ds/shared/obj?path=o.tif');
  const gone = await until(tile, ({ status }) => status === 404, 1);
  expect(await gone.json()).toEqual({ error: 'There is no entry o.tif in the dataset.' });
});

it('ends a token within a second of a password change through the other one', async () => {
  const me = (): Promise<Response> => second.call('GET', '/users/me');
  expect((await me()).status).toBe(200);
  const json = { oldPassword: ADMIN.password, newPassword: 'another 1 password' };
  expect((await first.call('POST', '/users/changepwd', { json })).status).toBe(200);
  await until(me, ({ status }) => status === 401, 1);
});
