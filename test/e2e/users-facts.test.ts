import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnOneDatabase } from '../support/databases.ts';
import { createDataset, createPerson, type Person } from '../support/people.ts';
import { form, startService, type TestService } from '../support/service.ts';

describeOnOneDatabase('storage, metadata and listing of users', (environment) => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ ...(await environment()), DefaultStorageQuotaMB: '5' });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const outcome = async (answer: Promise<Response>): Promise<unknown> => {
    const { status, body } = await answer.then(async (got) => ({ status: got.status, body: await got.text() }));
    return body === '' ? status : [status, JSON.parse(body)];
  };

  it('shows storage and quota to the user himself and to administrators', async () => {
    const gina = await createPerson(service, 'gina');
    const hugo = await createPerson(service, 'hugo');
    const body = form({ path: 'a.bin', file: Buffer.alloc(1000) });
    await createDataset(service, 'gina/data', 0);
    await service.call('POST', '/orgs/gina/ds/data/obj', { body });
    const expected = [200, { total: 5 * 1024 * 1024, used: 1000 }];
    expect(await outcome(gina.call('GET', '/users/storage'))).toEqual(expected);
    expect(await outcome(gina.call('GET', '/users/GINA/storage'))).toEqual(expected);
    expect(await outcome(service.call('GET', '/users/gina/storage'))).toEqual(expected);
    expect((await hugo.call('GET', '/users/gina/storage')).status).toBe(403);
    expect(await outcome(hugo.call('GET', '/users/nobody/storage'))).toEqual(
      await outcome(hugo.call('GET', '/users/gina/storage')),
    );
    expect((await service.call('GET', '/users/nobody/storage')).status).toBe(404);

    const set = (json: object): Promise<Response> => service.call('PUT', '/users/gina/storage', { json });
    for (const total of [null, 0, 7_000_000_000]) {
      expect(await outcome(set({ total }))).toBe(200);
      expect(await outcome(gina.call('GET', '/users/storage'))).toEqual([200, { total, used: 1000 }]);
    }
    for (const total of [-1, 0.5, 'much', {}, 1e17])
      expect([total, (await set({ total })).status]).toEqual([total, 400]);
    expect((await set({})).status).toBe(400);
    expect((await service.call('PUT', '/users/nobody/storage', { json: { total: 1 } })).status).toBe(404);
  });

  it('keeps the language of the pages with the account, and tells it when there is one', async () => {
    const lena = await createPerson(service, 'lena');
    const other = await createPerson(service, 'lars');
    const choose = (json: unknown): Promise<Response> => lena.call('PUT', '/users/me/language', json);
    const languageOf = async (person: Pick<Person, 'call'>): Promise<unknown> =>
      ((await (await person.call('GET', '/users/me')).json()) as { language?: string }).language;
    expect(await languageOf(lena)).toBeUndefined();
    for (const language of ['de', 'en', 'de']) {
      expect(await outcome(choose({ language }))).toBe(204);
      expect(await languageOf(lena)).toBe(language);
    }
    for (const wrong of [{}, { language: 'fr' }, { language: '' }, { language: 1 }])
      expect([wrong, (await choose(wrong)).status]).toEqual([wrong, 400]);
    expect([await languageOf(lena), await languageOf(other)]).toEqual(['de', undefined]);
    expect(await outcome(choose({ language: null }))).toBe(204);
    expect(await (await lena.call('GET', '/users/me')).json()).not.toHaveProperty('language');
    const nobody = await service.call('PUT', '/users/me/language', { token: null, json: { language: 'de' } });
    expect(nobody.status).toBe(401);
  });

  it('keeps metadata as it is sent; quota and roles in it count', async () => {
    const ivy = await createPerson(service, 'ivy');
    const set = (json: unknown): Promise<Response> => service.call('POST', '/users/ivy/meta', { json });
    const get = async (): Promise<unknown> => (await ivy.call('GET', '/users/meta')).json();
    expect(await get()).toEqual({ maxStorageMB: 5 });

    const facts = { Team: 'north', '': '', nested: { deep: [null, 1, 'x'] }, maxStorageMB: 1.5, constructor: 'c' };
    expect(await outcome(set(facts))).toBe(200);
    expect(await get()).toEqual(facts);
    expect(await (await ivy.call('GET', '/users/Ivy/meta')).json()).toEqual(facts);
    expect(await outcome(ivy.call('GET', '/users/storage'))).toEqual([200, { total: 1_572_864, used: 0 }]);
    expect((await ivy.call('GET', '/users/me')).status).toBe(200);
    expect((await ivy.call('GET', '/users/admin/meta')).status).toBe(403);

    expect(await outcome(set({ roles: ['pilot', 'ADMIN'] }))).toBe(200);
    expect((await ivy.call('GET', '/users/me')).status).toBe(401);
    expect(await (await service.call('GET', '/users')).json()).toContainEqual(
      expect.objectContaining({ userName: 'ivy', roles: ['admin', 'pilot'] }),
    );
    expect(await (await service.call('GET', '/users/roles')).json()).toContain('pilot');
    expect(await (await service.call('GET', '/users/ivy/meta')).json()).toEqual({ roles: ['admin', 'pilot'] });
    expect(await (await service.call('GET', '/users/ivy/storage')).json()).toEqual({ total: null, used: 0 });

    const bad = [
      { maxStorageMB: '10' },
      { maxStorageMB: -1 },
      { maxStorageMB: 1e12 },
      { roles: 'admin' },
      { roles: ['<b>'] },
      { text: 'a\0b' },
      { 'a\0': 1 },
      JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`) as unknown,
      [1, 2],
      'text',
    ];
    for (const json of bad) expect([json, (await set(json)).status]).toEqual([json, 400]);
    expect((await set({ text: 'x'.repeat(70_000) })).status).toBe(413);
    expect(await (await service.call('GET', '/users/ivy/meta')).json()).toEqual({ roles: ['admin', 'pilot'] });
    expect((await service.call('POST', '/users/nobody/meta', { json: {} })).status).toBe(404);
  });

  it('lists users in detail with what they hold, each organization once', async () => {
    const jon = await createPerson(service, 'jon');
    await createDataset(service, 'jon/one', 0, ['a.txt']);
    await createDataset(service, 'jon/two', 0, ['b.txt', 'c.txt']);
    await service.call('POST', '/orgs/gina/members', { json: { userName: 'jon', permissions: 1 } });
    await service.call('POST', '/orgs/jon/members', { json: { userName: 'hugo', permissions: 1 } });
    await service.call('PUT', '/orgs/jon', { json: { name: 'jon', owner: 'hugo' } });
    await service.call('PUT', '/orgs/jon', { json: { name: 'jon', owner: 'jon' } });
    const all = (await (await service.call('GET', '/users/detailed')).json()) as Record<string, unknown>[];
    const row = all.find(({ userName }) => userName === 'jon')!;
    expect(row).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      userName: 'jon',
      email: 'jon@example.org',
      roles: [],
      organizations: ['gina', 'jon'],
      storageQuota: 5 * 1024 * 1024,
      storageUsed: 39,
      organizationCount: 2,
      datasetCount: 3,
      createdDate: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
    const age = Date.now() - Date.parse(row['createdDate'] as string);
    expect(age).toBeGreaterThan(0);
    expect(age).toBeLessThan(60_000);
    expect((await jon.call('GET', '/users/detailed')).status).toBe(403);
    expect((await service.call('GET', '/users/detailed', { token: null })).status).toBe(401);
  });
});
