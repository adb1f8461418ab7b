import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ALL_PERMISSIONS, type AccessControl } from '../../src/access/index.ts';
import { createServer, type Route } from '../../src/http/index.ts';
import { loadSettings } from '../../src/settings/index.ts';
import { createDataset, createLink, createToken } from '../support/people.ts';
import { startProcess } from '../support/process.ts';
import { ADMIN, startService, type TestService } from '../support/service.ts';
import { addressOf, withHandler } from '../support/stand-in-routes.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const ELSEWHERE = 'https://evil.example';

it('J-7 refuses, on every route that changes something, what another site asks for with the cookie', async () => {
  const server = await standIn(service.app.routes, service.app.access, { handle: () => Promise.resolve('passed') });
  const cookie = `jwtToken=${service.token}`;
  const changing = service.app.routes.filter(({ method }) => method !== 'GET');
  expect(changing.length).toBeGreaterThan(20);
  for (const { method, path } of changing) {
    const url = addressOf(path, { orgSlug: 'admin', dsSlug: 'none' });
    const from = (headers: Record<string, string>) => server.inject({ method, url, headers: { cookie, ...headers } });
    for (const headers of [{ origin: ELSEWHERE }, { 'sec-fetch-site': 'cross-site' }, { origin: 'null' }]) {
      const { statusCode, body } = await from(headers);
      expect([method, path, statusCode, body]).toEqual([
        method,
        path,
        403,
        expect.stringContaining('another web site'),
      ]);
    }
    expect([method, path, (await from({})).body]).not.toContain('another web site');
  }
  await server.close();
});

it('J-7 never lets a page of another site read with the visitor’s credentials', async () => {
  const strict = await standIn([], service.app.access, {
    environment: { ALLOWEDORIGINS: 'https://maps.example,https://other.example' },
  });
  for (const [server, origin, allowed] of [
    [service.app.server, ELSEWHERE, '*'],
    [strict, ELSEWHERE, undefined],
    [strict, 'https://maps.example', 'https://maps.example'],
    [strict, 'null', undefined],
  ] as const) {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const headers = {
        origin,
        cookie: `jwtToken=${service.token}`,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      };
      const answer = await server.inject({ method, url: '/version', headers });
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
      expect([origin, method, answer.headers['access-control-allow-origin']]).toEqual([origin, method, allowed]);
    }
  }
  await strict.close();
});

it('J-7 refuses a preflight that asks nothing in the form of all errors', async () => {
  for (const headers of [{}, { origin: ELSEWHERE }, { 'access-control-request-method': 'GET' }]) {
    const answer = await service.call('OPTIONS', '/orgs', { token: null, headers });
    expect([answer.status, await answer.json()]).toEqual([400, { error: expect.stringMatching(/^OPTIONS needs /) }]);
  }
});

it('J-7 lets no other site frame the pages of the service', async () => {
  for (const path of ['/', '/account', '/r/admin', '/scalar/v1', '/users/me', '/version', '/nothing']) {
    const { headers } = await service.call('GET', path);
    expect([path, headers.get('x-frame-options')]).toEqual([path, 'SAMEORIGIN']);
    expect([path, headers.get('content-security-policy')]).toEqual([
      path,
      expect.stringContaining("frame-ancestors 'self'"),
    ]);
  }
});

it('sets the cookie only for https where users reach the service by https', async () => {
  await using behindProxy = await startService({ EXTERNALURL: 'https://maps.example' });
  const signIn = async (at: TestService): Promise<string> =>
    (await at.call('POST', '/users/authenticate', { token: null, json: { ...ADMIN, cookie: true } })).headers.get(
      'set-cookie',
    )!;
  expect(await signIn(behindProxy)).toMatch(/; HttpOnly; Secure; SameSite=Strict$/);
  expect(await signIn(service)).not.toMatch(/Secure/);
});

it('describes in the OpenAPI document how each route takes credentials', async () => {
  type Operation = { security?: Record<string, unknown>[]; description: string };
  const document = (await (await service.call('GET', '/swagger/v1/swagger.json')).json()) as {
    components: { securitySchemes: Record<string, unknown> };
    paths: Record<string, Record<string, Operation>>;
  };
  expect(document.components.securitySchemes).toMatchObject({ query: { type: 'apiKey', in: 'query', name: 'token' } });
  const carriers = (method: string, path: string): string[] | undefined =>
    document.paths[path]![method]!.security?.flatMap((scheme) => Object.keys(scheme));
  const dataset = '/orgs/{orgSlug}/ds/{dsSlug}';
  expect(carriers('get', `${dataset}/download`)).toEqual(['bearer', 'basic', 'cookie', 'query']);
  expect(carriers('delete', `${dataset}/obj`)).toEqual(['bearer', 'basic', 'cookie']);
  expect(carriers('get', '/users/tokens')).toEqual(['bearer', 'basic', 'cookie']);
  expect(carriers('get', '/version')).toBeUndefined();
  expect(document.paths['/users/tokens']!['get']!.description).toContain('Closed to access tokens.');
});

const INSIDE = '/data/secret.db: select * from users where password_hash = hunter2';

it('J-8 answers every fault of ours alike, on every route, with an id that the log knows', async () => {
  const lines: string[] = [];
  const admin = {
    id: 'x',
    name: 'admin',
    roles: ['admin'],
    isAdmin: true,
    carrier: 'bearer',
    tokenExpires: undefined,
  } as const;
  const grant = {
    id: 'x',
    slug: 'x',
    visibility: 0,
    permissions: ALL_PERMISSIONS,
    organization: { id: 'x', slug: 'x' },
  };
  const sound: AccessControl = {
    authenticate: () => Promise.resolve(admin),
    organization: () => Promise.resolve(grant),
    dataset: () => Promise.resolve(grant),
    holds: () => Promise.resolve(true),
  };
  const broken = (): Promise<never> => Promise.reject(Object.assign(new Error(INSIDE), { code: '57P01' }));
  for (const [what, access] of [
    ['handler', sound],
    ['authenticate', { ...sound, authenticate: broken }],
    ['grants', { ...sound, organization: broken, dataset: broken }],
  ] as const) {
    const server = await standIn(service.app.routes, access, { handle: broken, lines });
    for (const { method, path, access: rule, errorForm } of service.app.routes) {
      if (what === 'grants' && !rule.includes(':')) continue;
      const answer = await server.inject({
        method,
        url: addressOf(path, { orgSlug: 'x', dsSlug: 'x', '*': 'x' }),
        headers: { authorization: 'Bearer x' },
      });
      const id = answer.headers['x-request-id'] as string;
      expect([what, method, path, answer.statusCode]).toEqual([what, method, path, 500]);
      expect(answer.body).toContain(id);
      // Services of OGC write it in a form of their own.
      const sign = expect.stringContaining(errorForm ? 'NoApplicableCode' : '{"error":') as string;
      expect([path, answer.body]).toEqual([path, sign]);
      expect(JSON.stringify([answer.body, answer.headers])).not.toMatch(/secret|select|hunter2|57P01|\.ts|at /);
      expect(lines.some((line) => line.includes(id) && line.includes('hunter2'))).toBe(true);
    }
    await server.close();
  }
});

it('J-9 writes no token, password or cookie to the log, whatever goes well or wrong', async () => {
  const lines: string[] = [];
  const secrets = { bearer: 'secret-in-bearer', cookie: 'secret-in-cookie', query: `ald_${'Q'.repeat(43)}` };
  for (const handle of [() => Promise.resolve('fine'), () => Promise.reject(new Error('broken'))]) {
    const server = await standIn(service.app.routes, service.app.access, { handle, lines });
    for (const path of ['/version', '/users/me', '/orgs/admin', '/nothing', '/orgs/%zz', '/']) {
      for (const headers of [
        { authorization: `Bearer ${secrets.bearer}` },
        { authorization: `Basic ${Buffer.from(`admin:${secrets.bearer}`).toString('base64')}` },
        { cookie: `jwtToken=${secrets.cookie}` },
        { referer: `http://localhost/r/a/b?token=${secrets.query}` },
      ]) {
        await server.inject({ method: 'GET', url: `${path}?token=${secrets.query}&TOKEN=${secrets.query}`, headers });
        await server.inject({ method: 'POST', url: `${path}?token=${secrets.query}`, headers, payload: '{' });
      }
    }
    await server.close();
  }
  expect(lines.length).toBeGreaterThan(70);
  expect(lines.some((line) => line.includes('"status":500'))).toBe(true);
  const basic = Buffer.from(`admin:${secrets.bearer}`).toString('base64');
  for (const secret of [...Object.values(secrets), basic]) expect(lines.join('')).not.toContain(secret);
});

it('J-9 writes none of them in a process that tells all it can', async () => {
  const started = await startService(); // Only for its folder and its end.
  await started.app.close();
  const process = await startProcess({
    ...started.environment,
    LOG_LEVEL: 'trace',
    DefaultAdmin__Password: ADMIN.password,
  });
  const post = (path: string, json: object, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(process.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(json),
    });
  const { token } = (await (await post('/users/authenticate', ADMIN)).json()) as { token: string };
  const authorization = `Bearer ${token}`;
  const made = (await (await post('/users/tokens', { name: 'logged' }, { authorization })).json()) as { token: string };
  await post('/users/authenticate', { userName: 'admin', password: 'wrong-password-1' });
  for (const path of ['/users/me', '/orgs/admin', '/orgs/none', '/users', '/r/admin/x', '/%zz', '/orgs/%00'])
    for (const headers of [{ authorization }, { cookie: `jwtToken=${token}` }, {}])
      await fetch(`${process.url}${path}?token=${made.token}`, { headers });
  await process.end('SIGTERM');
  await started[Symbol.asyncDispose]();
  expect(process.output()).toContain('"path":"/orgs/admin"');
  for (const secret of [token, made.token, ADMIN.password, 'wrong-password-1'])
    expect(process.output()).not.toContain(secret);
});

it('J-9 tells no other site an address with a token', async () => {
  await createDataset(service, 'admin/linked', 0, ['a.txt']);
  const { token, url } = await createLink(service, 'admin/linked');
  const personal = await createToken(service, { name: 'x' });
  for (const path of [
    url.slice(service.url.length),
    `/orgs/admin/ds/linked/list?token=${token}`,
    `/orgs/admin/ds/linked/download?path=a.txt&inline=1&Token=${token}`,
    `/nothing?token=${personal.token}`,
  ]) {
    const answer = await service.call('GET', path, { token: null });
    expect([path, answer.headers.get('referrer-policy')]).toEqual([path, 'no-referrer']);
  }
});

/** A server with the same guards as the service's, and handlers of the test's. */
function standIn(
  routes: readonly Route[],
  access: AccessControl,
  options: {
    readonly handle?: Route['handle'];
    readonly lines?: string[];
    readonly environment?: Readonly<Record<string, string>>;
  },
): Promise<FastifyInstance> {
  const { handle = () => Promise.resolve(''), lines = [], environment = {} } = options;
  return createServer({
    settings: loadSettings({ LOG_LEVEL: 'trace', ...environment }),
    access,
    routes: withHandler(routes, handle),
    version: '0',
    changed: () => undefined,
    logTo: { write: (line) => void lines.push(line) },
  });
}
