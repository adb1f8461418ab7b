import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, createDataset, createPerson, type Person } from '../support/people.ts';
import { form, startService, type TestService } from '../support/service.ts';
import { answerOf, beginShare, countersOf, endShare, sha256, shareOf, uploadInto } from '../support/share.ts';
import { storedFiles } from '../support/stored-files.ts';
import { EMBEDDED } from '../support/test-database.ts';

let service: TestService;
let ann: Person;
let ben: Person;

beforeAll(async () => {
  service = await startService({ DATABASE_URL: EMBEDDED, BUILDS__CONCURRENCY: '0' });
  [ann, ben] = [await createPerson(service, 'ann'), await createPerson(service, 'ben')];
  await service.call('POST', '/orgs', { json: { slug: 'team' } });
  await addMember(service, 'team', 'ann', 1);
  await addMember(service, 'team', 'ben', 1);
});
afterAll(() => service[Symbol.asyncDispose]());

const stampOf = async (dataset: string): Promise<unknown> =>
  (await answerOf(service.call('GET', `/orgs/${dataset.replace('/', '/ds/')}/stamp`)))[1];
const statusOf = async (path: string): Promise<number> => (await service.call('GET', path)).status;

describe('as existing clients ask', () => {
  it('the web page: no body and no type, the path before the file, the cookie alone', async () => {
    const cookie = { token: null, headers: { cookie: `jwtToken=${ann.token}` } };
    const [status, body] = await answerOf(service.call('POST', '/share/init', cookie));
    expect(status).toBe(200);
    const { token } = body as { token: string };
    expect(token).toMatch(/^[A-Za-z0-9]{32}$/);
    const parts = form({ path: 'IMG 1.txt', file: Buffer.from('one') });
    expect(await answerOf(service.call('POST', `/share/upload/${token}`, { ...cookie, body: parts }))).toEqual([
      200,
      { path: 'IMG 1.txt', hash: sha256('one'), size: 3 },
    ]);
    const [committed, { url, tag }] = (await answerOf(service.call('POST', `/share/commit/${token}`, cookie))) as [
      number,
      { url: string; tag: string },
    ];
    expect([committed, url]).toEqual([200, `/r/${tag}`]);
    expect(tag).toMatch(/^ann\/[a-z0-9]{16}$/);
    const [, dataset] = await answerOf(service.call('GET', `/orgs/${tag.replace('/', '/ds/')}/ex`));
    expect(dataset).toMatchObject({ size: 3, properties: { public: true, meta: { visibility: { data: 2 } } } });
  });

  it('the command line: a form with a password, the file part first', async () => {
    const body = new URLSearchParams({ tag: 'team/Cli', password: '' }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const [status, { token }] = (await answerOf(
      ann.call('POST', '/share/init', undefined, {
        body,
        headers: { ...headers, authorization: `Bearer ${ann.token}` },
      }),
    )) as [number, { token: string }];
    expect(status).toBe(200);
    const parts = form({ file: Buffer.from('two'), path: 'deep/two.txt' });
    const sent = await answerOf(ann.call('POST', `/share/upload/${token}`, undefined, { body: parts }));
    expect(sent).toEqual([200, { path: 'deep/two.txt', hash: sha256('two'), size: 3 }]);
    expect(await answerOf(ann.call('POST', `/share/commit/${token}`))).toEqual([
      200,
      { url: '/r/team/cli', tag: 'team/cli' },
    ]);
    expect(await countersOf(ann, 'team/cli')).toEqual([3, 2]);
  });

  it('a script: multipart fields in any letter case, a bare organization as the tag, empty texts for none', async () => {
    const body = form({ TAG: 'team', orgslug: '', DatasetName: 'From a script' });
    const [status, { token }] = (await answerOf(ann.call('POST', '/SHARE/Init', undefined, { body }))) as [
      number,
      { token: string },
    ];
    expect(status).toBe(200);
    const parts = form({ FILE: Buffer.from('x'), PATH: 'x.txt', Sha256: sha256('x').toUpperCase() });
    expect((await answerOf(ann.call('POST', `/Share/${token}/Upload`, undefined, { body: parts })))[0]).toBe(200);
    const [, { tag }] = (await endShare(ann, token, 'commit')) as [number, { tag: string }];
    const [, dataset] = await answerOf(service.call('GET', `/orgs/${tag.replace('/', '/ds/')}/ex`));
    expect(dataset).toMatchObject({ properties: { meta: { name: { data: 'From a script' } } } });
  });
});

it('shows nothing of a batch in its dataset before the commit, and all of it afterwards', async () => {
  await createDataset(service, 'team/quiet', 0, ['old.txt']);
  const before = [await stampOf('team/quiet'), await countersOf(ann, 'team/quiet')];
  const token = await beginShare(ann, { tag: 'team/quiet' });
  for (const path of ['old.txt', 'new/a.txt', 'new/b.txt']) await uploadInto(ann, token, path, `new ${path}`);
  expect([await stampOf('team/quiet'), await countersOf(ann, 'team/quiet')]).toEqual(before);
  expect(await statusOf('/orgs/team/ds/quiet/obj?path=new')).toBe(404);
  const [, batches] = await answerOf(service.call('GET', '/orgs/team/ds/quiet/batches'));
  const { entries, tag, ...facts } = await shareOf(ann, token);
  expect(tag).toBe('team/quiet');
  expect(batches).toEqual([{ ...facts, entries }]);
  expect(facts).toEqual({ token, userName: 'ann', start: expect.any(String) as string, end: null, status: 0 });
  expect(entries.map(({ path }) => path)).toEqual(['new/a.txt', 'new/b.txt', 'old.txt']);
  const opened = await service.call('POST', '/orgs/team/ds/quiet/meta/visibility/set', { json: { data: 2 } });
  const asReader = async () =>
    (await answerOf(service.call('GET', '/orgs/team/ds/quiet/batches', { token: null })))[1] as [{ entries: [] }];
  expect([opened.status, await asReader()]).toEqual([200, [{ ...facts, token: '', userName: '', entries: [] }]]);

  const committed = [200, { url: '/r/team/quiet', tag: 'team/quiet' }];
  expect(await endShare(ann, token, 'commit')).toEqual(committed);
  expect(await endShare(ann, token, 'commit')).toEqual(committed);
  expect((await asReader())[0].entries).toEqual(entries);
  expect(await countersOf(ann, 'team/quiet')).toEqual([11 + 13 + 13, 4]);
  expect(await (await service.call('GET', '/orgs/team/ds/quiet/download/old.txt')).text()).toBe('new old.txt');
  expect(await shareOf(ann, token)).toMatchObject({ status: 1, end: expect.any(String) as string });
  expect((await uploadInto(ann, token, 'late.txt', 'late'))[0]).toBe(400);
  expect((await endShare(ann, token, 'rollback'))[0]).toBe(400);
  const [, lines] = await answerOf(service.call('GET', '/sys/audit?action=batch'));
  expect(JSON.stringify(lines)).toContain('"batch.commit"');
});

it('takes the same file again, and other bytes in its place', async () => {
  const token = await beginShare(ann, { tag: 'team/again' });
  const same = [200, { path: 'a.txt', hash: sha256('first'), size: 5 }];
  expect(await uploadInto(ann, token, 'a.txt', 'first')).toEqual(same);
  expect(await uploadInto(ann, token, 'a.txt', 'first')).toEqual(same);
  expect((await uploadInto(ann, token, 'a.txt', 'second'))[1]).toMatchObject({ hash: sha256('second') });
  expect(await storedFiles(service)).not.toContain(sha256('first'));
  await endShare(ann, token, 'commit');
  expect(await countersOf(ann, 'team/again')).toEqual([6, 1]);
});

it('rolls back what the batch brought and nothing else', async () => {
  await createDataset(service, 'team/kept', 0, ['old.txt']);
  const before = await stampOf('team/kept');
  const [token, made] = [await beginShare(ann, { tag: 'team/kept' }), await beginShare(ann, { tag: 'team/made' })];
  await uploadInto(ann, token, 'rolled.txt', 'rolled back');
  await uploadInto(ann, token, 'copy.txt', 'text of old.txt');
  await uploadInto(ann, made, 'made.txt', 'rolled back too');
  expect(await endShare(ann, token, 'rollback')).toEqual([200, '']);
  expect(await endShare(ann, made, 'rollback')).toEqual([200, '']);
  expect(await endShare(ann, made, 'rollback')).toEqual([200, '']);
  expect([await stampOf('team/kept'), await statusOf('/orgs/team/ds/made')]).toEqual([before, 404]);
  expect(await shareOf(ann, made)).toMatchObject({ status: 2, entries: [] });
  const stored = await storedFiles(service);
  expect(stored).toContain(sha256('text of old.txt'));
  expect(stored).not.toContain(sha256('rolled back'));
  expect(stored).not.toContain(sha256('rolled back too'));
  expect((await endShare(ann, token, 'commit'))[0]).toBe(400);
});

it('keeps a dataset that came with a batch when something else is in it', async () => {
  const token = await beginShare(ann, { tag: 'team/shared' });
  const second = await beginShare(ben, { tag: 'team/shared' });
  await endShare(ann, token, 'rollback');
  expect(await statusOf('/orgs/team/ds/shared')).toBe(200);
  await uploadInto(ben, second, 'b.txt', 'of ben');
  expect((await endShare(ben, second, 'commit'))[0]).toBe(200);
});

it('begins anew in place of a running share of the same user, and of nobody else', async () => {
  const [first, other] = [await beginShare(ann, { tag: 'team/anew' }), await beginShare(ben, { tag: 'team/anew' })];
  await uploadInto(ann, first, 'a.txt', 'left behind');
  const second = await beginShare(ann, { tag: 'team/anew' });
  expect((await shareOf(ann, first)).status).toBe(2);
  expect([(await shareOf(ann, second)).status, (await shareOf(ben, other)).status]).toEqual([0, 0]);
  expect((await uploadInto(ann, first, 'a.txt', 'x'))[0]).toBe(400);
  expect(await storedFiles(service)).not.toContain(sha256('left behind'));
});

it('G-5 is for nobody else: unknown and foreign tokens are answered alike', async () => {
  const token = await beginShare(ann, { tag: 'team/mine' });
  const asked = async (who: Person, name: string) => [
    await answerOf(who.call('GET', `/share/${name}`)),
    await uploadInto(who, name, 'a.txt', 'a'),
    await endShare(who, name, 'commit'),
    await endShare(who, name, 'rollback'),
  ];
  const foreign = await asked(ben, token);
  expect(foreign).toEqual(await asked(ben, 'x'.repeat(32)));
  expect(new Set(foreign.map(([status]) => status))).toEqual(new Set([404]));
  expect(await answerOf(service.call('GET', `/share/${token}`, { token: null }))).toMatchObject([401, {}]);
  expect((await answerOf(service.call('POST', `/share/${token}/rollback`)))[0]).toBe(200);
});

it('asks for rights at the begin, at each upload and at the commit', async () => {
  const cleo = await createPerson(service, 'cleo');
  await createDataset(service, 'team/private', 0);
  await createDataset(service, 'team/open', 2);
  const refused = async (json: object): Promise<number> => (await answerOf(cleo.call('POST', '/share/init', json)))[0];
  expect([
    await refused({ tag: 'team/private' }),
    await refused({ tag: 'nobody/private' }),
    await refused({ tag: 'team/open' }),
    await refused({ orgSlug: 'team' }),
    await refused({ tag: 'a/b/c' }),
    await refused({ tag: 'ann/UPPER slug' }),
  ]).toEqual([404, 404, 403, 404, 400, 404]);
  await addMember(service, 'team', 'cleo', 1);
  const token = await beginShare(cleo, { tag: 'team/private' });
  expect((await uploadInto(cleo, token, 'a.txt', 'a'))[0]).toBe(200);
  await service.call('PUT', '/orgs/team/members/cleo', { json: { permissions: 0 } });
  // The organization may be read, but not written to.
  expect([await refused({ orgSlug: 'team' }), await refused({ tag: 'team/new' })]).toEqual([403, 403]);
  expect([(await uploadInto(cleo, token, 'b.txt', 'b'))[0], (await endShare(cleo, token, 'commit'))[0]]).toEqual([
    403, 403,
  ]);
  await service.call('DELETE', '/orgs/team/members/cleo', { json: {} });
  expect([(await uploadInto(cleo, token, 'b.txt', 'b'))[0], (await endShare(cleo, token, 'commit'))[0]]).toEqual([
    404, 404,
  ]);
  expect(await countersOf(ann, 'team/private')).toEqual([0, 0]);
});

it('C-1 C-5 refuses paths that none may have, and a body without one', async () => {
  const token = await beginShare(ann, { tag: 'team/paths' });
  const bad = [
    '../x',
    '/x',
    'a//b',
    'a/../b',
    'C:\\x',
    'a\\b',
    'nul\0',
    '.ddb/x',
    '.pending',
    'build/x',
    'a/__proto__',
  ];
  for (const path of bad) expect([path, (await uploadInto(ann, token, path, 'bad'))[0]]).toEqual([path, 400]);
  const without = async (parts: Parameters<typeof form>[0]): Promise<number> =>
    (await answerOf(ann.call('POST', `/share/${token}/upload`, undefined, { body: form(parts) })))[0];
  expect([await without({ file: Buffer.from('x') }), await without({ path: 'a.txt' })]).toEqual([400, 400]);
  expect((await answerOf(ann.call('POST', `/share/${token}/upload`, { path: 'a.txt' })))[0]).toBe(415);
  const digest = form({ path: 'a.txt', file: Buffer.from('x'), sha256: sha256('y') });
  expect((await answerOf(ann.call('POST', `/share/${token}/upload`, undefined, { body: digest })))[0]).toBe(400);
  expect(await shareOf(ann, token)).toMatchObject({ entries: [] });
  expect(await storedFiles(service)).not.toContain(sha256('bad'));
  await uploadInto(ann, token, 'folder/file', 'a');
  await uploadInto(ann, token, 'folder', 'a file where a folder is needed');
  expect((await endShare(ann, token, 'commit'))[0]).toBe(409);
  expect((await shareOf(ann, token)).status).toBe(0);
});

it('tells of the files of a batch page by page', async () => {
  const token = await beginShare(ann, { tag: 'team/pages' });
  for (const name of ['a', 'b', 'c']) await uploadInto(ann, token, `${name}.txt`, name);
  const page = await ann.call('GET', `/share/${token}?limit=2`);
  const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')![1]!;
  const { pathname, search } = new URL(next, page.url);
  const rest = (await (await ann.call('GET', pathname + search)).json()) as { entries: unknown[] };
  expect([((await page.json()) as typeof rest).entries.length, rest.entries.length]).toEqual([2, 1]);
});

it('C-6 takes names with quotes, line directions and emoji, tells them right and splits no header by them', async () => {
  const names = ['say "a"; b.txt', 'Zoë 🛰️.txt', '\u202egnp.txt', "it's 100%.txt", '#?&=+.txt'];
  const token = await beginShare(ann, { tag: 'team/names' });
  for (const name of names) expect((await uploadInto(ann, token, name, name))[0]).toBe(200);
  const { entries } = await shareOf(ann, token);
  expect(new Set(entries.map(({ path }) => path))).toEqual(new Set(names));
  expect((await endShare(ann, token, 'commit'))[0]).toBe(200);
  for (const name of names) {
    const file = await service.call('GET', `/orgs/team/ds/names/download?path=${encodeURIComponent(name)}`);
    expect([file.status, await file.text()]).toEqual([200, name]);
    const told = file.headers.get('content-disposition')!;
    const encoded = /filename\*=UTF-8''([^;]+)/.exec(told)?.[1];
    const plain = /filename="?([^";]+)"?$/.exec(told)?.[1];
    expect(encoded === undefined ? plain : decodeURIComponent(encoded)).toBe(name);
  }
  for (const name of ['a\r\nSet-Cookie: x.txt', 'a\tb.txt'])
    expect(await uploadInto(ann, token, name, 'x')).toMatchObject([400, {}]);
});
