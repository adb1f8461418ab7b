import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startOpenIdProvider, type TestOpenIdProvider } from '../support/openid-provider.ts';
import { expectProblem, open, openIdSettings, visitorOf, type Visitor } from '../support/openid-visitor.ts';
import { ADMIN, startService, type TestService } from '../support/service.ts';

/** What goes between browser, service and provider is the same on every database: one is enough. */
describe('the way through an OpenID Connect provider', () => {
  const shared = { Secret: 'a secret that two processes share, of 32 characters or more' };
  let provider: TestOpenIdProvider;
  let service: TestService;
  let visitor: Visitor;
  let askedAtStart: number;

  beforeAll(async () => {
    provider = await startOpenIdProvider();
    provider.setAway(true);
    service = await startService({ ...openIdSettings(provider), ...shared });
    askedAtStart = provider.asked.length;
    provider.register(service.url);
    visitor = visitorOf(service, provider);
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });
  afterEach(() => provider.setAway(false));

  // First: what it learns of the provider it remembers.
  it('starts without the provider and asks it nothing; away, it is told on the sign-in page, and asked again', async () => {
    expect(askedAtStart).toBe(0);
    provider.setAway(true);
    expectProblem(await visitor.begin('?return=/account'), 'provider-away', '/account');
    provider.setAway(false);
    expect((await visitor.begin()).location).toContain(provider.issuer);
  });

  it('asks with code, PKCE, state and nonce; the cookie between is HttpOnly, Lax, short and tells nothing', async () => {
    const { status, location, lines } = await visitor.begin();
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

  it('any process can answer who comes back', async () => {
    provider.people.set('s-jane', { preferred_username: 'jane' });
    const { location, cookies } = await visitor.begin();
    const { pathname, search } = await provider.visit(location, 's-jane');
    await using other = await startService({ ...openIdSettings(provider), ...shared, ExternalUrl: service.url });
    expect((await open(`${other.url}${pathname}${search}`, cookies)).cookies['jwtToken']).toBeDefined();
  });

  describe('refuses, tells the sign-in page why, and sets no session', () => {
    /** Somebody back from the provider who has not yet been answered. */
    async function visited(change: (address: URL) => void = () => undefined) {
      provider.people.set('s-someone', { preferred_username: 'someone' });
      const { location, cookies } = await visitor.begin();
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
      expectProblem(await open(callback.href, (await visitor.begin()).cookies), 'failed');
    });

    it('an address without anything', async () => {
      expectProblem(await open(`${service.url}/users/openid/callback`), 'expired');
      const { cookies } = await visitor.begin('?return=/r/public');
      expectProblem(await open(`${service.url}/users/openid/callback`, cookies), 'failed', '/r/public');
      expectProblem(
        await open(`${service.url}/users/openid/callback?${'x'.repeat(12_000)}`, cookies),
        'failed',
        '/r/public',
      );
    });

    it('somebody who stops at the provider; he comes back to where he wanted to go', async () => {
      const { location, cookies } = await visitor.begin('?return=/account');
      expectProblem(await open((await provider.cancel(location)).href, cookies), 'cancelled', '/account');
    });

    it.each([undefined, '', '../', 'roles', 'x'.repeat(200)])('A-7 a name nobody can have: %j', async (name) => {
      provider.people.set('s-nameless', { preferred_username: name });
      expectProblem(await visitor.signIn('s-nameless'), 'name-unusable');
    });

    it('a provider that is away; users of this service still sign in', async () => {
      const { callback, cookies } = await visited();
      provider.setAway(true);
      expectProblem(await open(callback.href, cookies), 'provider-away');
      const session = await service.call('POST', '/users/authenticate', { token: null, json: ADMIN });
      expect(session.status).toBe(200);
    });

    it('a subject longer than a provider may give', async () => {
      const subject = 'x'.repeat(256);
      provider.people.set(subject, { preferred_username: 'endless' });
      expectProblem(await visitor.signIn(subject), 'failed');
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
    expect((await visitor.signIn('s-pass')).cookies['jwtToken']).toBeDefined();
    for (const password of ['null', 'undefined', 'passless', ' ']) {
      const json = { userName: 'passless', password };
      expect((await service.call('POST', '/users/authenticate', { token: null, json })).status).toBe(401);
    }
  });
});
