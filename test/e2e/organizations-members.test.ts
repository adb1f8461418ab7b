import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { createPerson, type Person } from '../support/people.ts';
import { form, startService, type TestService } from '../support/service.ts';

interface MemberBody {
  readonly userName: string;
  readonly email: string;
  readonly permissions: number;
  readonly permissionName: string;
  readonly grantedBy: string | null;
}

describeOnEveryDatabase('members of organizations', (environment) => {
  let service: TestService;
  let owner: Person;
  let member: Person;
  let manager: Person;
  let stranger: Person;

  beforeAll(async () => {
    service = await startService(await environment());
    owner = await createPerson(service, 'olga');
    member = await createPerson(service, 'mia');
    manager = await createPerson(service, 'max');
    stranger = await createPerson(service, 'sven');
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const members = async (slug: string, who: Person = owner): Promise<MemberBody[]> =>
    (await (await who.call('GET', `/orgs/${slug}/members`)).json()) as MemberBody[];
  const add = async (who: Person, slug: string, json: object): Promise<number> =>
    (await who.call('POST', `/orgs/${slug}/members`, json)).status;
  const change = async (who: Person, slug: string, name: string, json: object): Promise<number> =>
    (await who.call('PUT', `/orgs/${slug}/members/${name}`, json)).status;
  const remove = async (who: Person, slug: string, name: string): Promise<number> =>
    (await who.call('DELETE', `/orgs/${slug}/members/${name}`, {})).status;

  it('lists them as clients read them; e-mail addresses for administrators and oneself alone', async () => {
    await owner.call('POST', '/orgs', { slug: 'listed', isPublic: true });
    expect(await add(owner, 'listed', { userName: 'MIA' })).toBe(204);
    expect(await add(owner, 'listed', { UserName: 'max', Permissions: 'admin' })).toBe(204);
    expect(await members('listed')).toEqual([
      {
        userName: 'max',
        // Adding people to one's own organization does not tell their addresses.
        email: '',
        permissions: 3,
        permissionName: 'Admin',
        grantedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        grantedBy: 'olga',
      },
      expect.objectContaining({ userName: 'mia', permissions: 1, permissionName: 'Read/Write' }),
    ]);
    expect((await members('listed', member)).map(({ email }) => email)).toEqual(['', 'mia@example.org']);
    expect((await members('listed', manager)).map(({ email }) => email)).toEqual(['max@example.org', '']);
    const seen = (await (await service.call('GET', '/orgs/listed/members')).json()) as MemberBody[];
    expect(seen.map(({ email }) => email)).toEqual(['max@example.org', 'mia@example.org']);
    expect((await stranger.call('GET', '/orgs/listed')).status).toBe(200);
    expect((await stranger.call('GET', '/orgs/listed/members')).status).toBe(403);
    expect((await service.call('GET', '/orgs/listed/members', { token: null })).status).toBe(401);
    expect((await service.call('DELETE', '/orgs/listed/members/mia', { token: null })).status).toBe(401);
    expect(await remove(stranger, 'listed', 'mia')).toBe(403);
    expect(await remove(stranger, 'listed', 'sven')).toBe(404);
  });

  it('takes levels as numbers and names, within their range', async () => {
    await owner.call('POST', '/orgs', { slug: 'levels' });
    expect(await add(owner, 'levels', { userName: 'mia', permissions: 0 })).toBe(204);
    for (const [level, permissions] of [
      [3, 'Admin'],
      [2, 'ReadWriteDelete'],
      [1, 'read/write'],
      [0, 'READ ONLY'],
      [2, '2'],
    ] as const) {
      expect(await change(owner, 'levels', 'mia', { permissions })).toBe(204);
      expect((await members('levels'))[0]).toMatchObject({ permissions: level });
    }
    for (const permissions of [4, -1, 99, 1.5, 'owner', '', null, [1, 2], {}]) {
      expect([permissions, await change(owner, 'levels', 'mia', { permissions })]).toEqual([permissions, 400]);
      if (permissions === '' || permissions === null) continue;
      expect([permissions, await add(owner, 'levels', { userName: 'sven', permissions })]).toEqual([permissions, 400]);
    }
    const body = form({ permissions: '3' });
    expect((await owner.call('PUT', '/orgs/levels/members/mia', undefined, { body })).status).toBe(204);
    expect((await members('levels')).map(({ userName, permissions }) => [userName, permissions])).toEqual([['mia', 3]]);
  });

  it('gives each level its rights', async () => {
    await owner.call('POST', '/orgs', { slug: 'rights' });
    await owner.call('POST', '/orgs/rights/ds', { slug: 'flight' });
    await add(owner, 'rights', { userName: 'mia', permissions: 0 });
    const rights: unknown[] = [];
    for (const permissions of [0, 1, 2, 3]) {
      await change(owner, 'rights', 'mia', { permissions });
      const organization = (await (await member.call('GET', '/orgs/rights')).json()) as { permissions: object };
      const dataset = (await (await member.call('GET', '/orgs/rights/ds/flight/ex')).json()) as { permissions: object };
      rights.push(
        [organization.permissions, dataset.permissions].map((each) => Object.values(each).map(Number).join('')),
      );
    }
    // Read, write, delete, manage: of the organization, and of what is in it.
    expect(rights).toEqual([
      ['1000', '1000'],
      ['1100', '1100'],
      ['1100', '1110'],
      ['1111', '1111'],
    ]);
  });

  it('is managed by the owner, administrators and members of the highest level, who cannot touch the owner', async () => {
    await owner.call('POST', '/orgs', { slug: 'managed' });
    await add(owner, 'managed', { userName: 'max', permissions: 3 });
    await add(owner, 'managed', { userName: 'mia', permissions: 2 });
    expect(await add(member, 'managed', { userName: 'sven' })).toBe(403);
    expect(await change(member, 'managed', 'mia', { permissions: 3 })).toBe(403);
    expect(await remove(member, 'managed', 'max')).toBe(403);
    expect(await add(stranger, 'managed', { userName: 'sven' })).toBe(404);
    expect(await add(manager, 'managed', { userName: 'sven' })).toBe(204);
    expect(await add(manager, 'managed', { userName: 'sven' })).toBe(409);
    for (const name of ['olga', 'OLGA']) {
      expect(await add(manager, 'managed', { userName: name, permissions: 0 })).toBe(400);
      expect(await change(manager, 'managed', name, { permissions: 0 })).toBe(400);
      expect(await remove(manager, 'managed', name)).toBe(400);
    }
    expect(await add(manager, 'managed', { userName: 'nobody' })).toBe(404);
    expect(await change(manager, 'managed', 'admin', { permissions: 0 })).toBe(404);
    expect(await remove(manager, 'managed', 'admin')).toBe(404);
    expect(await remove(manager, 'managed', 'sven')).toBe(204);
    expect((await service.call('DELETE', '/orgs/managed/members/max')).status).toBe(204);
    expect((await manager.call('GET', '/orgs/managed')).status).toBe(404);
    expect((await members('managed')).map(({ userName }) => userName)).toEqual(['mia']);
  });

  it('lets a member leave by himself, and not the owner', async () => {
    await owner.call('POST', '/orgs', { slug: 'left' });
    await add(owner, 'left', { userName: 'mia', permissions: 0 });
    expect(await remove(owner, 'left', 'olga')).toBe(400);
    expect(await remove(member, 'left', 'Mia')).toBe(204);
    expect((await member.call('GET', '/orgs/left')).status).toBe(404);
    expect(await members('left')).toEqual([]);
  });

  it('shows a user what he belongs to, and administrators what others do', async () => {
    await owner.call('POST', '/orgs', { slug: 'belongs', name: 'Belongs', description: 'x' });
    await add(owner, 'belongs', { userName: 'sven', permissions: 2 });
    const list = async (who: Person): Promise<unknown> => (await who.call('GET', '/users/sven/orgs')).json();
    expect(await list(stranger)).toEqual([
      {
        slug: 'belongs',
        name: 'Belongs',
        description: 'x',
        creationDate: expect.any(String),
        owner: 'olga',
        isPublic: false,
        isOwner: false,
        permissions: 2,
        grantedAt: expect.any(String),
        grantedBy: 'olga',
      },
      expect.objectContaining({ slug: 'sven', isOwner: true, permissions: null, grantedAt: null, grantedBy: null }),
    ]);
    expect((await service.call('GET', '/users/SVEN/orgs')).status).toBe(200);
    expect((await owner.call('GET', '/users/sven/orgs')).status).toBe(403);
    expect((await owner.call('GET', '/users/nobody/orgs')).status).toBe(403);
    expect((await service.call('GET', '/users/nobody/orgs')).status).toBe(404);
  });

  it('lets administrators set the organizations of a user, in every form of the list', async () => {
    const lena = await createPerson(service, 'lena');
    for (const slug of ['set-a', 'set-b', 'set-c']) await owner.call('POST', '/orgs', { slug });
    const put = (options: Parameters<TestService['call']>[2]): Promise<Response> =>
      service.call('PUT', '/users/lena/orgs', options);
    const now = async (): Promise<string[]> => {
      const list = (await (await lena.call('GET', '/users/lena/orgs')).json()) as {
        slug: string;
        permissions: number | null;
      }[];
      return list.map(({ slug, permissions }) => `${slug} ${permissions}`);
    };
    const twice = new FormData();
    for (const slug of ['set-a', 'set-b', 'set-a']) twice.append('OrgSlugs', slug);
    expect(await outcome(await put({ body: twice }))).toBe('200 ');
    expect(await now()).toEqual(['lena null', 'set-a 1', 'set-b 1']);
    expect((await service.call('PUT', '/users/lena/orgs/set-a', { json: { permissions: 3 } })).status).toBe(200);
    expect((await put({ json: { orgSlugs: ['set-a', 'set-c', 'lena'] } })).status).toBe(200);
    expect(await now()).toEqual(['lena null', 'set-a 3', 'set-c 1']);
    expect((await put({ json: { organizations: ['set-b'] } })).status).toBe(200);
    expect((await put({ json: ['set-b', 'set-c'] })).status).toBe(200);
    expect((await put({ body: new URLSearchParams('orgSlugs=set-b') })).status).toBe(200);
    expect(await now()).toEqual(['lena null', 'set-b 1']);
    const unknown = await put({ json: { orgSlugs: ['set-a', 'nowhere'] } });
    expect([unknown.status, await unknown.json()]).toEqual([
      400,
      { error: 'orgSlugs: there is no organization nowhere.' },
    ]);
    const bounds = [Array.from({ length: 10_001 }, () => 'set-a'), ['a'.repeat(201)]];
    for (const json of bounds) expect((await put({ json })).status).toBe(400);
    for (const json of [{}, [], { orgSlugs: null }, { orgSlugs: [7, { a: 1 }] }, [{ slug: 'set-a' }]]) {
      expect([json, (await put({ json })).status]).toEqual([json, 400]);
    }
    expect(await now()).toEqual(['lena null', 'set-b 1']);
    expect((await put({ json: { orgSlugs: [] } })).status).toBe(200);
    expect(await now()).toEqual(['lena null']);
    expect((await lena.call('PUT', '/users/lena/orgs', { orgSlugs: ['set-a'] })).status).toBe(403);
  });

  it('lets administrators change one membership of a user', async () => {
    await owner.call('POST', '/orgs', { slug: 'single' });
    const call = async (method: string, path: string, json?: object): Promise<number> =>
      (await service.call(method, `/users/${path}`, { json })).status;
    expect(await call('POST', 'mia/orgs', { orgSlug: 'single' })).toBe(200);
    expect(await call('POST', 'mia/orgs', { orgSlug: 'single', permissions: 2 })).toBe(409);
    expect(await call('POST', 'olga/orgs', { orgSlug: 'single' })).toBe(400);
    expect(await call('POST', 'mia/orgs', { orgSlug: 'nowhere' })).toBe(404);
    expect(await call('POST', 'nobody/orgs', { orgSlug: 'single' })).toBe(404);
    expect(await call('PUT', 'MIA/orgs/single', { permissions: 0 })).toBe(200);
    expect(await call('PUT', 'max/orgs/single', { permissions: 0 })).toBe(404);
    expect((await members('single'))[0]).toMatchObject({ userName: 'mia', permissions: 0, grantedBy: 'admin' });
    expect(await call('DELETE', 'mia/orgs/single', {})).toBe(200);
    expect(await call('DELETE', 'mia/orgs/single', {})).toBe(404);
    expect(await call('DELETE', 'olga/orgs/single', {})).toBe(400);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const path = method === 'POST' ? '/users/mia/orgs' : '/users/mia/orgs/single';
      expect((await member.call(method, path, { orgSlug: 'single', permissions: 3 })).status).toBe(403);
    }
  });
});

it('leaves memberships to administrators where organizations do not manage them', async () => {
  await using service = await startService({ EnableOrganizationMemberManagement: 'false' });
  const mia = await createPerson(service, 'mia');
  const call = async (method: string, path: string, json?: object): Promise<number> =>
    (await service.call(method, path, { json })).status;
  expect(await call('POST', '/orgs/admin/members', { userName: 'mia' })).toBe(400);
  expect(await call('POST', '/users/mia/orgs', { orgSlug: 'admin', permissions: 2 })).toBe(200);
  expect(await call('PUT', '/orgs/admin/members/mia', { permissions: 0 })).toBe(400);
  expect(await call('DELETE', '/orgs/admin/members/mia')).toBe(400);
  expect(await call('GET', '/orgs/admin/members')).toBe(200);
  expect((await mia.call('DELETE', '/orgs/admin/members/mia')).status).toBe(204);
});

it('begins without an organization where that is switched off', async () => {
  await using service = await startService({ EnableDefaultUserOrganization: 'false' });
  const mia = await createPerson(service, 'mia');
  expect(await (await mia.call('GET', '/users/mia/orgs')).json()).toEqual([]);
});

async function outcome(answer: Response): Promise<string> {
  return `${answer.status} ${await answer.text()}`;
}
