import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { startOpenIdProvider, type TestOpenIdProvider } from '../support/openid-provider.ts';
import { expectProblem, openIdSettings, visitorOf, type Visitor } from '../support/openid-visitor.ts';
import { ADMIN, startService, until, type TestService } from '../support/service.ts';

describeOnEveryDatabase('users of an OpenID Connect provider', (environment) => {
  let provider: TestOpenIdProvider;
  let service: TestService;
  let visitor: Visitor;

  beforeAll(async () => {
    provider = await startOpenIdProvider();
    service = await startService({ ...(await environment()), ...openIdSettings(provider) });
    provider.register(service.url);
    visitor = visitorOf(service, provider);
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  const users = async (): Promise<{ userName: string; email: string; roles: string[] }[]> =>
    (await service.call('GET', '/users')).json() as Promise<{ userName: string; email: string; roles: string[] }[]>;
  const me = async (token: string): Promise<{ userName: string; roles: string[] }> =>
    (await service.call('GET', '/users/me', { token })).json() as Promise<{ userName: string; roles: string[] }>;

  it('signs in: user, e-mail, roles by group, own organization, cookie, and back to the wanted page', async () => {
    provider.people.set('s-jane', {
      preferred_username: 'jane.doe',
      name: 'Jane Doe',
      email: 'jane@example.org',
      groups: ['pilots', 'others'],
    });
    const done = await visitor.signIn('s-jane', '?return=%2Fr%2Fpublic%3Fsort%3Dname');
    expect([done.status, done.location]).toEqual([302, '/r/public?sort=name']);
    const session = done.lines.find((line) => line.startsWith('jwtToken='))!;
    expect(session).toMatch(/; Path=\/(;|$)/);
    expect(session).toMatch(/; HttpOnly/);
    expect(session).toMatch(/; SameSite=Strict/);
    const token = done.cookies['jwtToken']!;
    expect(await me(token)).toMatchObject({ userName: 'janedoe', email: 'jane@example.org', roles: ['pilot'] });
    const organizations = await (await service.call('GET', '/orgs', { token })).json();
    expect(organizations).toContainEqual(expect.objectContaining({ slug: 'janedoe', owner: 'janedoe' }));
    expect(await (await service.call('GET', '/users/janedoe/meta')).json()).toEqual({
      authProvider: 'openid',
      displayName: 'Jane Doe',
      email: 'jane@example.org',
      roles: ['pilot'],
    });
  });

  it('roles and e-mail follow the provider, the name does not; sessions end when roles differ', async () => {
    provider.people.set('s-moving', { preferred_username: 'moving', email: 'old@example.org', groups: ['boss'] });
    const before = (await visitor.signIn('s-moving')).cookies['jwtToken']!;
    expect((await service.call('GET', '/users', { token: before })).status).toBe(200);
    provider.people.set('s-moving', { preferred_username: 'renamed', email: 'new@example.org', groups: 'pilots' });
    const after = (await visitor.signIn('s-moving')).cookies['jwtToken']!;
    expect(await me(after)).toMatchObject({ userName: 'moving', email: 'new@example.org', roles: ['pilot'] });
    // A service that has asked before is told a moment after the sign-in.
    await until(
      async () => (await service.call('GET', '/users/me', { token: before })).status,
      (status) => status === 401,
    );
    provider.people.set('s-moving', { preferred_username: 'moving', email: 'no address' });
    expect(await me((await visitor.signIn('s-moving')).cookies['jwtToken']!)).toMatchObject({
      email: 'new@example.org',
      roles: [],
    });
  });

  it('A-9 refuses a name a user of this service has: the account is not taken over', async () => {
    provider.people.set('s-evil', { preferred_username: 'AdMin', groups: ['boss'] });
    expectProblem(await visitor.signIn('s-evil'), 'name-taken');
    const session = await service.call('POST', '/users/authenticate', { token: null, json: ADMIN });
    expect(((await session.json()) as { roles: string[] }).roles).toEqual(['admin']);
  });

  it('refuses a name that was given to another person at the provider', async () => {
    provider.people.set('s-first', { preferred_username: 'shared' });
    expect((await visitor.signIn('s-first')).cookies['jwtToken']).toBeDefined();
    provider.people.set('s-first', { preferred_username: 'away' });
    provider.people.set('s-second', { preferred_username: 'shared' });
    expectProblem(await visitor.signIn('s-second'), 'name-taken');
    expect((await me((await visitor.signIn('s-first')).cookies['jwtToken']!)).userName).toBe('shared');
  });

  it('refuses somebody who is deactivated here; the provider can neither undo nor do that', async () => {
    provider.people.set('s-out', { preferred_username: 'outsider', groups: ['shut'] });
    const token = (await visitor.signIn('s-out')).cookies['jwtToken']!;
    expect((await me(token)).roles).toEqual([]);
    const change = await service.call('PUT', '/users/outsider', { json: { roles: ['deactivated'] } });
    expect(change.status, await change.text()).toBe(200);
    provider.people.set('s-out', { preferred_username: 'outsider', groups: ['boss'], email: 'x@example.org' });
    expectProblem(await visitor.signIn('s-out'), 'deactivated');
    const row = (await users()).find(({ userName }) => userName === 'outsider');
    expect(row).toMatchObject({ roles: ['deactivated'], email: '' });
    expect((await service.call('GET', '/users/me', { token })).status).toBe(401);
  });

  it('what it did is in the audit log, and nothing there opens a door', async () => {
    provider.people.set('s-audit', { preferred_username: 'audited', groups: ['pilots'] });
    const token = (await visitor.signIn('s-audit')).cookies['jwtToken']!;
    const { items } = (await (await service.call('GET', '/sys/audit?limit=10')).json()) as {
      items: { action: string; subject: string; actor: unknown; details: unknown }[];
    };
    const own = items.filter(({ subject }) => subject === 'audited');
    expect(own.map(({ action }) => action)).toEqual(expect.arrayContaining(['user.create', 'user.roles']));
    expect(JSON.stringify(items)).not.toContain(token);
  });
});
