import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDataset, createLink, createPerson } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';
import { addressOf } from '../support/stand-in-routes.ts';

let service: TestService;
let stranger: string;

beforeAll(async () => {
  service = await startService();
  await createDataset(service, 'admin/private', 0, ['a.txt', 'b.txt']);
  stranger = (await createPerson(service, 'stranger')).token;
});
afterAll(() => service[Symbol.asyncDispose]());

/** Asks for exactly this address: clients of the web tidy it up first. */
async function ask(path: string, token: string | null, method = 'GET'): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(service.url);
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  const [answer] = (await once(request({ hostname, port, path, method, headers, agent: false }).end(), 'response')) as [
    IncomingMessage,
  ];
  let body = '';
  for await (const chunk of answer as AsyncIterable<Buffer>) body += chunk.toString();
  return { status: answer.statusCode!, body };
}

/** Other ways to write an address. */
function spellings(path: string): string[] {
  const last = path.lastIndexOf('/');
  const [head, tail] = [path.slice(0, last), path.slice(last + 1)];
  const first = path.slice(1).split('/')[0]!;
  return [
    path.toUpperCase(),
    `${path}/`,
    path.replace(first, first.toUpperCase()),
    path.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    ...[
      '%2F',
      '%2f',
      '%252F',
      '//',
      '/./',
      '/%2e/',
      '/x/../',
      '/x/%2e%2e/',
      '\\',
      '%5C',
      ';/',
      '/;/',
      '%00/',
      '/%20',
    ].flatMap((separator) => [`${head}${separator}${tail}`, `/${first}${separator}${path.slice(first.length + 2)}`]),
    ...['.', '%2e', '..', ';', ';a=b', '%20', '%00', '#x', '/.', '/..;/', '.json', '%3f', '?/'].map(
      (end) => path + end,
    ),
    `/${path}`,
    `/.${path}`,
    `http://localhost${path}`,
  ];
}

const GUARDED = [
  '/orgs/admin/ds/private/ex',
  '/orgs/admin/ds/private/list',
  '/orgs/admin/ds/private/download/a.txt',
  '/orgs/admin',
  '/users',
  '/users/admin/tokens',
  '/sys/audit',
];

it('B-8 guards an address however it is written', async () => {
  for (const clean of GUARDED) {
    for (const path of spellings(clean)) {
      for (const token of [null, stranger]) {
        const { status, body } = await ask(path, token);
        expect([400, 401, 403, 404], `${path} answered ${status}`).toContain(status);
        expect(body).toMatch(/^\{"error":/);
      }
    }
  }
});

it('B-8 gives the same verdict where another spelling means the same', async () => {
  for (const clean of GUARDED) {
    const first = clean.slice(1).split('/')[0]!;
    for (const same of [`${clean}/`, clean.replace(first, first.toUpperCase()), clean.replace('a', '%61')]) {
      for (const token of [null, stranger, service.token]) {
        const [expected, given] = [await ask(clean, token), await ask(same, token)];
        expect([same, given.status]).toEqual([same, expected.status]);
      }
    }
  }
});

it('B-8 keeps a link for a file at it however the path is written', async () => {
  const { token } = await createLink(service, 'admin/private', { path: 'a.txt' });
  const download = '/orgs/admin/ds/private/download';
  expect((await ask(`${download}/a.txt`, token)).body).toBe('text of a.txt');
  expect((await ask(`${download}/%61.txt`, token)).body).toBe('text of a.txt');
  for (const path of [
    ...[
      'b.txt',
      'a.txt/../b.txt',
      'a.txt%2f..%2fb.txt',
      './b.txt',
      'a.txt%00/b.txt',
      'a.txt/%2e%2e/b.txt',
      'A.TXT',
    ].map((name) => `${download}/${name}`),
    ...[
      'b.txt',
      'a.txt/../b.txt',
      'a.txt&path=b.txt',
      'b.txt&PATH=a.txt',
      'a.txt%00',
      'a.txt//',
      '../private/b.txt',
    ].map((name) => `${download}?path=${name}`),
    `${download}?PATH=b.txt`,
    `${download}?path[]=a.txt&path[]=b.txt`,
  ]) {
    const { status, body } = await ask(path, token);
    expect([400, 403, 404], `${path} answered ${status}`).toContain(status);
    expect(body).not.toContain('text of b.txt');
  }
});

it('B-8 does not take a name in an address for a part of what it remembers', async () => {
  const claims = JSON.parse(Buffer.from(service.token.split('.')[1]!, 'base64url').toString()) as Record<
    string,
    string
  >;
  const id = claims['unique_name']!;
  expect((await ask('/orgs/admin/ds/private/ex', service.token)).status).toBe(200);
  for (const separator of ['/', '%2F', '%00', '%20', ':', ',', '|']) {
    for (const parts of [[id, 'true', ''], [id, 'true'], [id]]) {
      const name = ['private', ...parts].join(separator);
      for (const token of [null, stranger]) {
        const { status } = await ask(`/orgs/admin/ds/${name.replaceAll('/', '%2F')}/ex`, token);
        expect([400, 401, 404], `${name} answered ${status}`).toContain(status);
      }
    }
  }
});

it('B-6 answers alike for what is private and what does not exist, on every route', async () => {
  const link = await createLink(service, 'admin/private', { path: 'a.txt' });
  await createDataset(service, 'admin/elsewhere', 0);
  const other = await createLink(service, 'admin/elsewhere');
  const routes = service.app.routes.filter(({ access }) => access.includes(':'));
  expect(routes.length).toBeGreaterThan(20);
  for (const { method, path, access } of routes) {
    const places = access.startsWith('dataset:')
      ? [
          ['admin', 'private'],
          ['admin', 'missing'],
          ['missing', 'private'],
        ]
      : [
          ['admin', 'new'],
          ['missing', 'new'],
        ];
    for (const [who, token] of [
      ['nobody', null],
      ['a stranger', stranger],
      ['a link for something else', other.token],
    ] as const) {
      const answers = [];
      for (const [orgSlug, dsSlug] of places) {
        const address = addressOf(path, { orgSlug: orgSlug!, dsSlug: dsSlug!, '*': 'a.txt' });
        answers.push(await ask(`${address}?path=a.txt`, token, method));
      }
      expect([401, 403, 404], `${method} ${path} as ${who}`).toContain(answers[0]!.status);
      for (const answer of answers) expect([method, path, who, answer]).toEqual([method, path, who, answers[0]]);
    }
  }
  // A link for one file tells nothing of the other files of its dataset either.
  const [there, missing] = [
    await ask('/orgs/admin/ds/private/obj?path=b.txt', link.token),
    await ask('/orgs/admin/ds/private/obj?path=none', link.token),
  ];
  expect(there).toEqual(missing);
});
