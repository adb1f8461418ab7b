import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { CLIENT, startOpenIdProvider, type TestOpenIdProvider } from '../support/openid-provider.ts';
import { ADMIN, startService, type TestService } from '../support/service.ts';

const settingsFor = (provider: TestOpenIdProvider): Record<string, string> => ({
  OpenId__Issuer: provider.issuer,
  OpenId__ClientId: CLIENT.id,
  OpenId__ClientSecret: CLIENT.secret,
  OpenId__Name: 'Example login',
  OpenId__Scopes: 'openid,profile,email,groups',
  OpenId__GroupRoles: 'pilots=pilot,boss=admin,shut=deactivated',
});

/** A browser at the service: its cookies, and what it was sent to. */
interface Step {
  readonly status: number;
  readonly location: string;
  readonly cookies: Readonly<Record<string, string>>;
  /** The `Set-Cookie` lines as they came. */
  readonly lines: readonly string[];
}

async function open(url: string, cookies: Readonly<Record<string, string>> = {}): Promise<Step> {
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const answer = await fetch(url, { headers: { cookie }, redirect: 'manual' });
  await answer.body?.cancel();
  const lines = answer.headers.getSetCookie();
  const set = lines.map((line) => /^([^=]+)=([^;]*)/.exec(line)!.slice(1) as [string, string]);
  return {
    status: answer.status,
    location: answer.headers.get('location') ?? '',
    cookies: Object.fromEntries(set.filter(([, value]) => value !== '')),
    lines,
  };
}

describeOnEveryDatabase('an OpenID Connect provider', (environment) => {
  let provider: TestOpenIdProvider;
  let service: TestService;
  let askedAtStart: number;

  beforeAll(async () => {
    provider = await startOpenIdProvider();
    service = await startService({ ...(await environment()), ...settingsFor(provider) });
    askedAtStart = provider.asked.length;
    provider.register(service.url);
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });
  afterEach(() => provider.setAway(false));

  const begin = (path = ''): Promise<Step> => open(`${service.url}/users/openid/login${path}`);
  const users = async (): Promise<{ userName: string; email: string; roles: string[] }[]> =>
    (await service.call('GET', '/users')).json() as Promise<{ userName: string; email: string; roles: string[] }[]>;
  const me = async (token: string): Promise<{ userName: string; roles: string[] }> =>
    (await service.call('GET', '/users/me', { token })).json() as Promise<{ userName: string; roles: string[] }>;

  /** The whole way: to the provider, through its pages, and back. */
  async function signIn(subject: string, path = ''): Promise<Step> {
    const { location, cookies } = await begin(path);
    return open((await provider.visit(location, subject)).href, cookies);
  }

  it('asks nothing of the provider when the service starts', () => {
    expect(askedAtStart).toBe(0);
  });

  it('signs in: user, e-mail, roles by group, own organization, cookie, and back to the wanted page', async () => {
    provider.people.set('s-jane', {
      preferred_username: 'jane.doe',
      name: 'Jane Doe',
      email: 'jane@example.org',
      groups: ['pilots', 'others'],
    });
    const done = await signIn('s-jane', '?return=%2Fr%2Fpublic%3Fsort%3Dname');
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

  it('asks with code, PKCE, state and nonce; the cookie between is HttpOnly, Lax, short and tells nothing', async () => {
    const { status, location, lines } = await begin();
    expect(status).toBe(302);
    const query = new URL(location).searchParams;
    expect(query.get('response_type')).toBe('code');
    expect(query.get('code_challenge_method')).toBe('S256');
    expect(query.get('redirect_uri')).toBe(`${service.url}/users/openid/callback`);
    expect(lines).toHaveLength(1);
    const [line = ''] = lines;
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/users/openid/callback', 'Max-Age=600']) {
      expect(line).toContain(`; ${attribute}`);
    }
    const parts = line.split(';')[0]!.split('.');
    const readable = parts.map((part) => Buffer.from(part, 'base64url').toString()).join(' ');
    for (const name of ['state', 'nonce']) expect(readable).not.toContain(query.get(name));
  });

  it('roles and e-mail follow the provider, the name does not; sessions end when roles differ', async () => {
    provider.people.set('s-moving', { preferred_username: 'moving', email: 'old@example.org', groups: ['boss'] });
    const before = (await signIn('s-moving')).cookies['jwtToken']!;
    expect((await service.call('GET', '/users', { token: before })).status).toBe(200);
    provider.people.set('s-moving', { preferred_username: 'renamed', email: 'new@example.org', groups: 'pilots' });
    const after = (await signIn('s-moving')).cookies['jwtToken']!;
    expect(await me(after)).toMatchObject({ userName: 'moving', email: 'new@example.org', roles: ['pilot'] });
    expect((await service.call('GET', '/users/me', { token: before })).status).toBe(401);
    provider.people.set('s-moving', { preferred_username: 'moving', email: 'no address' });
    expect(await me((await signIn('s-moving')).cookies['jwtToken']!)).toMatchObject({
      email: 'new@example.org',
      roles: [],
    });
  });

  describe('refuses, tells the sign-in page why, and sets no session', () => {
    const expectProblem = (step: Step, problem: string, returnTo?: string): void => {
      const page = new URL(step.location, service.url);
      expect([step.status, page.pathname, page.searchParams.get('problem')]).toEqual([302, '/login', problem]);
      expect(page.searchParams.get('return')).toBe(returnTo ?? null);
      expect([...page.searchParams.keys()].filter((key) => key !== 'problem' && key !== 'return')).toEqual([]);
      expect(step.cookies['jwtToken']).toBeUndefined();
    };
    /** Somebody back from the provider who has not yet been answered. */
    async function visited(change: (address: URL) => void = () => undefined) {
      provider.people.set('s-someone', { preferred_username: 'someone' });
      const { location, cookies } = await begin();
      const address = new URL(location);
      change(address);
      return { callback: await provider.visit(address.href, 's-someone'), cookies };
    }

    it('a code that is used again', async () => {
      const { callback, cookies } = await visited();
      expect((await open(callback.href, cookies)).cookies['jwtToken']).toBeDefined();
      expectProblem(await open(callback.href, cookies), 'failed');
    });

    it('another state', async () => {
      const { callback, cookies } = await visited();
      callback.searchParams.set('state', 'x'.repeat(43));
      expectProblem(await open(callback.href, cookies), 'failed');
    });

    it('no state', async () => {
      const { callback, cookies } = await visited();
      callback.searchParams.delete('state');
      expectProblem(await open(callback.href, cookies), 'failed');
    });

    it('another nonce in the ID token', async () => {
      const { callback, cookies } = await visited((address) => address.searchParams.set('nonce', 'x'.repeat(43)));
      expectProblem(await open(callback.href, cookies), 'failed');
    });

    it('a code that somebody else asked for (PKCE)', async () => {
      const other = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
      const { callback, cookies } = await visited((address) => address.searchParams.set('code_challenge', other));
      expectProblem(await open(callback.href, cookies), 'failed');
    });

    it('a code with the name of another provider', async () => {
      const { callback, cookies } = await visited();
      callback.searchParams.set('iss', 'https://evil.example');
      expectProblem(await open(callback.href, cookies), 'failed');
    });

    it('a browser that did not begin here (sign-in forged by another site)', async () => {
      const { callback } = await visited();
      expectProblem(await open(callback.href), 'expired');
      expectProblem(await open(callback.href, { alidadeSignIn: 'forged.cookie.of.some.parts' }), 'expired');
      expectProblem(await open(callback.href, (await begin()).cookies), 'failed');
    });

    it('an address without anything', async () => {
      expectProblem(await open(`${service.url}/users/openid/callback`), 'expired');
      const { cookies } = await begin('?return=/r/public');
      expectProblem(await open(`${service.url}/users/openid/callback`, cookies), 'failed', '/r/public');
      expectProblem(
        await open(`${service.url}/users/openid/callback?${'x'.repeat(12_000)}`, cookies),
        'failed',
        '/r/public',
      );
    });

    it('somebody who stops at the provider; he comes back to where he wanted to go', async () => {
      const { location, cookies } = await begin('?return=/account');
      expectProblem(await open((await provider.cancel(location)).href, cookies), 'cancelled', '/account');
    });

    it('A-9 a name a user of this service has: the account is not taken over', async () => {
      provider.people.set('s-evil', { preferred_username: 'AdMin', groups: ['boss'] });
      expectProblem(await signIn('s-evil'), 'name-taken');
      const session = await service.call('POST', '/users/authenticate', { token: null, json: ADMIN });
      expect(((await session.json()) as { roles: string[] }).roles).toEqual(['admin']);
    });

    it('a name that was given to another person at the provider', async () => {
      provider.people.set('s-first', { preferred_username: 'shared' });
      expect((await signIn('s-first')).cookies['jwtToken']).toBeDefined();
      provider.people.set('s-first', { preferred_username: 'away' });
      provider.people.set('s-second', { preferred_username: 'shared' });
      expectProblem(await signIn('s-second'), 'name-taken');
      expect((await me((await signIn('s-first')).cookies['jwtToken']!)).userName).toBe('shared');
    });

    it.each([undefined, '', '../', 'roles', 'x'.repeat(200)])('A-7 a name nobody can have: %j', async (name) => {
      provider.people.set('s-nameless', { preferred_username: name });
      expectProblem(await signIn('s-nameless'), 'name-unusable');
    });

    it('somebody who is deactivated here; the provider can neither undo nor do that', async () => {
      provider.people.set('s-out', { preferred_username: 'outsider', groups: ['shut'] });
      const token = (await signIn('s-out')).cookies['jwtToken']!;
      expect((await me(token)).roles).toEqual([]);
      const change = await service.call('PUT', '/users/outsider', { json: { roles: ['deactivated'] } });
      expect(change.status, await change.text()).toBe(200);
      provider.people.set('s-out', { preferred_username: 'outsider', groups: ['boss'], email: 'x@example.org' });
      expectProblem(await signIn('s-out'), 'deactivated');
      const row = (await users()).find(({ userName }) => userName === 'outsider');
      expect(row).toMatchObject({ roles: ['deactivated'], email: '' });
      expect((await service.call('GET', '/users/me', { token })).status).toBe(401);
    });

    it('a provider that is away; users of this service still sign in', async () => {
      const { callback, cookies } = await visited();
      provider.setAway(true);
      expectProblem(await open(callback.href, cookies), 'provider-away');
      const session = await service.call('POST', '/users/authenticate', { token: null, json: ADMIN });
      expect(session.status).toBe(200);
    });
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/x/..//evil.example',
    '/\t/evil.example',
    'r/public',
  ])('leads nobody to another site: %j', async (address) => {
    const answer = await service.call('GET', `/users/openid/login?return=${encodeURIComponent(address)}`, {
      token: null,
    });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { error: string }).error).toMatch(/^return must be a path/);
  });

  it('A-9 tells how to sign in, and refuses to manage users here', async () => {
    const features = await (await service.call('GET', '/sys/features', { token: null })).json();
    expect(features).toMatchObject({
      userManagement: false,
      signIn: { openId: { name: 'Example login', url: '/users/openid/login' }, password: true },
    });
    const create = await service.call('POST', '/users', { json: { userName: 'newcomer', password: 'secret123' } });
    expect(create.status).toBe(403);
    const token = await service.call('POST', '/users/authenticate', { token: null, json: { token: 'x' } });
    expect(token.status).toBe(401);
  });

  it('a user of the provider has no password here', async () => {
    provider.people.set('s-pass', { preferred_username: 'passless' });
    expect((await signIn('s-pass')).cookies['jwtToken']).toBeDefined();
    for (const password of ['null', 'undefined', 'passless', ' ']) {
      const json = { userName: 'passless', password };
      expect((await service.call('POST', '/users/authenticate', { token: null, json })).status).toBe(401);
    }
  });

  it('what it did is in the audit log, and nothing there opens a door', async () => {
    provider.people.set('s-audit', { preferred_username: 'audited', groups: ['pilots'] });
    const token = (await signIn('s-audit')).cookies['jwtToken']!;
    const { items } = (await (await service.call('GET', '/sys/audit?limit=10')).json()) as {
      items: { action: string; subject: string; actor: unknown; details: unknown }[];
    };
    const own = items.filter(({ subject }) => subject === 'audited');
    expect(own.map(({ action }) => action)).toEqual(expect.arrayContaining(['user.create', 'user.roles']));
    expect(JSON.stringify(items)).not.toContain(token);
  });
});

describe('an OpenID Connect provider that is away', () => {
  it('does not keep the service from starting, and is told on the sign-in page', async () => {
    const provider = await startOpenIdProvider();
    await provider[Symbol.asyncDispose]();
    await using service = await startService(settingsFor(provider));
    const step = await open(`${service.url}/users/openid/login?return=/account`);
    expect([step.status, step.location]).toEqual([302, '/login?problem=provider-away&return=%2Faccount']);
  });

  it('is asked again when it is back, and any process can answer who comes back', async () => {
    const secret = 'a secret that two processes share, of 32 characters or more';
    await using provider = await startOpenIdProvider();
    await using service = await startService({ ...settingsFor(provider), Secret: secret });
    provider.people.set('s-jane', { preferred_username: 'jane' });
    provider.setAway(true);
    expect((await open(`${service.url}/users/openid/login`)).location).toBe('/login?problem=provider-away');
    provider.setAway(false);
    provider.register(service.url);
    const { location, cookies } = await open(`${service.url}/users/openid/login`);
    const callback = await provider.visit(location, 's-jane');
    await using other = await startService({ ...settingsFor(provider), Secret: secret, ExternalUrl: service.url });
    const elsewhere = await open(`${other.url}${callback.pathname}${callback.search}`, cookies);
    expect(elsewhere.cookies['jwtToken']).toBeDefined();
  });

  it('a role in the settings that nobody can have keeps the service from starting', async () => {
    await expect(
      startService({ OpenId__Issuer: 'http://127.0.0.1:9', OpenId__GroupRoles: 'pilots=/' }),
    ).rejects.toThrow(/GroupRoles/);
  });
});
