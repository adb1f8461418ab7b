import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { knows, sendJson, type TestFormProvider } from '../support/form-provider.ts';
import { describeOnOneDatabase } from '../support/databases.ts';
import { startFormSignIn, type FormSignIn } from '../support/form-sign-in.ts';
import { ADMIN, until, type TestService } from '../support/service.ts';

const PASSWORD = 'pässword & more=1';

describeOnOneDatabase('users of a provider that is asked by a form', (environment) => {
  let stage: FormSignIn;
  let provider: TestFormProvider;
  let service: TestService;
  let signIn: FormSignIn['signIn'];
  let session: FormSignIn['session'];
  let get: FormSignIn['get'];

  beforeAll(async () => {
    stage = await startFormSignIn(await environment());
    ({ provider, service, signIn, session, get } = stage);
  });
  afterAll(() => stage[Symbol.asyncDispose]());
  beforeEach(() => stage.reset());

  it('makes a user at the first sign-in, with roles, quota, metadata and an organization', async () => {
    provider.answer = knows('Jane', PASSWORD, {
      roles: ['pilot', 'Editor'],
      maxStorageMB: 2,
      team: { north: [1, null] },
    });
    const { token, userName, roles } = await session({ username: 'Jane', password: PASSWORD });
    expect([userName, roles]).toEqual(['Jane', ['Editor', 'pilot']]);
    expect(provider.asked[0]).toMatchObject({
      form: { username: 'Jane', password: PASSWORD },
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    });
    expect(await get('/users/storage', token)).toEqual({ total: 2 * 1024 * 1024, used: 0 });
    expect(await get('/users/Jane/meta')).toEqual({
      username: 'Jane',
      roles: ['Editor', 'pilot'],
      maxStorageMB: 2,
      team: { north: [1, null] },
    });
    expect(await get('/orgs', token)).toContainEqual(expect.objectContaining({ slug: 'jane', owner: 'Jane' }));
    expect(await get('/users/roles')).toEqual(expect.arrayContaining(['Editor', 'pilot']));
  });

  it('replaces the roles at each sign-in, and sessions of before end when they differ', async () => {
    provider.answer = knows('Roland', PASSWORD, { roles: ['admin'] });
    const before = await session({ username: 'Roland', password: PASSWORD });
    expect((await service.call('GET', '/users', { token: before.token })).status).toBe(200);
    const same = await session({ username: 'Roland', password: PASSWORD });
    expect((await service.call('GET', '/users/me', { token: before.token })).status).toBe(200);

    provider.answer = knows('Roland', PASSWORD, { roles: ['PILOT'] });
    const after = await session({ username: 'Roland', password: PASSWORD });
    expect(after.roles).toEqual(['pilot']);
    expect((await service.call('GET', '/users', { token: after.token })).status).toBe(403);
    // A service that has asked before is told a moment after the sign-in.
    for (const { token } of [before, same])
      await until(
        async () => (await service.call('GET', '/users/me', { token })).status,
        (status) => status === 401,
      );
  });

  it('A-9 does not give a user of this service to whom the provider calls by his name', async () => {
    provider.answer = (_asked, response) => sendJson(response, { username: 'Admin', roles: ['admin'] });
    for (const body of [{ token: 'tk-any' }, { username: 'someone', password: PASSWORD }]) {
      const answer = await signIn(body);
      expect(answer.status).toBe(409);
      expect(await answer.text()).not.toMatch(/tk-any|token/);
    }
    expect((await session(ADMIN)).roles).toEqual(['admin']);
  });

  it('keeps a user out who is deactivated here, whatever the provider says', async () => {
    provider.answer = knows('Dora', PASSWORD, { roles: ['pilot'] });
    const { token } = await session({ username: 'Dora', password: PASSWORD });
    const deactivated = await service.call('PUT', '/users/Dora', { json: { roles: ['pilot', 'deactivated'] } });
    expect(deactivated.status, await deactivated.text()).toBe(200);
    provider.answer = knows('Dora', PASSWORD, { roles: ['admin'], maxStorageMB: 5 });
    const refused = await signIn({ username: 'Dora', password: PASSWORD });
    expect([refused.status, await refused.json()]).toEqual([401, { error: 'Unauthorized' }]);
    expect((await service.call('GET', '/users/me', { token })).status).toBe(401);
    const dora = (await get('/users')) as { userName: string; roles: string[] }[];
    expect(dora.find(({ userName }) => userName === 'Dora')?.roles).toEqual(['deactivated', 'pilot']);
    const deleted = await service.call('DELETE', '/users/Dora');
    expect([deleted.status, await deleted.text()]).toEqual([409, expect.stringContaining('leave him deactivated')]);
    expect((await signIn({ username: 'Dora', password: PASSWORD })).status).toBe(401);
  });

  it('cannot be made to deactivate or reactivate anybody by the provider', async () => {
    provider.answer = knows('Ed', PASSWORD, { roles: ['Deactivated', 'pilot'] });
    expect((await session({ username: 'Ed', password: PASSWORD })).roles).toEqual(['pilot']);
  });

  it('cannot be shut out by a role that looks like the one that shuts out', async () => {
    provider.answer = knows('Wanda', PASSWORD, { roles: ['ｄｅａｃｔｉｖａｔｅｄ'] });
    expect((await session({ username: 'Wanda', password: PASSWORD })).roles).toEqual([]);
  });

  it('finds the same roles again at the next sign-in, in any language', async () => {
    for (const roles of [['Ärzte'], ['Ärzte'], ['ÄRZTE']]) {
      provider.answer = knows('Kurt', PASSWORD, { roles });
      expect((await session({ username: 'Kurt', password: PASSWORD })).roles).toEqual(['Ärzte']);
    }
  });

  it('signs one person in many times at once, and makes one user', async () => {
    provider.answer = knows('Maja', PASSWORD, { roles: ['pilot'] });
    const tokens = Array.from({ length: 8 }, (_, i) => `tk-${i}`);
    provider.answer = (_asked, response) => sendJson(response, { username: 'Maja', roles: ['pilot'] });
    const answers = await Promise.all(tokens.map((token) => signIn({ token })));
    expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 200));
    const users = (await get('/users')) as { userName: string }[];
    expect(users.filter(({ userName }) => userName === 'Maja')).toHaveLength(1);
  });

  it('A-7 does not take a name with a Kelvin sign for the K of somebody who is here', async () => {
    provider.answer = (_asked, response) => sendJson(response, { username: 'kate' });
    await session({ token: 'tk-kate' });
    provider.answer = (_asked, response) => sendJson(response, { username: '\u212Aate' });
    for (const body of [{ token: 'tk-mallory' }, { username: '\u212Aate', password: PASSWORD }]) {
      expect((await signIn(body)).status).toBe(403);
    }
  });
});
