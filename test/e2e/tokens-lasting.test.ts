import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resetPassword } from '../../src/accounts/index.ts';
import { openDatabase } from '../../src/database/index.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { addMember, createDataset, createLink, createPerson, createToken, type Person } from '../support/people.ts';
import { startService, until, type TestService } from '../support/service.ts';

// What outlives an access token, and what an access token outlives.
let server: TestPostgres;
let databaseUrl: string;
let service: TestService;
let owner: Person;
let made = 0;

beforeAll(async () => {
  server = await startPostgres();
  databaseUrl = await server.createDatabase('lasting');
  service = await startService({ DATABASE_URL: databaseUrl, BUILDS__CONCURRENCY: '0' });
  owner = await createPerson(service, 'owner');
  await createPerson(service, 'friend');
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await server.stop();
});

const PASSWORD = 'password 2 of a test';
const status = async (answer: Promise<Response>): Promise<number> => (await answer).status;
/** Somebody with a token and a link, and whether they are good. */
const holder = async () => {
  const person = await createPerson(service, `holder${(made += 1)}`);
  await createDataset(service, `${person.name}/data`, 0);
  const { token } = await createToken(service, { name: 'ci', readOnly: false, expiresInDays: 0 }, person.token);
  const link = await createLink(service, `${person.name}/data`, {}, person.token);
  const good = (): Promise<number[]> =>
    Promise.all(
      [token, link.token].map((each) => status(service.call('GET', `/orgs/${person.name}/ds/data`, { token: each }))),
    );
  expect(await good()).toEqual([200, 200]);
  return { person, good };
};

it('gives nobody a right, takes none and deletes no organization by a token that writes', async () => {
  const { token } = await createToken(service, { name: 'ci', readOnly: false }, owner.token);
  await addMember(service, 'owner', 'friend', 3);
  const by = (method: string, path: string, json?: unknown): Promise<number> =>
    status(service.call(method, path, { token, ...(json === undefined ? {} : { json }) }));
  expect(await by('POST', '/orgs/owner/members', { userName: 'admin', permissions: 3 })).toBe(403);
  expect(await by('PUT', '/orgs/owner/members/friend', { permissions: 0 })).toBe(403);
  expect(await by('DELETE', '/orgs/owner/members/friend')).toBe(403);
  expect(await by('PUT', '/orgs/owner', { owner: 'friend' })).toBe(403);
  expect(await by('DELETE', '/orgs/owner')).toBe(403);
  expect(await by('PUT', '/orgs/owner', { name: 'By a token' })).toBe(204);
  expect(await (await owner.call('GET', '/orgs/owner')).json()).toMatchObject({ owner: 'owner', name: 'By a token' });
});

it('tells in the audit log by which token a change was made', async () => {
  const { id, token } = await createToken(service, { name: 'ci', readOnly: false }, owner.token);
  const last = async (): Promise<{ subject: string; details: { token?: string } }> => {
    const answer = await service.call('GET', '/sys/audit?action=organization.create&limit=1');
    return ((await answer.json()) as { items: { subject: string; details: { token?: string } }[] }).items[0]!;
  };
  expect((await service.call('POST', '/orgs', { token, json: { slug: 'by-token' } })).status).toBe(201);
  expect(await last()).toMatchObject({ subject: 'by-token', details: { token: id } });
  expect((await owner.call('POST', '/orgs', { slug: 'by-session' })).status).toBe(201);
  expect(await last()).toMatchObject({ subject: 'by-session' });
  expect((await last()).details).not.toHaveProperty('token');
});

it('A-3 ends tokens and links when somebody else sets the password, and when the command line does', async () => {
  const reset = await holder();
  const newPassword = PASSWORD;
  expect(await status(service.call('PUT', `/users/${reset.person.name}/changepwd`, { json: { newPassword } }))).toBe(
    200,
  );
  expect(await reset.good()).toEqual([401, 401]);

  const shell = await holder();
  const database = await openDatabase({ url: databaseUrl, folder: service.dataDir });
  expect(await resetPassword(database.db, shell.person.name)).toMatch(/^[\w-]{12,}$/);
  await database.close();
  await until(shell.good, (statuses) => isDeepStrictEqual(statuses, [401, 401]), 5);
});

it('A-3 ends tokens and links at the change of the own password when that is asked for', async () => {
  const kept = await holder();
  const change = { oldPassword: kept.person.password, newPassword: PASSWORD };
  expect(await status(kept.person.call('POST', '/users/changepwd', change))).toBe(200);
  expect(await kept.good()).toEqual([200, 200]);

  const ended = await holder();
  expect(await status(ended.person.call('POST', '/users/changepwd', { ...change, tokens: true }))).toBe(200);
  expect(await ended.good()).toEqual([401, 401]);
});

it('does not name a dataset in the list of tokens whose user may no longer read it', async () => {
  for (const slug of ['team', 'secret']) await service.call('POST', '/orgs', { json: { slug } });
  await createDataset(service, 'team/data', 0, ['a.txt']);
  const member = await createPerson(service, 'member');
  await addMember(service, 'team', 'member', 1);
  await createLink(service, 'team/data', { name: 'link', path: 'a.txt' }, member.token);
  await createToken(service, { name: 'token', organization: 'team', dataset: 'data' }, member.token);
  const names = async (person: Pick<Person, 'call'>, path = '/users/tokens') =>
    ((await (await person.call('GET', path)).json()) as { organization: string; dataset: string }[]).map((token) => [
      token.organization,
      token.dataset,
    ]);
  expect(await names(member)).toEqual([
    ['team', 'data'],
    ['team', 'data'],
  ]);
  const move = { sourceOrgSlug: 'team', destinationOrgSlug: 'secret', datasetSlugs: ['data'] };
  expect(await status(service.call('POST', '/sys/move-datasets', { json: move }))).toBe(200);
  await service.call('POST', '/orgs/secret/ds/data/rename', { json: { slug: 'merger' } });
  expect(await names(member)).toEqual([
    [null, null],
    [null, null],
  ]);
  expect(await names(service, '/users/member/tokens')).toEqual([
    ['secret', 'merger'],
    ['secret', 'merger'],
  ]);
});
