import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testClient } from '../support/client.ts';
import { standInServer, type StandInAnswer } from '../support/stand-in-server.ts';

const BYTES = 'taken over';
const hash = createHash('sha256').update(BYTES).digest('hex');
const fileEntry = (path: string) => ({ path, hash, type: 2, size: BYTES.length, mtime: 1, buildStatus: null });

/** A server whose dataset holds files of any names. */
const holding = (...paths: string[]) =>
  standInServer((_request, { pathname }): StandInAnswer | undefined => {
    if (pathname.endsWith('/search') || pathname.endsWith('/list')) return { body: paths.map(fileEntry) };
    if (pathname.endsWith('/download')) return { body: BYTES };
    return undefined;
  });

it.each([
  '../outside.txt',
  '/etc/outside.txt',
  'a/../../outside.txt',
  'a/./b',
  'C:\\outside.txt',
  'C:outside.txt',
  '..\\outside.txt',
  'a//b',
  'line\nbreak',
  '',
])('writes nothing when a server names a file %j', async (name) => {
  await using server = await holding('good.txt', name);
  await using client = await testClient({ ALIDADE_SERVER: server.url });
  const ended = await client.run(['get', 'org/data:/', 'here']);
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain('cannot be written here');
  expect(await readdir(client.cwd)).toEqual([]);
});

it('follows no symbolic link below the folder that it writes into', async () => {
  await using server = await holding('sub/file.txt', 'linked.txt');
  await using client = await testClient({ ALIDADE_SERVER: server.url });
  const outside = join(client.home, 'outside');
  await mkdir(outside);
  await writeFile(join(outside, 'precious.txt'), 'precious');
  await mkdir(join(client.cwd, 'here'));
  await symlink(outside, join(client.cwd, 'here/sub'));
  await symlink(join(outside, 'precious.txt'), join(client.cwd, 'here/linked.txt'));
  const ended = await client.run(['get', 'org/data:/', 'here', '--overwrite']);
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain('symbolic link');
  expect(await readdir(outside)).toEqual(['precious.txt']);
  expect(await readFile(join(outside, 'precious.txt'), 'utf8')).toBe('precious');
});

it('keeps what a server sends from being a command of the terminal', async () => {
  const name = 'a\u001b]0;owned\u0007\u009b31m\u202egpj.txt';
  await using server = await standInServer((_request, { pathname }) =>
    pathname.endsWith('/list')
      ? { body: [fileEntry(name)] }
      : { status: 403, body: { error: `no\u001b[2J\r\n${name}` } },
  );
  await using client = await testClient({ ALIDADE_SERVER: server.url });
  const listed = await client.run(['ls', '-l', 'org/data']);
  expect(listed.stdout).toContain('a\\u{1b}]0;owned\\u{7}\\u{9b}31m\\u{202e}gpj.txt');
  const asJson = await client.run(['ls', 'org/data', '--json']);
  expect(asJson.json()).toMatchObject([{ path: name }]);
  const refused = await client.run(['orgs']);
  expect(refused.code).toBe(3);
  for (const { stdout, stderr } of [listed, asJson, refused])
    expect(`${stdout}${stderr}`.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
});

it('takes no other bytes than those that were announced, and no more of them', async () => {
  let sent = 'other bytes';
  await using server = await standInServer((_request, { pathname }) => {
    if (pathname.endsWith('/obj')) return { body: fileEntry('file.txt') };
    return pathname.endsWith('/download') ? { body: sent } : undefined;
  });
  await using client = await testClient({ ALIDADE_SERVER: server.url });
  expect((await client.run(['get', 'org/data:file.txt'])).stderr).toContain('more of file.txt than it said');
  sent = 'taken oveR';
  expect((await client.run(['get', 'org/data:file.txt'])).stderr).toContain('other bytes');
  expect((await readdir(client.cwd)).filter((name) => !name.endsWith('.part'))).toEqual([]);
});

it('explains a server that is none, one that is away, and one that sends its callers on', async () => {
  await using page = await standInServer(() => ({ headers: { 'content-type': 'text/html' }, body: '<html></html>' }));
  await using away = await standInServer(() => ({ status: 302, headers: { location: 'https://else.example/' } }));
  const closed = await standInServer(() => undefined);
  await closed[Symbol.asyncDispose]();
  await using client = await testClient();
  const ask = (url: string) => client.run(['orgs'], { env: { ALIDADE_SERVER: url, ALIDADE_TOKEN: 'ald_x' } });
  expect(await ask(page.url)).toMatchObject({ code: 1, stderr: expect.stringContaining('Is it an Alidade server?') });
  expect(await ask(away.url)).toMatchObject({ code: 1, stderr: expect.stringContaining('https://else.example/') });
  expect(await ask(closed.url)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('connection refused'),
  });
  expect(await ask('ftp://x')).toMatchObject({ code: 2 });
  expect(await ask('https://user:secret@x')).toMatchObject({ code: 2, stderr: expect.not.stringContaining('secret') });
});

it.each([429, 503])('waits for a server that is busy for a moment (%i), and asks again', async (status) => {
  let answers = 0;
  await using server = await standInServer(() =>
    ++answers < 3 ? { status, headers: { 'retry-after': '1' }, body: { error: 'busy' } } : { body: [] },
  );
  await using client = await testClient({ ALIDADE_SERVER: server.url });
  expect(await client.run(['orgs'])).toMatchObject({ code: 0 });
  expect(server.asked).toHaveLength(3);
});

it('asks again for a list that broke off on its way', async () => {
  const path = 'file.txt';
  let whole = false;
  await using server = await standInServer((_request, { pathname }) => {
    if (pathname.endsWith('/stamp') && !whole) {
      whole = true;
      return { headers: { 'content-length': '1000', connection: 'close' }, body: '{"checksum":"' };
    }
    if (pathname.endsWith('/stamp')) return { body: { checksum: '', entries: [{ [path]: hash }], meta: [] } };
    if (pathname.endsWith('/obj')) return { body: fileEntry(path) };
    return pathname.endsWith('/download') ? { body: BYTES } : undefined;
  });
  await using client = await testClient({ ALIDADE_SERVER: server.url });
  expect(await client.run(['clone', 'org/data', 'copy'])).toMatchObject({ code: 0 });
  expect(await readFile(join(client.cwd, 'copy', path), 'utf8')).toBe(BYTES);
});

it.each([
  [
    'answers with another part',
    { status: 206, headers: { 'content-range': 'bytes 4-13/10' }, body: BYTES },
    /another part/,
  ],
  ['wants a new sign-in', { status: 401, body: { error: 'Unauthorized' } }, /needs a sign-in/],
  ['sends its callers on', { status: 307, headers: { location: 'https://else.example/' } }, /else\.example/],
] as const)(
  'ends a download with words, and nothing under its name, when a server %s',
  async (_what, answer, words) => {
    await using server = await standInServer((_request, { pathname }) =>
      pathname.endsWith('/obj') ? { body: fileEntry('file.txt') } : answer,
    );
    await using client = await testClient({ ALIDADE_SERVER: server.url, ALIDADE_TOKEN: 'ald_x' });
    const ended = await client.run(['get', 'org/data:file.txt']);
    expect(ended.code).not.toBe(0);
    expect(ended.stderr).toMatch(words);
    expect(await readdir(client.cwd)).not.toContain('file.txt');
  },
);

it('gives credentials to no other host that it is sent to, by a list, a download or an upload', async () => {
  const seen: (string | undefined)[] = [];
  await using thief = await standInServer((request) => {
    seen.push(request.headers.authorization);
    return undefined;
  });
  await using server = await standInServer((request, { pathname }) =>
    pathname.endsWith('/obj') && request.method === 'GET'
      ? { body: fileEntry('file.txt') }
      : { status: 307, headers: { location: `${thief.url}${request.url}` } },
  );
  await using client = await testClient({ ALIDADE_SERVER: server.url, ALIDADE_TOKEN: 'ald_x' });
  await writeFile(join(client.cwd, 'mine.txt'), 'mine');
  for (const words of [
    ['ls', 'org/data'],
    ['get', 'org/data:file.txt'],
    ['put', '--overwrite', 'mine.txt', 'org/data:file.txt'],
  ]) {
    const ended = await client.run(words);
    expect(ended.code, words.join(' ')).not.toBe(0);
    expect(ended.stderr).toContain('credentials do not go along');
  }
  expect(seen).toEqual([]);
});

it('says that there are changes to pull when the dataset was changed behind the begin of a push', async () => {
  let begins = 0;
  await using server = await standInServer((_request, { pathname }): StandInAnswer | undefined => {
    if (pathname.endsWith('/push/init')) {
      begins += 1;
      const needed =
        begins === 1 ? { neededFiles: ['note.txt'], neededMeta: [] } : { neededFiles: null, neededMeta: null };
      return { body: { ...needed, pullRequired: begins > 1, token: begins > 1 ? null : 'token' } };
    }
    if (pathname.endsWith('/push/commit')) return { status: 400, body: { error: 'The dataset is another one now.' } };
    return pathname.endsWith('/stamp') ? { body: { checksum: '', entries: [], meta: [] } } : { body: {} };
  });
  await using client = await testClient({ ALIDADE_SERVER: server.url });
  await writeFile(join(client.cwd, 'note.txt'), BYTES);
  await client.prepare(['init']);
  const { code, stderr } = await client.run(['push', 'org/data']);
  expect({ code, begins }).toEqual({ code: 5, begins: 2 });
  expect(stderr).toContain('alidade pull');
});

it('follows no list without end', async () => {
  const paths = Array.from({ length: 65 }, (_, index) => `${index}.txt`);
  await using server = await standInServer((_request, { pathname, searchParams }) => {
    if (pathname.endsWith('/stamp'))
      return { body: { checksum: '', entries: paths.map((path) => ({ [path]: hash })), meta: [] } };
    const after = Number(searchParams.get('after') ?? 0) + 1;
    const page = Array.from({ length: 50 }, (_, index) => `other ${after} ${index}.txt`);
    const headers = { link: `<${pathname}?after=${after}>; rel="next"` };
    if (pathname.endsWith('/search')) return { headers, body: page.map(fileEntry) };
    if (pathname.includes('/share/info/'))
      return { headers, body: { status: 0, tag: 'org/data', entries: page.map((path) => ({ path, hash })) } };
    if (pathname.endsWith('/share/init')) return { body: { token: 'token' } };
    if (pathname.includes('/share/upload/')) return { body: { hash } };
    return pathname.includes('/share/commit/') ? { body: { url: '/r/org/data', tag: 'org/data' } } : undefined;
  });
  await using client = await testClient({ ALIDADE_SERVER: server.url });
  const cloned = await client.run(['clone', 'org/data', 'copy']);
  expect(cloned).toMatchObject({ code: 1, stderr: expect.stringContaining('without end') });
  await writeFile(join(client.cwd, 'mine.txt'), BYTES);
  expect(await client.run(['share', '--public', 'mine.txt'])).toMatchObject({ code: 0 });
  expect(server.asked.length).toBeLessThan(300);
});

/** Pages of a list, told by what each is asked behind. */
const listing = (page: (after: string | null) => { readonly paths: readonly string[]; readonly next: string }) =>
  standInServer((_request, { pathname, searchParams }) => {
    if (!/\/(list|search)$/.test(pathname)) return undefined;
    const { paths, next } = page(searchParams.get('after'));
    return { body: paths.map(fileEntry), headers: { link: `<?after=${next}>; rel="next"` } };
  });

it.each([
  ['stands', () => ({ paths: ['a.txt'], next: 'a.txt' })],
  ['goes round', (after: string | null) => (after === 'b' ? { paths: ['a'], next: 'a' } : { paths: ['b'], next: 'b' })],
  ['brings nothing', (after: string | null) => ({ paths: [], next: `${after ?? ''}a` })],
])('ends where a list %s', async (_name, page) => {
  await using server = await listing(page);
  await using client = await testClient({ ALIDADE_SERVER: server.url });
  for (const words of [
    ['ls', '-r', 'org/data'],
    ['get', 'org/data:/', 'here'],
  ]) {
    const before = server.asked.length;
    const ended = await client.run(words);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('lists entries without end');
    expect(server.asked.length - before).toBeLessThan(4);
  }
  expect(await readdir(client.cwd)).toEqual([]);
});

it('tells of waits before something is tried again, beside what it prints', async () => {
  let times = 0;
  await using server = await standInServer((_request, { pathname }): StandInAnswer | undefined => {
    if (pathname.endsWith('/search')) return { body: [fileEntry('data.txt')] };
    times += 1;
    if (times % 3 === 1) return { status: 503, body: { error: 'Starting' } };
    return { body: times % 3 === 2 ? BYTES.slice(0, 4) : BYTES };
  });
  await using client = await testClient({ ALIDADE_SERVER: server.url });
  const told = new RegExp(
    `^${server.url}/ waits 0\\.\\d+ s, then tries again \\(2 of 7\\): Starting\n` +
      'data\\.txt waits 0\\.\\d+ s, then tries again \\(2 of 8\\): .* cannot be reached: the answer ended too early',
  );
  const plain = await client.run(['get', 'org/data:/', 'plain']);
  expect(plain).toMatchObject({ code: 0, stdout: 'data.txt\n', stderr: expect.stringMatching(told) as string });
  const json = await client.run(['--json', 'get', 'org/data:/', 'json']);
  expect(json.stderr).toMatch(told);
  expect(json.json()).toEqual([{ status: 'downloaded', path: 'data.txt', size: BYTES.length, hash }]);
  const quiet = await client.run(['-q', 'get', 'org/data:/', 'quiet']);
  expect(quiet).toMatchObject({ code: 0, stderr: '' });
});
