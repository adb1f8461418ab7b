import { afterAll, beforeAll, expect, it } from 'vitest';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { putBuilt } from '../support/mapped-dataset.ts';
import { addMember, createDataset, createPerson, type Person } from '../support/people.ts';
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
  second = await startService({ ...environment, DATA_DIR: first.dataDir, BUILDS__CONCURRENCY: '0' });
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

it('reads no more of a file, which it holds open between ranges, when the other one replaced or deleted it', async () => {
  const put = (bytes: string): Promise<Response> =>
    first.call('POST', '/orgs/admin/ds/shared/obj', { body: form({ path: 'r.bin', file: Buffer.from(bytes) }) });
  const range = (): Promise<Response> =>
    second.call('GET', '/orgs/admin/ds/shared/download?path=r.bin', { headers: { range: 'bytes=2-4' } });
  const read = async (): Promise<string> => (await range()).text();
  await put('the older');
  const before = await until(range, ({ status }) => status === 206);
  expect([await before.text(), await read()]).toEqual(['e o', 'e o']);
  await put('a newer one');
  await until(read, (text) => text === 'new', 1);
  expect((await range()).headers.get('etag')).not.toBe(before.headers.get('etag'));
  await first.call('DELETE', '/orgs/admin/ds/shared/obj?path=r.bin');
  await until(range, ({ status }) => status === 404, 1);
});

it('lists a layer as soon as the other one has built it, and no longer when it is gone', async () => {
  const layers = async (): Promise<string> => {
    const answer = await second.call('GET', '/orgs/admin/ds/shared/wmts?service=WMTS&request=GetCapabilities');
    return answer.text();
  };
  expect(await layers()).not.toContain('layer.tif');
  await putBuilt(first, 'admin/shared', 'layer.tif', quadrantOrthophoto(64));
  await until(layers, (text) => text.includes('<ows:Identifier>layer.tif</ows:Identifier>'), 1);
  await first.call('PUT', '/orgs/admin/ds/shared/obj', { body: form({ source: 'layer.tif', dest: 'moved.tif' }) });
  await until(layers, (text) => text.includes('moved.tif') && !text.includes('layer.tif'), 1);
  await first.call('DELETE', '/orgs/admin/ds/shared/obj?path=moved.tif');
  await until(layers, (text) => !text.includes('moved.tif'), 1);
});

it('takes away within a second what a member, a level or an owner could do through the other one', async () => {
  const [mia, olga] = [await createPerson(first, 'mia'), await createPerson(first, 'olga')];
  await first.call('POST', '/orgs', { json: { slug: 'team', owner: 'olga' } });
  await createDataset(first, 'team/field', 0, ['x.txt']);
  await addMember(first, 'team', 'mia', 2);
  const ask = (who: Person, method: string, path: string): Promise<number> =>
    second
      .call(method, `/orgs/team${path}`, { token: who.token, ...(method === 'POST' ? { json: {} } : {}) })
      .then(({ status }) => status);
  const build = (): Promise<number> => ask(mia, 'POST', '/ds/field/build');
  const read = (who: Person) => (): Promise<number> => ask(who, 'GET', '/ds/field');
  // A body without its path: 400 for who may ask for builds.
  expect([await read(mia)(), await read(olga)(), await build()]).toEqual([200, 200, 400]);
  const change = async (method: string, path: string, json: object): Promise<void> => {
    expect((await first.call(method, `/orgs/team${path}`, { json })).status).toBe(204);
  };
  await change('PUT', '/members/mia', { permissions: 0 });
  await until(build, (status) => status === 403, 1);
  await change('DELETE', '/members/mia', {});
  await until(read(mia), (status) => status === 404, 1);
  await change('PUT', '', { owner: 'mia' });
  await until(read(olga), (status) => status === 404, 1);
  await until(read(mia), (status) => status === 200, 1);
});

it('B-9 answers 404 within a second where the other one renamed, moved, merged, closed or deleted', async () => {
  const mia = await createPerson(first, 'marta');
  for (const slug of ['east', 'west']) await first.call('POST', '/orgs', { json: { slug } });
  await createDataset(first, 'east/field', 2, ['x.txt']);
  const see = (path: string) => (): Promise<number> =>
    second.call('GET', `/orgs/${path}/obj?path=x.txt`, { token: mia.token }).then(({ status }) => status);
  const becomes = (path: string, expected: number): Promise<number> =>
    until(see(path), (status) => status === expected, 1);
  const post = async (path: string, json: object): Promise<void> => {
    expect((await first.call('POST', path, { json })).status).toBe(200);
  };
  await becomes('east/ds/field', 200);
  await post('/orgs/east/ds/field/rename', { slug: 'meadow' });
  await becomes('east/ds/field', 404);
  await becomes('east/ds/meadow', 200);
  await post('/sys/move-datasets', { sourceOrgSlug: 'east', destinationOrgSlug: 'west', datasetSlugs: ['meadow'] });
  await becomes('east/ds/meadow', 404);
  await becomes('west/ds/meadow', 200);
  await post('/sys/merge-organizations', { sourceOrgSlug: 'west', destinationOrgSlug: 'east' });
  await becomes('west/ds/meadow', 404);
  await becomes('east/ds/meadow', 200);
  await post('/orgs/east/ds/meadow/meta/visibility/set', { data: 0 });
  await becomes('east/ds/meadow', 404);
  await post('/orgs/east/ds/meadow/chattr', { public: true });
  await becomes('east/ds/meadow', 200);
  expect((await first.call('DELETE', '/orgs/east')).status).toBe(204);
  await becomes('east/ds/meadow', 404);
});

it('takes a role away within a second', async () => {
  const chief = await createPerson(first, 'chief', ['admin']);
  const users = (): Promise<number> =>
    second.call('GET', '/users', { token: chief.token }).then(({ status }) => status);
  expect(await users()).toBe(200);
  expect((await first.call('PUT', '/users/chief', { json: { roles: [] } })).status).toBe(200);
  await until(users, (status) => status === 401 || status === 403, 1);
});

it('ends a token within a second of a password change through the other one', async () => {
  const me = (): Promise<Response> => second.call('GET', '/users/me');
  expect((await me()).status).toBe(200);
  const json = { oldPassword: ADMIN.password, newPassword: 'another 1 password' };
  expect((await first.call('POST', '/users/changepwd', { json })).status).toBe(200);
  await until(me, ({ status }) => status === 401, 1);
});
