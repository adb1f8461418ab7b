import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { knows, sendJson, type TestFormProvider } from '../support/form-provider.ts';
import { startFormSignIn, type FormSignIn } from '../support/form-sign-in.ts';
import { ADMIN, type TestService } from '../support/service.ts';

const PASSWORD = 'pässword & more=1';

/** What is asked and answered is the same on every database: one is enough. */
describe('questions to and answers of a provider that is asked by a form', () => {
  let stage: FormSignIn;
  let provider: TestFormProvider;
  let service: TestService;
  let signIn: FormSignIn['signIn'];
  let session: FormSignIn['session'];
  let get: FormSignIn['get'];

  beforeAll(async () => {
    stage = await startFormSignIn();
    ({ provider, service, signIn, session, get } = stage);
  });
  afterAll(() => stage[Symbol.asyncDispose]());
  beforeEach(() => stage.reset());

  it('takes a token of the provider instead of name and password', async () => {
    provider.answer = ({ form }, response) =>
      form['token'] === 'tk-1234567890' ? sendJson(response, { username: 'Tom' }) : void response.writeHead(401).end();
    expect((await session({ token: 'tk-1234567890', username: 'ignored', password: 'too' })).userName).toBe('Tom');
    expect(provider.asked[0]!.form).toEqual({ token: 'tk-1234567890' });
    expect((await signIn({ token: 'tk-wrong' })).status).toBe(401);
  });

  it('takes the name the provider answers, not the one that was typed', async () => {
    provider.answer = (_asked, response) => sendJson(response, { username: 'Nora' });
    expect((await session({ username: 'nora@example.org', password: PASSWORD })).userName).toBe('Nora');
  });

  it('takes name and password of the provider from GIS programs (Basic)', async () => {
    provider.answer = knows('Quentin', PASSWORD);
    const authorization = `Basic ${Buffer.from(`Quentin:${PASSWORD}`).toString('base64')}`;
    expect((await service.call('GET', '/users/me', { token: null, headers: { authorization } })).status).toBe(200);
  });

  it('a session that is renewed ends when it would have: the provider is asked again', async () => {
    provider.answer = knows('Renate', PASSWORD);
    const { token, expires } = await session({ username: 'Renate', password: PASSWORD });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const renewed = await service.call('POST', '/users/authenticate/refresh', { token });
    expect(((await renewed.json()) as { expires: number }).expires).toBe(expires);
    const local = await service.call('POST', '/users/authenticate/refresh');
    expect(((await local.json()) as { expires: number }).expires).toBeGreaterThan(expires);
  });

  it('never keeps the password, even when the provider repeats it', async () => {
    const secret = 'only-the-provider-knows-1';
    provider.answer = knows('Olga', secret, { password: secret, deep: [{ echo: secret }] });
    await session({ username: 'Olga', password: secret });
    expect(JSON.stringify(await get('/users/Olga/meta'))).not.toContain(secret);
    provider.answer = (_asked, response) => void response.writeHead(401).end();
    expect((await signIn({ username: 'Olga', password: secret })).status).toBe(401);
  });

  it('checks users of this service here, and never sends their passwords away', async () => {
    provider.answer = (_asked, response) => sendJson(response, { username: 'admin', roles: [] });
    await session(ADMIN);
    expect((await signIn({ ...ADMIN, password: 'wrong' })).status).toBe(401);
    expect((await signIn({ userName: 'ADMIN', password: 'wrong' })).status).toBe(401);
    expect(provider.asked).toEqual([]);
  });

  it.each(['admin ', 'аdmin', '../x', 'x'.repeat(300), '__proto__', 'jane.doe', 'roles'])(
    'A-7 refuses a name users cannot have here: %j',
    async (username) => {
      provider.answer = (_asked, response) => sendJson(response, { username });
      const answer = await signIn({ token: 'tk-name' });
      expect(answer.status).toBe(403);
      expect(((await answer.json()) as { error: string }).error).toMatch(
        /name you have at the provider cannot be used/,
      );
    },
  );

  describe('answers that cannot be used change nothing and are told as such', () => {
    const nested = '['.repeat(20_000) + ']'.repeat(20_000);
    it.each([
      ['no JSON', 'hello'],
      ['a list', '[]'],
      ['null', 'null'],
      ['no name for a token', '{}'],
      ['a name that is no text', '{"username": 7}'],
      ['roles that are no list', '{"username": "Zoe", "roles": "admin"}'],
      ['a role that is no name', '{"username": "Zoe", "roles": [" "]}'],
      ['a quota that is a text', '{"username": "Zoe", "maxStorageMB": "10"}'],
      ['a negative quota', '{"username": "Zoe", "maxStorageMB": -1}'],
      ['an endless quota', '{"username": "Zoe", "maxStorageMB": 1e300}'],
      ['NUL', '{"username": "Zoe", "x": "\\u0000"}'],
      ['half a surrogate pair', '{"username": "Zoe", "x": {"y": ["\\ud800"]}}'],
      ['half a surrogate pair in a name of a fact', '{"username": "Zoe", "\\udc00": 1}'],
      ['64 KiB and more', `{"username": "Zoe", "x": "${'x'.repeat(70_000)}"}`],
      ['lists in lists', `{"username": "Zoe", "x": ${nested}}`],
    ])('%s', async (_what, body) => {
      provider.answer = (_asked, response) => void response.writeHead(200).end(body);
      const answer = await signIn({ token: 'tk-odd' });
      const text = await answer.text();
      expect(answer.status, text).toBe(503);
      expect(text).toContain('The answer of the sign-in provider cannot be used');
      const users = (await get('/users')) as { userName: string }[];
      expect(users.map(({ userName }) => userName)).not.toContain('Zoe');
    });
  });

  it('follows no redirect with a password', async () => {
    provider.answer = (_asked, response) =>
      void response.writeHead(307, { location: `${provider.url}/elsewhere` }).end();
    expect((await signIn({ username: 'Rosa', password: PASSWORD })).status).toBe(401);
    expect(provider.asked).toHaveLength(1);
  });

  it.each([
    ['fails', 503, '7'],
    ['is asked too often', 429, '30'],
    ['breaks', 500, '10'],
  ])('tells when the provider %s', async (_what, status, seconds) => {
    const headers = status === 500 ? {} : { 'retry-after': seconds };
    provider.answer = (_asked, response) => void response.writeHead(status, headers).end('inner details');
    const answer = await signIn({ username: 'Rita', password: PASSWORD });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, seconds]);
    expect(await answer.text()).toMatch(/^\{"error":"The sign-in provider does not answer\. [^"]*"\}$/);
  });

  it('tells when the provider hangs up, and a user of this service still gets in', async () => {
    provider.answer = (_asked, response) => void response.socket?.destroy();
    const answer = await signIn({ username: 'Rita', password: PASSWORD });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10']);
    await session(ADMIN);
  });

  it('a provider that is away locks nobody out', async () => {
    provider.answer = (_asked, response) => void response.writeHead(500).end();
    for (let i = 0; i < 8; i += 1) expect((await signIn({ username: 'Rita', password: PASSWORD })).status).toBe(503);
    provider.answer = knows('Rita', PASSWORD);
    await session({ username: 'Rita', password: PASSWORD });
  });

  it('A-9 tells that users are managed elsewhere, and refuses to manage them here', async () => {
    const features = await get('/sys/features');
    expect(features).toMatchObject({ userManagement: false, signIn: { openId: null, password: true } });
    provider.answer = knows('Vera', PASSWORD);
    const { token } = await session({ username: 'Vera', password: PASSWORD });
    const calls: [string, string, object, string][] = [
      ['POST', '/users', { userName: 'newcomer', password: 'secret123' }, service.token],
      ['PUT', '/users/Vera', { email: 'vera@example.org' }, service.token],
      ['PUT', '/users/Vera', { roles: ['admin'] }, service.token],
      ['PUT', '/users/Vera/changepwd', { newPassword: 'secret123' }, service.token],
      ['POST', '/users/changepwd', { oldPassword: PASSWORD, newPassword: 'secret1234' }, token],
      ['POST', '/users/Vera/meta', { roles: ['admin'] }, service.token],
    ];
    for (const [method, path, json, caller] of calls) {
      const answer = await service.call(method, path, { json, token: caller });
      expect(answer.status, `${method} ${path} ${JSON.stringify(json)}`).toBe(403);
      expect(((await answer.json()) as { error: string }).error).toMatch(/sign-in provider/);
    }
    const unchanged = await service.call('PUT', '/users/Vera', { json: { email: '', roles: ['deactivated'] } });
    expect(unchanged.status).toBe(200);
    expect((await get('/users')) as object[]).toContainEqual(
      expect.objectContaining({ userName: 'Vera', email: '', roles: ['deactivated'] }),
    );
  });
});
