import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VALIDATION } from '../../src/http/lazy-validators.ts';
import { form, startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

describe('conventions of every route', () => {
  it('declares an access rule, a tag and a summary on every route', () => {
    expect(service.app.routes.length).toBeGreaterThan(20);
    for (const { path, access, tag, summary, response } of service.app.routes) {
      expect({ path, access, tag, summary, answers: Object.keys(response).length > 0 }).toMatchObject({
        access: expect.stringMatching(
          /^(anonymous|signed-in|admin|monitor|(organization|dataset):(read|write|delete|manage))$/,
        ) as string,
        tag: expect.stringMatching(/\S/) as string,
        summary: expect.stringMatching(/\S/) as string,
        answers: true,
      });
    }
  });

  it('validates the input of every route by a schema that is one', () => {
    const ajv = new Ajv({ ...VALIDATION.customOptions, validateSchema: true });
    addFormats.default(ajv);
    const schemas = service.app.routes.flatMap(({ path, params, query, body }) =>
      [params, query, body].filter((schema) => schema !== undefined).map((schema) => ({ path, schema })),
    );
    expect(schemas.length).toBeGreaterThan(20);
    for (const { path, schema } of schemas) expect(() => ajv.compile(schema), path).not.toThrow();
  });

  it('shows every route in the OpenAPI document, and the explorer reads it', async () => {
    const document = (await (await service.call('GET', '/swagger/v1/swagger.json', { token: null })).json()) as {
      openapi: string;
      paths: Record<string, Record<string, unknown>>;
    };
    expect(document.openapi).toBe('3.1.0');
    for (const { path, method, alias } of service.app.routes) {
      if (alias) continue;
      const shown = path.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{*}');
      expect(Object.keys(document.paths[shown] ?? {}), shown).toContain(method.toLowerCase());
    }
    const explorer = await service.call('GET', '/scalar/v1', { token: null });
    expect(explorer.status).toBe(200);
    expect(await explorer.text()).toContain('/swagger/v1/swagger.json');
  });

  it('describes every parameter and every tag in the OpenAPI document', async () => {
    const document = (await (await service.call('GET', '/swagger/v1/swagger.json', { token: null })).json()) as {
      tags: { name: string; description: string }[];
      paths: Record<string, Record<string, { parameters?: { name: string; description?: string }[] }>>;
    };
    const parameters = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        (operation.parameters ?? []).map(({ name, description }) => ({
          where: `${method} ${path} ${name}`,
          description,
        })),
      ),
    );
    expect(parameters.length).toBeGreaterThan(50);
    expect(parameters.filter(({ description }) => !description?.trim()).map(({ where }) => where)).toEqual([]);
    const tags = new Set(service.app.routes.map(({ tag }) => tag));
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...tags].sort());
    for (const { description } of document.tags) expect(description).toMatch(/\S/);
  });

  it('shows input as callers see it: uploads with bodies and headers, defaults as what may be left out', async () => {
    interface Operation {
      requestBody?: { required: boolean; content: Record<string, { schema: Record<string, unknown> }> };
      parameters: { in: string; name: string; required: boolean }[];
    }
    const { paths } = (await (await service.call('GET', '/swagger/v1/swagger.json', { token: null })).json()) as {
      paths: Record<string, Record<string, Operation>>;
    };
    const dataset = '/orgs/{orgSlug}/ds/{dsSlug}';
    const shown = (method: string, path: string) => {
      const { requestBody, parameters } = paths[`${dataset}/${path}`]![method]!;
      const sent = parameters
        .filter((one) => one.in === 'header')
        .map(({ name, required }) => `${name}${required ? '' : '?'}`);
      return { headers: sent.join(' '), ...requestBody };
    };
    expect(shown('post', 'obj')).toMatchObject({
      headers: 'If-Match? If-None-Match? Content-Digest? X-Content-SHA256?',
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            required: ['path'],
            properties: { path: { type: 'string' }, file: { format: 'binary' }, sha256: { type: 'string' } },
          },
        },
      },
    });
    const pieces = { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } };
    expect(shown('post', 'uploads')).toMatchObject({
      headers: 'Tus-Resumable Upload-Checksum? Upload-Length Upload-Metadata If-Match? If-None-Match?',
      required: false,
      content: pieces,
    });
    expect(shown('patch', 'uploads/{id}')).toMatchObject({
      headers: 'Tus-Resumable Upload-Checksum? Upload-Offset',
      required: true,
      content: pieces,
    });
    expect(shown('post', 'obj/copy').content!['application/json']!.schema['required']).toEqual(['source', 'dest']);
    expect(shown('post', 'meta/dump').required).toBe(false);
    const json = JSON.stringify(paths);
    expect(json).not.toContain('x-body-optional');
    // Whatever the route: nothing that has a default is required.
    const check = (value: unknown, where: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { required, properties } = value as {
        required?: unknown;
        properties?: Record<string, { default?: unknown }>;
      };
      const asked = Array.isArray(required) ? (required as string[]) : [];
      expect(
        asked.filter((name) => properties?.[name]?.default !== undefined),
        where,
      ).toEqual([]);
      for (const [key, inner] of Object.entries(value)) check(inner, `${where}/${key}`);
    };
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { requestBody, parameters = [] }] of Object.entries(methods)) {
        check(requestBody, `${method} ${path}`);
        const defaults = parameters.filter(
          (one) => (one as { schema?: { default?: unknown } }).schema?.default !== undefined,
        );
        expect(
          defaults.filter(({ required }) => required),
          `${method} ${path}`,
        ).toEqual([]);
      }
  });

  it('answers an unknown path with a JSON 404, whatever the method', async () => {
    for (const [method, path] of [
      ['GET', '/orgs/x/nothing/here'],
      ['POST', '/nothing'],
      ['GET', '/sys/none'],
      ['DELETE', '/'],
    ] as const) {
      const answer = await service.call(method, path);
      expect([method, path, answer.status]).toEqual([method, path, 404]);
      expect(await answer.json()).toEqual({ error: expect.stringContaining('nothing at') as string });
    }
  });

  it('B-8 answers addresses and hosts that cannot be read with 400', async () => {
    const bad = await service.call('GET', '/orgs/%zz');
    expect([bad.status, Object.keys((await bad.json()) as object)]).toEqual([400, ['error']]);
    await service.call('POST', '/orgs/admin/ds', { json: { slug: 'hosted' } });
    const { hostname, port } = new URL(service.url);
    for (const host of ['a b[:', ':']) {
      const path = '/orgs/admin/ds/hosted';
      const headers = { host, authorization: `Bearer ${service.token}` };
      const [answer] = (await once(request({ hostname, port, path, headers }).end(), 'response')) as [IncomingMessage];
      answer.resume();
      expect([host, answer.statusCode]).toEqual([host, 400]);
    }
  });

  it('matches literal segments in any letter case and ignores a trailing slash', async () => {
    for (const path of ['/Orgs/admin', '/orgs/admin/', '/ORGS/admin/DS', '/Users/ME']) {
      expect([path, (await service.call('GET', path)).status]).toEqual([path, 200]);
    }
  });

  it('takes every body as JSON, urlencoded and multipart, names in any letter case', async () => {
    const { userName, password } = { userName: 'admin', password: 'secret123' };
    const bodies: RequestInit[] = [
      { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ userName, password }) },
      {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ USERNAME: userName, Password: password }),
      },
      {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ username: userName, password }).toString(),
      },
      { body: form({ UserName: userName, PASSWORD: password }) },
    ];
    for (const body of bodies) {
      const answer = await fetch(`${service.url}/users/authenticate`, { method: 'POST', ...body });
      expect(answer.status).toBe(200);
    }
  });

  it('ignores bodies where none is wanted and names what is missing where one is', async () => {
    expect((await service.call('POST', '/users/authenticate/refresh', { json: {} })).status).toBe(200);
    expect((await service.call('POST', '/users/authenticate/refresh')).status).toBe(200);
    const missing = await service.call('POST', '/orgs', { json: { name: 'No slug' } });
    expect(missing.status).toBe(400);
    expect(await missing.json()).toEqual({ error: 'The slug field is required.' });
    const nonsense = await service.call('POST', '/orgs', {
      headers: { 'content-type': 'application/json' },
      body: '{"slug":',
    });
    expect([nonsense.status, await nonsense.json()]).toEqual([400, { error: 'The body is not valid JSON.' }]);
    const xml = await service.call('POST', '/orgs', { headers: { 'content-type': 'text/xml' }, body: '<a/>' });
    expect(xml.status).toBe(415);
  });

  it('C-5 J-1 does not let a field name reach a prototype', async () => {
    const answer = await service.call('POST', '/orgs', {
      headers: { 'content-type': 'application/json' },
      body: '{"slug":"protoless","__proto__":{"isPublic":true},"constructor":{"x":1}}',
    });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ isPublic: false });
    expect(({} as { isPublic?: boolean }).isPublic).toBeUndefined();
  });

  it('J-1 reads a form that repeats one name in time proportional to its size', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const started = Date.now();
    const answer = await service.call('POST', '/orgs', { headers, body: 'a=1&'.repeat(99_000) });
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'The slug field is required.' }]);
    // Some 0.1 s; with a copy for each value, 20,000 of them took 3.5 s and this many a minute and a half.
    expect(Date.now() - started).toBeLessThan(20_000);
    const more = await service.call('POST', '/orgs', { headers, body: 'a=1&'.repeat(101_000) });
    expect([more.status, await more.json()]).toEqual([413, { error: 'A form may have 100000 fields.' }]);
  });

  it('J-1 takes no large body from anonymous callers', async () => {
    for (const [type, body] of [
      ['application/json', JSON.stringify({ userName: 'x'.repeat(70_000) })],
      ['application/x-www-form-urlencoded', `userName=${'x'.repeat(70_000)}`],
      [
        'multipart/form-data; boundary=b',
        `--b\r\ncontent-disposition: form-data; name="userName"\r\n\r\n${'x'.repeat(70_000)}\r\n--b--\r\n`,
      ],
    ] as const) {
      const answer = await service.call('POST', '/users/authenticate', {
        token: null,
        headers: { 'content-type': type },
        body,
      });
      expect([type, answer.status]).toEqual([type, 413]);
    }
  });

  it('sends the security headers, a request id and CORS without credentials', async () => {
    const { headers } = await service.call('GET', '/version', { headers: { origin: 'https://elsewhere.example' } });
    const exposed = headers.get('access-control-expose-headers')!.split(', ');
    expect(exposed).toEqual(expect.arrayContaining(['ETag', 'Link', 'Location', 'Content-Range', 'Upload-Offset']));
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-security-policy': expect.stringContaining("default-src 'self'") as string,
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      'access-control-allow-origin': '*',
    });
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('compresses texts, not pictures or ranges', async () => {
    const text = await service.call('GET', '/swagger/v1/swagger.json', { headers: { 'accept-encoding': 'gzip' } });
    expect(text.headers.get('content-encoding')).toBe('gzip');
  });

  it('tells the version and the features without a credential', async () => {
    expect(await (await service.call('GET', '/version', { token: null })).text()).toMatch(/^\d+\.\d+\.\d+$/);
    const features = (await (await service.call('GET', '/sys/features', { token: null })).json()) as Record<
      string,
      unknown
    >;
    expect(features).toMatchObject({ passwordPolicy: { minLength: 8, requireDigit: true }, hubOptions: null });
    expect(features['taskStates']).toContainEqual({
      state: 'Failed',
      isTerminal: true,
      value: 'Failed',
      terminal: true,
    });
  });
});
