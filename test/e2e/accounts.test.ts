import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnOneDatabase } from '../support/databases.ts';
import { ADMIN, startService, type TestService } from '../support/service.ts';

interface SessionBody {
  readonly token: string;
  readonly expires: number;
  readonly userName: string;
  readonly mustChangePassword: boolean;
}

const basic = (pair: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
});

describeOnOneDatabase('accounts', (environment) => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService(await environment());
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const signIn = (json: unknown): Promise<Response> =>
    service.call('POST', '/users/authenticate', { token: null, json });
  const me = (headers: Record<string, string>): Promise<Response> =>
    service.call('GET', '/users/me', { token: null, headers });

  it('answers a sign-in as clients of the interface read it', async () => {
    const body = (await (await signIn(ADMIN)).json()) as SessionBody;
    expect(body).toMatchObject({ username: 'admin', userName: 'admin', roles: ['admin'], mustChangePassword: true });
    expect(body.expires - Date.now() / 1000).toBeGreaterThan(6.9 * 86_400);
    const payload = JSON.parse(Buffer.from(body.token.split('.')[1]!, 'base64url').toString()) as Record<
      string,
      unknown
    >;
    expect(payload['admin']).toBe(true);
  });

  it('finds a user in any letter case and tells nobody whether a name exists', async () => {
    expect((await signIn({ ...ADMIN, userName: 'ADMIN' })).status).toBe(200);
    const wrong = await signIn({ ...ADMIN, password: 'wrong' });
    const unknown = await signIn({ ...ADMIN, userName: 'nobody' });
    expect([wrong.status, await wrong.text()]).toEqual([unknown.status, await unknown.text()]);
    expect(wrong.status).toBe(401);
    expect((await signIn({ userName: 'admin' })).status).toBe(400);
  });

  it('takes a blank token of a sign-in form as none', async () => {
    for (const token of ['', '   ', null]) expect((await signIn({ ...ADMIN, token })).status).toBe(200);
    expect((await signIn({ token: ' ' })).status).toBe(400);
  });

  it('without a provider, a token to sign in with is a wrong credential', async () => {
    const answer = await service.call('POST', '/users/authenticate', { token: null, json: { token: 'tk-1' } });
    expect([answer.status, await answer.json()]).toEqual([401, { error: 'Unauthorized' }]);
    expect((await service.call('GET', '/users/openid/login', { token: null })).status).toBe(404);
    const features = await (await service.call('GET', '/sys/features')).json();
    expect(features).toMatchObject({ userManagement: true, signIn: { openId: null, password: true } });
  });

  it('takes bearer header, cookie and Basic, and an empty cookie as nobody', async () => {
    const mine = await (await me({ authorization: `Bearer ${service.token}` })).json();
    expect(mine).toMatchObject({ userName: 'admin', mustChangePassword: true, expires: expect.any(Number) as number });
    expect(await (await me(basic('admin:secret123'))).json()).toMatchObject({ expires: null });
    expect((await me({ cookie: `jwtToken=${service.token}` })).status).toBe(200);
    expect((await me(basic('admin:secret123'))).status).toBe(200);
    expect((await me({ cookie: 'jwtToken=' })).status).toBe(401);
    expect((await service.call('GET', '/orgs/public', { token: null, headers: { cookie: 'jwtToken=' } })).status).toBe(
      200,
    );
    expect((await service.call('GET', '/orgs/public', { token: 'rubbish' })).status).toBe(200);
  });

  it('A-5 refuses odd Basic credentials without falling over', async () => {
    const controls = ['\0:\0', 'admin\0:secret123', '\0admin:secret123', 'admin:secret123\0', 'admin\n:secret123'];
    for (const pair of ['admin', ':', ':secret123', 'admin:secret123:', 'ädmin:pässwörd', ...controls]) {
      const answer = await me(basic(pair));
      expect([pair, answer.status]).toEqual([pair, 401]);
    }
    expect((await me({ authorization: 'Basic' })).status).toBe(401);
  });

  it('takes a session token with the scheme Bearer alone', async () => {
    for (const scheme of ['Bearer ', 'bearer ', 'BEARER  '])
      expect((await me({ authorization: `${scheme}${service.token}` })).status, scheme).toBe(200);
    for (const scheme of ['', 'Token ', 'BearerX ', 'Bearer,', 'Bearer:', 'Digest '])
      expect((await me({ authorization: `${scheme}${service.token}` })).status, scheme).toBe(401);
  });

  it('A-1 A-2 refuses forged, altered, unsigned, expired and oversized tokens', async () => {
    const [header, payload, signature] = service.token.split('.') as [string, string, string];
    const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const signed = (head: unknown, body: unknown, key: string): string => {
      const text = `${encode(head)}.${encode(body)}`;
      return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
    };
    const forged = [
      `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      signed({ alg: 'HS256', typ: 'JWT' }, claims, ''),
      signed({ alg: 'HS256', typ: 'JWT' }, claims, 'secret'),
      `${encode({ alg: 'HS512', typ: 'JWT' })}.${payload}.${signature}`,
      `${encode({ alg: 'HS256', crit: ['x'], x: 1 })}.${payload}.${signature}`,
      `${header}.${encode({ ...claims, exp: 4_000_000_000 })}.${signature}`,
      `${header}.${payload}`,
      'a'.repeat(8000),
    ];
    for (const token of forged) {
      const answer = await me({ authorization: `Bearer ${token}` });
      expect([token.slice(0, 20), answer.status, await answer.json()]).toEqual([
        token.slice(0, 20),
        401,
        { error: 'Unauthorized', noRetry: true },
      ]);
    }
  });

  it('J-7 refuses changes that another site asks for with the cookie, and lets programs through', async () => {
    const cookie = `jwtToken=${service.token}`;
    const refresh = (headers: Record<string, string>): Promise<Response> =>
      service.call('POST', '/users/authenticate/refresh', { token: null, headers: { cookie, ...headers } });
    expect((await refresh({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await refresh({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await refresh({ 'sec-fetch-site': 'same-site' })).status).toBe(403);
    expect((await refresh({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    expect((await refresh({})).status).toBe(200);
  });

  it('J-7 refuses another site also where the browser adds a password, and about the cookie itself', async () => {
    const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const change = (headers: Record<string, string>): Promise<Response> =>
      service.call('POST', '/users/authenticate/refresh', { token: null, headers });
    expect((await change({ ...basic('admin:secret123'), ...elsewhere })).status).toBe(403);
    expect((await change(basic('admin:secret123'))).status).toBe(200);
    // A page that holds a token sends it by its own will.
    expect((await change({ authorization: `Bearer ${service.token}`, ...elsewhere })).status).toBe(200);
    const signInFrom = (json: unknown): Promise<Response> =>
      service.call('POST', '/users/authenticate', { token: null, json, headers: elsewhere });
    expect((await signInFrom({ ...ADMIN, cookie: true })).status).toBe(403);
    expect((await signInFrom(ADMIN)).status).toBe(200);
    expect((await service.call('POST', '/users/logout', { token: null, headers: elsewhere })).status).toBe(403);
  });

  it('sets HttpOnly cookies only when asked, and removes that of the session', async () => {
    expect((await signIn(ADMIN)).headers.get('set-cookie')).toBeNull();
    const cookies = (await signIn({ ...ADMIN, cookie: true })).headers.getSetCookie();
    expect(cookies).toEqual([
      expect.stringMatching(/^jwtToken=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^alidadeDevice=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    const out = await service.call('POST', '/users/logout', { token: null });
    expect([out.status, out.headers.get('set-cookie')]).toEqual([
      204,
      expect.stringMatching(/^jwtToken=; .*Expires=Thu, 01 Jan 1970/),
    ]);
  });

  it('A-3 changes the own password; every token and Basic pair of before is dead', async () => {
    const change = (oldPassword: string, newPassword: string, token: string): Promise<Response> =>
      service.call('POST', '/users/changePwd', { token, json: { oldPassword, newPassword } });
    expect((await me(basic('admin:secret123'))).status).toBe(200);
    const weak = await change(ADMIN.password, 'short', service.token);
    expect([weak.status, await weak.json()]).toEqual([
      400,
      { error: 'The password needs at least 8 characters; The password needs a digit' },
    ]);
    expect((await change('wrong', 'long enough 1', service.token)).status).toBe(400);

    const changed = await change(ADMIN.password, 'long enough 1', service.token);
    const session = (await changed.json()) as SessionBody;
    expect([changed.status, session.mustChangePassword]).toEqual([200, false]);
    expect((await me({ authorization: `Bearer ${service.token}` })).status).toBe(401);
    expect((await me(basic('admin:secret123'))).status).toBe(401);
    expect((await me({ authorization: `Bearer ${session.token}` })).status).toBe(200);
    expect((await signIn(ADMIN)).status).toBe(401);
    expect((await change('long enough 1', ADMIN.password, session.token)).status).toBe(200);
  });
});

it('A-6 keeps a changed administrator password when the service starts again with the first one', async () => {
  const first = await startService();
  const json = { oldPassword: ADMIN.password, newPassword: 'changed 123' };
  expect((await first.call('POST', '/users/changepwd', { json })).status).toBe(200);
  await first.app.close();
  const second = await startService(first.environment);
  const signIn = (password: string): Promise<Response> =>
    second.call('POST', '/users/authenticate', { token: null, json: { userName: 'admin', password } });
  expect((await signIn('changed 123')).status).toBe(200);
  expect((await signIn(ADMIN.password)).status).toBe(401);
  await second[Symbol.asyncDispose]();
});
