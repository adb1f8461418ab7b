import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnOneDatabase } from '../support/databases.ts';
import { createPerson } from '../support/people.ts';
import { knows, startFormProvider } from '../support/form-provider.ts';
import { ADMIN, startService, type TestService } from '../support/service.ts';

const PASSWORD = 'long enough 1';

describeOnOneDatabase('passwords and sessions of users', (environment) => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService(await environment());
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const signIn = (userName: string, password = PASSWORD): Promise<Response> =>
    service.call('POST', '/users/authenticate', { token: null, json: { userName, password } });

  it('sets passwords for administrators alone; others change their own', async () => {
    const carl = await createPerson(service, 'carl');
    const dora = await createPerson(service, 'dora');
    const set = (user: string, json: object): Promise<Response> =>
      service.call('PUT', `/users/${user}/changepwd`, { json });
    const changed = await set('Carl', { currentPassword: null, newPassword: 'second one 2' });
    expect([changed.status, await changed.text()]).toEqual([200, '']);
    expect((await carl.call('GET', '/users/me')).status).toBe(401);
    expect((await signIn('carl', carl.password)).status).toBe(401);
    expect((await signIn('carl', 'second one 2')).status).toBe(200);
    expect((await set('carl', { newPassword: 'short' })).status).toBe(400);
    expect((await set('carl', {})).status).toBe(400);
    expect((await set('carl', { currentPassword: 'wrong one 1', newPassword: PASSWORD })).status).toBe(400);
    expect((await set('nobody', { newPassword: PASSWORD })).status).toBe(404);

    const asDora = (user: string, json: object): Promise<Response> =>
      dora.call('PUT', `/users/${user}/changepwd`, json);
    expect((await asDora('carl', { currentPassword: 'second one 2', newPassword: PASSWORD })).status).toBe(403);
    expect((await asDora('nobody', { newPassword: PASSWORD })).status).toBe(403);
    expect((await asDora('Dora', { currentPassword: dora.password, newPassword: PASSWORD })).status).toBe(403);
    expect((await signIn('dora', dora.password)).status).toBe(200);
    const change = { oldPassword: dora.password, newPassword: PASSWORD };
    expect((await dora.call('POST', '/users/changepwd', change)).status).toBe(200);
    expect((await signIn('dora')).status).toBe(200);
  });

  it('ends every session of who asks for it, access tokens only when wished', async () => {
    const fred = await createPerson(service, 'fred');
    const other = ((await (await signIn('fred', fred.password)).json()) as { token: string }).token;
    const made = await fred.call('POST', '/users/tokens', { name: 'program' });
    const { token: program } = (await made.json()) as { token: string };
    const alive = async (token: string): Promise<number> => (await service.call('GET', '/users/me', { token })).status;

    expect((await service.call('POST', '/users/logout/everywhere', { token: program, json: {} })).status).toBe(403);
    const out = await fred.call('POST', '/users/logout/everywhere', {});
    expect([out.status, out.headers.get('set-cookie')]).toEqual([204, expect.stringMatching(/^jwtToken=;/)]);
    expect([await alive(fred.token), await alive(other), await alive(program)]).toEqual([401, 401, 200]);

    const again = ((await (await signIn('fred', fred.password)).json()) as { token: string }).token;
    await service.call('POST', '/users/logout/everywhere', { token: again, json: { tokens: true } });
    expect([await alive(again), await alive(program)]).toEqual([401, 401]);
  });
});

it('A-9 refuses to make users and passwords where a provider keeps them, not to give roles', async () => {
  await using service = await startService({ ExternalAuthUrl: 'http://127.0.0.1:9/never-asked' });
  const call = async (method: string, path: string, json: object): Promise<unknown> => {
    const answer = await service.call(method, path, { json });
    return [answer.status, ((await answer.json().catch(() => ({}))) as { noRetry?: boolean }).noRetry];
  };
  const managed = await service.call('GET', '/users/management-enabled', { token: null });
  expect(await managed.json()).toBe(false);
  expect(await call('POST', '/users', { userName: 'x', password: PASSWORD })).toEqual([403, true]);
  expect(await call('PUT', '/users/admin', { email: 'a@b.org' })).toEqual([403, true]);
  expect(await call('PUT', '/users/admin', { roles: ['admin'] })).toEqual([200, undefined]);
});

it('with a provider, users made here before change their own password, and nobody that of others', async () => {
  const before = await startService();
  await createPerson(before, 'olaf');
  await before.app.close();
  const provider = { ExternalAuthUrl: 'http://127.0.0.1:9/never-asked' };
  await using service = await startService({ ...provider, ...before.environment });
  const change = { oldPassword: ADMIN.password, newPassword: PASSWORD };
  const set = (user: string, json: object, token: string): Promise<Response> =>
    service.call('PUT', `/users/${user}/changepwd`, { json, token });
  expect((await set('olaf', { newPassword: PASSWORD }, service.token)).status).toBe(403);
  const changed = await service.call('POST', '/users/changepwd', { json: change });
  const { token, mustChangePassword } = (await changed.json()) as { token: string; mustChangePassword: boolean };
  expect([changed.status, mustChangePassword]).toEqual([200, false]);
  expect((await set('Admin', { currentPassword: PASSWORD, newPassword: 'another one 2' }, token)).status).toBe(200);
});

it('when the provider is gone, its users can be given a password and use it', async () => {
  await using provider = await startFormProvider();
  provider.answer = knows('paula', 'secret of the provider');
  const before = await startService({ ExternalAuthUrl: provider.url });
  const signIn = (service: TestService, password: string): Promise<Response> =>
    service.call('POST', '/users/authenticate', { token: null, json: { userName: 'paula', password } });
  expect((await signIn(before, 'secret of the provider')).status).toBe(200);
  await before.app.close();
  await using service = await startService(before.environment);
  expect((await signIn(service, 'secret of the provider')).status).toBe(401);
  const set = await service.call('PUT', '/users/paula/changepwd', { json: { newPassword: PASSWORD } });
  expect(set.status, await set.text()).toBe(200);
  expect((await signIn(service, PASSWORD)).status).toBe(200);
});
