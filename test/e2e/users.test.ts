import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { createDataset, createPerson } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';
import { beginShare, uploadInto } from '../support/share.ts';

interface Listed {
  readonly userName: string;
  readonly email: string;
  readonly roles: string[];
  readonly organizations: string[];
}

const PASSWORD = 'long enough 1';

describeOnEveryDatabase('users', (environment) => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ ...(await environment()), DefaultStorageQuotaMB: '5' });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const create = (json: object): Promise<Response> => service.call('POST', '/users', { json });
  const listed = async (userName: string): Promise<Listed | undefined> => {
    const users = (await (await service.call('GET', '/users')).json()) as Listed[];
    return users.find((user) => user.userName === userName);
  };
  const signIn = (userName: string, password = PASSWORD): Promise<Response> =>
    service.call('POST', '/users/authenticate', { token: null, json: { userName, password } });
  const outcome = async (answer: Promise<Response>): Promise<unknown> => {
    const { status, body } = await answer.then(async (got) => ({ status: got.status, body: await got.text() }));
    return body === '' ? status : [status, JSON.parse(body)];
  };
  const audited = async (userName: string): Promise<unknown[]> => {
    const page = await service.call('GET', `/sys/audit?limit=500`);
    const { items } = (await page.json()) as { items: { action: string; subject: string; actor: string }[] };
    return items
      .filter(({ action, subject }) => subject === userName && action.startsWith('user.'))
      .map(({ action, actor }) => `${actor} ${action}`);
  };

  it('creates a user as clients read it, with an organization of his own', async () => {
    const json = { userName: 'Ada', email: 'ada@example.org', password: PASSWORD, roles: ['ADMIN'] };
    expect(await outcome(create(json))).toEqual([
      200,
      { userName: 'Ada', email: 'ada@example.org', roles: ['admin'], organizations: [] },
    ]);
    expect(await listed('Ada')).toEqual({
      userName: 'Ada',
      email: 'ada@example.org',
      roles: ['admin'],
      organizations: ['ada'],
    });
    expect((await signIn('ada')).status).toBe(200);
    expect(await audited('Ada')).toEqual(['admin user.create']);
  });

  it('takes a blank or missing e-mail, null roles and the form of any client', async () => {
    expect((await create({ userName: 'blank', email: '', password: PASSWORD, roles: null })).status).toBe(200);
    const body = new URLSearchParams({ USERNAME: 'formed', Password: PASSWORD });
    expect((await service.call('POST', '/users', { body })).status).toBe(200);
    expect(await listed('formed')).toMatchObject({ email: '', roles: [] });
  });

  it('A-7 refuses names that are none, look like another or belong to the service', async () => {
    const refused = ['admin ', ' admin', 'аdmin', '../x', 'a'.repeat(300), '__proto__', 'a b', 'ädmin', 'a-b', ''];
    for (const userName of [...refused, 'roles', 'Detailed', 'anonymous', 'public', 'me']) {
      const answer = await create({ userName, password: PASSWORD });
      expect([userName, answer.status]).toEqual([userName, 400]);
      expect(((await answer.json()) as { error: string }).error).toContain('userName');
    }
    for (const userName of ['Admin', 'ADA']) {
      const answer = await create({ userName, password: PASSWORD });
      expect([userName, answer.status]).toEqual([userName, 409]);
    }
  });

  it('reserves every word of the addresses below /users', () => {
    const words = service.app.routes.map(({ path }) => path.split('/')).filter(([, root]) => root === 'users');
    const literals = new Set(words.map(([, , word]) => word ?? '').filter((word) => /^[a-z0-9]+$/i.test(word)));
    expect(literals.size).toBeGreaterThan(5);
    return Promise.all(
      [...literals].map(async (userName) => {
        expect([userName, (await create({ userName, password: PASSWORD })).status]).toEqual([userName, 400]);
      }),
    );
  });

  it('refuses bad input with the name of the field, and leaves nothing behind', async () => {
    const cases: [object, string][] = [
      [{ userName: 'bad1' }, 'password'],
      [{ password: PASSWORD }, 'userName'],
      [{ userName: 'bad1', password: 'short' }, 'at least 8 characters; The password needs a digit'],
      [{ userName: 'bad1', password: PASSWORD, email: 'nobody' }, 'email'],
      [{ userName: 'bad1', password: PASSWORD, roles: ['nothing'] }, 'roles'],
      [{ userName: 'bad1', password: PASSWORD, roles: 5 }, 'roles'],
      [{ userName: { $ne: 1 }, password: PASSWORD }, 'userName'],
    ];
    for (const [json, named] of cases) {
      const answer = await create(json);
      const { error } = (await answer.json()) as { error: string };
      expect([named, answer.status, error.includes(named)]).toEqual([named, 400, true]);
    }
    expect(await listed('bad1')).toBeUndefined();
    const organizations = (await (await service.call('GET', '/orgs')).json()) as { slug: string }[];
    expect(organizations.map(({ slug }) => slug)).not.toContain('bad1');
  });

  it('gives a name to one of many who ask for it at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => create({ userName: index % 2 ? 'Rush' : 'rush', password: PASSWORD })),
    );
    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409),
    ]);
  });

  it('A-8 never applies fields that are not the caller’s to set', async () => {
    const greedy = {
      id: '00000000-0000-0000-0000-000000000001',
      storageQuota: 1e15,
      isAdmin: true,
      origin: 'external',
    };
    expect((await create({ userName: 'greedy', password: PASSWORD, ...greedy })).status).toBe(200);
    const { token } = (await (await signIn('greedy')).json()) as { token: string };
    const own = (method: string, path: string, json?: object): Promise<Response> =>
      service.call(method, path, { token, json });
    const everything = {
      ...greedy,
      roles: ['admin'],
      storage_quota: 1e15,
      total: 1e15,
      maxStorageMB: 1e9,
      metadata: { a: 1 },
    };
    await own('POST', '/users/authenticate/refresh', everything);
    expect((await own('POST', '/users', { userName: 'more', password: PASSWORD })).status).toBe(403);
    expect((await own('PUT', '/users/greedy', everything)).status).toBe(403);
    expect((await own('PUT', '/users/greedy/storage', everything)).status).toBe(403);
    expect((await own('POST', '/users/greedy/meta', everything)).status).toBe(403);
    expect((await own('POST', '/users/roles', { roleName: 'mine' })).status).toBe(403);
    expect((await own('GET', '/users')).status).toBe(403);
    expect(
      (await own('POST', '/users/changepwd', { oldPassword: PASSWORD, newPassword: PASSWORD, ...everything })).status,
    ).toBe(200);
    const all = (await (await service.call('GET', '/users/detailed')).json()) as (Listed & { id: string })[];
    const user = all.find(({ userName }) => userName === 'greedy')!;
    expect(user).toMatchObject({ roles: [], storageQuota: 5 * 1024 * 1024 });
    expect(user.id).not.toBe(greedy.id);
    expect(await outcome(service.call('GET', '/users/greedy/meta'))).toEqual([200, { maxStorageMB: 5 }]);
  });

  it('changes e-mail and roles, each for itself, all or nothing', async () => {
    const bob = await createPerson(service, 'bob');
    const put = (json: object): Promise<Response> => service.call('PUT', '/users/Bob', { json });
    expect(await outcome(put({ email: 'new@example.org' }))).toBe(200);
    expect((await bob.call('GET', '/users/me')).status).toBe(200);
    expect((await put({ email: 'x@example.org', roles: ['nothing'] })).status).toBe(400);
    expect((await put({ email: 'nobody', roles: ['admin'] })).status).toBe(400);
    expect(await listed('bob')).toMatchObject({ email: 'new@example.org', roles: [] });

    expect(await outcome(put({ email: null, roles: ['admin', 'Admin'] }))).toBe(200);
    expect(await listed('bob')).toMatchObject({ email: 'new@example.org', roles: ['admin'] });
    expect((await service.call('PUT', '/users/nobody', { json: {} })).status).toBe(404);
    expect(await audited('bob')).toEqual(['admin user.roles', 'admin user.update', 'admin user.create']);
  });

  it('A-3 ends sessions when roles change, and lets a deactivated user do nothing', async () => {
    const eve = await createPerson(service, 'eve');
    expect((await eve.call('GET', '/users/me')).status).toBe(200);
    await service.call('PUT', '/users/eve', { json: { roles: ['deactivated'] } });
    expect((await eve.call('GET', '/users/me')).status).toBe(401);
    expect((await eve.call('POST', '/users/authenticate/refresh', {})).status).toBe(401);
    const wrong = await outcome(signIn('eve', 'wrong password 1'));
    expect(await outcome(signIn('eve', eve.password))).toEqual(wrong);
    await service.call('PUT', '/users/eve', { json: { roles: [] } });
    expect((await eve.call('GET', '/users/me')).status).toBe(401);
    expect((await signIn('eve', eve.password)).status).toBe(200);
  });

  it('keeps an administrator: the one of the settings, and the last active one', async () => {
    const admins = async (): Promise<string[]> =>
      ((await (await service.call('GET', '/users')).json()) as Listed[])
        .filter(({ roles }) => roles.includes('admin') && !roles.includes('deactivated'))
        .map(({ userName }) => userName);
    expect((await service.call('PUT', '/users/admin', { json: { roles: [] } })).status).toBe(409);
    expect((await service.call('PUT', '/users/ADMIN', { json: { roles: ['admin', 'deactivated'] } })).status).toBe(409);
    expect((await service.call('POST', '/users/admin/meta', { json: { roles: [] } })).status).toBe(409);
    expect((await service.call('DELETE', '/users/admin')).status).toBe(403);
    expect(await admins()).toContain('admin');

    const second = await createPerson(service, 'second', ['admin']);
    expect((await second.call('DELETE', '/users/second', {})).status).toBe(409);
    expect((await second.call('DELETE', '/users/admin', {})).status).toBe(403);
    expect((await service.call('DELETE', '/users/second', { json: {} })).status).toBe(200);
  });

  it('deletes by either form; organizations stay, or go to the successor', async () => {
    const heir = await createPerson(service, 'heir');
    for (const name of ['leaver1', 'leaver2', 'leaver3']) await createPerson(service, name);
    await createDataset(service, 'leaver1/data', 0, ['a.txt']);
    await createDataset(service, 'leaver2/data', 0, ['a.txt']);

    expect(
      await outcome(service.call('DELETE', '/users/Leaver1?successor=&conflictResolution=Rename', { json: {} })),
    ).toEqual([
      200,
      {
        userName: 'leaver1',
        successor: null,
        organizationsTransferred: 0,
        organizationsDeleted: 0,
        datasetsTransferred: 0,
        datasetsDeleted: 0,
        batchesDeleted: 0,
        datasetResults: [],
      },
    ]);
    expect(await (await service.call('GET', '/orgs/leaver1')).json()).toMatchObject({ owner: null });
    expect((await service.call('GET', '/orgs/leaver1/ds/data/obj?path=a.txt')).status).toBe(200);

    const body = new URLSearchParams({ UserName: 'leaver2', Successor: 'HEIR', ConflictResolution: '1' });
    expect(await outcome(service.call('DELETE', '/users', { body }))).toMatchObject([
      200,
      { userName: 'leaver2', successor: 'heir', organizationsTransferred: 1, datasetsTransferred: 1 },
    ]);
    expect((await heir.call('GET', '/orgs/leaver2/ds/data')).status).toBe(200);
    expect(await outcome(heir.call('GET', '/users/storage'))).toEqual([200, { total: 5 * 1024 * 1024, used: 13 }]);

    const leaver = await createPerson(service, 'leaver4');
    const token = await beginShare(leaver, { orgSlug: 'leaver4', datasetName: 'begun' });
    await uploadInto(leaver, token, 'sent.txt', 'never committed');
    expect(await outcome(service.call('DELETE', '/users/leaver4'))).toMatchObject([200, { batchesDeleted: 1 }]);
    const cleaned = (await (await service.call('POST', '/sys/cleanupbatches')).json()) as object;
    expect(cleaned).toMatchObject({ removedBatches: [{ token, userName: 'leaver4', status: 0 }] });

    for (const query of ['successor=nobody', 'successor=Leaver3', 'conflictResolution=7', 'conflictResolution=all']) {
      expect([query, (await service.call('DELETE', `/users/leaver3?${query}`)).status]).toEqual([query, 400]);
    }
    expect(await listed('leaver3')).toBeDefined();
    expect((await service.call('DELETE', '/users/leaver1')).status).toBe(404);
    expect((await service.call('DELETE', '/users', { body: new URLSearchParams() })).status).toBe(400);
    expect((await heir.call('DELETE', '/users/leaver3', {})).status).toBe(403);
    expect(await audited('leaver2')).toEqual(['admin user.delete', 'admin user.create']);
  });

  it('A-3 ends the tokens and Basic pairs of a deleted user at once', async () => {
    const gone = await createPerson(service, 'gone');
    const basic = { authorization: `Basic ${Buffer.from(`gone:${gone.password}`).toString('base64')}` };
    const me = (): Promise<Response> => service.call('GET', '/users/me', { token: null, headers: basic });
    expect([(await gone.call('GET', '/users/me')).status, (await me()).status]).toEqual([200, 200]);
    await service.call('DELETE', '/users/gone');
    expect([(await gone.call('GET', '/users/me')).status, (await me()).status]).toEqual([401, 401]);
    expect((await gone.call('POST', '/users/authenticate/refresh', {})).status).toBe(401);
  });

  it('tells whether users are managed here', async () => {
    expect(await outcome(service.call('GET', '/users/management-enabled', { token: null }))).toEqual([200, true]);
  });
});
