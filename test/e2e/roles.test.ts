import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnOneDatabase } from '../support/databases.ts';
import { createPerson } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';

describeOnOneDatabase('roles', (environment) => {
  let service: TestService;
  let settings: Record<string, string>;

  beforeAll(async () => {
    settings = await environment();
    service = await startService(settings);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const roles = async (): Promise<unknown> => (await service.call('GET', '/users/roles')).json();
  const status = async (method: string, path: string, json?: object): Promise<number> =>
    (await service.call(method, path, json === undefined ? {} : { json })).status;

  it('creates roles by either form, lists and deletes them', async () => {
    expect(await roles()).toEqual(['admin', 'deactivated']);
    const created = await service.call('POST', '/users/roles', { json: { roleName: 'Pilot' } });
    expect([created.status, await created.text(), created.headers.get('content-type')]).toEqual([200, '', null]);
    expect(await status('POST', `/users/roles/${encodeURIComponent('Field team 2')}`)).toBe(200);
    expect(await roles()).toEqual(['admin', 'deactivated', 'Field team 2', 'Pilot']);
    expect(await status('DELETE', '/users/roles/PILOT', {})).toBe(204);
    expect(await status('DELETE', '/users/roles/Pilot', {})).toBe(404);
    expect(await roles()).toEqual(['admin', 'deactivated', 'Field team 2']);
  });

  it('refuses names that are none, or are there in another letter case', async () => {
    for (const roleName of ['', ' ', 'a/', '<script>', 'a'.repeat(129), 'x\u202ey']) {
      expect([roleName, await status('POST', '/users/roles', { roleName })]).toEqual([roleName, 400]);
    }
    expect(await status('POST', '/users/roles', {})).toBe(400);
    expect(await status('POST', '/users/roles', { roleName: 'Admin' })).toBe(409);
    expect(await status('POST', '/users/roles/FIELD%20TEAM%202')).toBe(409);
  });

  it('tells names apart in every language, whatever the letter case', async () => {
    expect(await status('POST', '/users/roles', { roleName: 'Ärzte' })).toBe(200);
    for (const roleName of ['Ärzte', 'ÄRZTE', 'ärzte', 'Äｒzte']) {
      expect([roleName, await status('POST', '/users/roles', { roleName })]).toEqual([roleName, 409]);
    }
    const anna = await createPerson(service, 'anna', ['ÄRZTE']);
    expect(await (await anna.call('GET', '/users/me')).json()).toMatchObject({ roles: ['Ärzte'] });
    expect(await status('DELETE', '/users/roles/%C3%A4rzte')).toBe(204);
    expect(await roles()).not.toContain('Ärzte');
  });

  it('keeps the two that carry meaning', async () => {
    for (const name of ['admin', 'Deactivated']) expect(await status('DELETE', `/users/roles/${name}`)).toBe(409);
    expect(await roles()).toContain('deactivated');
  });

  it('takes a deleted role from those who have it, and says so in the audit log', async () => {
    await status('POST', '/users/roles', { roleName: 'label' });
    const kim = await createPerson(service, 'kim', ['label']);
    expect(await status('DELETE', '/users/roles/label')).toBe(204);
    expect(await (await kim.call('GET', '/users/me')).json()).toMatchObject({ roles: [] });
    const { items } = (await (await service.call('GET', '/sys/audit?action=role.delete')).json()) as {
      items: { subject: string; details: object }[];
    };
    expect(items[0]).toMatchObject({ subject: 'label', details: { users: 1 } });
  });

  it('lets anybody signed in read them, and only administrators change them', async () => {
    const lee = await createPerson(service, 'lee');
    expect((await lee.call('GET', '/users/roles')).status).toBe(200);
    expect((await service.call('GET', '/users/roles', { token: null })).status).toBe(401);
    expect((await lee.call('POST', '/users/roles', { roleName: 'mine' })).status).toBe(403);
    expect((await lee.call('POST', '/users/roles/mine')).status).toBe(403);
    expect((await lee.call('DELETE', '/users/roles/admin')).status).toBe(403);
  });

  it('leaves one administrator when two take the role from each other at once', async () => {
    const one = await createPerson(service, 'one', ['admin']);
    const two = await createPerson(service, 'two', ['admin']);
    await service.app.close();
    // Without the one of the settings, who is never demoted, only these two are left.
    const same = { ...settings, ...service.environment };
    const again = await startService({ ...same, DefaultAdmin__UserName: 'nobodyelse' });
    expect((await again.call('PUT', '/users/admin', { token: one.token, json: { roles: [] } })).status).toBe(200);
    const answers = await Promise.all([
      again.call('PUT', '/users/two', { token: one.token, json: { roles: [] } }),
      again.call('PUT', '/users/one', { token: two.token, json: { roles: ['admin', 'deactivated'] } }),
    ]);
    const left = await Promise.all(
      [one, two].map(async ({ token }) => (await again.call('GET', '/users', { token })).status),
    );
    expect(answers.map(({ status: code }) => code).filter((code) => code === 200)).toHaveLength(1);
    expect(left.filter((code) => code === 200)).toHaveLength(1);
    await again.app.close();
  });
});
