import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { good, pusher, sha256, stampOf, type ClientState, type Needed } from '../support/pushing.ts';
import { createPerson, type Person } from '../support/people.ts';
import { inFull } from '../support/full.ts';
import { form, startService, type TestService } from '../support/service.ts';
import { answerOf, beginShare, countersOf, endShare, shareOf, uploadInto } from '../support/share.ts';

// What attackers and large surveys send by share and by push: odd kinds of paths, odd names, very many files.

/** Paths that would lead elsewhere, mean something to a system, or have a meaning of their own below a dataset. */
const ODD_PATHS = [
  '',
  '.',
  '..',
  '../up',
  '/absolute',
  '//host/share',
  'a/../../up',
  'a/./b',
  'a//b',
  'a\\b',
  '..\\up',
  'C:x',
  'C:/windows',
  '.ddb/dbase.sqlite',
  'a/.alidade/sync.json',
  'build/x',
  'a/__proto__',
  'nul\0',
  'line\nbreak',
  'tab\t',
  'split\r\nSet-Cookie: x',
  'n'.repeat(256),
  Array.from({ length: 300 }, () => 'deep').join('/'),
];
const ODD_NAMES = [
  'say "a"; b.txt',
  "it's 100%.txt",
  'Zoë 🛰️.txt',
  '\u202egnp.txt',
  '#?&=+.txt',
  '-rf',
  '<&>.txt',
  '~',
];
const MANY = 100_000;

let service: TestService;
let ann: Person;
beforeAll(async () => {
  service = await startService({ BUILDS__CONCURRENCY: '0' });
  ann = await createPerson(service, 'ann');
});
afterAll(() => service[Symbol.asyncDispose]());

const client = (slug: string) =>
  pusher((method, path, options) => ann.call(method, path, undefined, options), `/orgs/ann/ds/${slug}`);
const state = (files: Readonly<Record<string, string | null>>): ClientState => ({
  files: new Map(Object.entries(files)),
});
/** Begins a push whose stamp is made by nobody who would refuse it himself. */
const beginAny = (slug: string, entries: readonly Readonly<Record<string, string>>[]) =>
  answerOf(
    ann.call('POST', `/orgs/ann/ds/${slug}/push/init`, undefined, {
      body: new URLSearchParams({ stamp: JSON.stringify({ checksum: '', entries, meta: [] }) }),
    }),
  );

it('C-2 takes no path by share or push that leads elsewhere, and makes nothing but plain files', async () => {
  const token = await beginShare(ann, { tag: 'ann/odd' });
  const { begin, upload } = client('odd-pushed');
  const begun = (await (await good(await begin(state({ 'a.txt': 'a' })))).json()) as Needed;
  const chunk = { FileId: 'one', ChunkIndex: '0', TotalChunks: '2', TotalFileSize: '2', chunk: Buffer.from('x') };
  for (const path of ODD_PATHS) {
    const body = form({ ...chunk, Path: path });
    const statuses = [
      (await uploadInto(ann, token, path, 'x'))[0],
      (await answerOf(ann.call('POST', `/share/${token}/upload/chunked`, undefined, { body })))[0],
      (await upload(begun.token!, path, 'a')).status,
      (await beginAny('odd-begun', [{ [path]: sha256('x') }]))[0],
    ];
    expect([path, ...statuses]).toEqual([path, 400, 400, 400, 400]);
  }
  expect((await shareOf(ann, token)).entries).toEqual([]);
  expect(await readdir(join(service.dataDir, 'chunks'))).toEqual([]);
  expect((await ann.call('GET', '/orgs/ann/ds/odd-begun')).status).toBe(404);
});

it('C-2 has no file that something lies below, whatever stands in it', async () => {
  const token = await beginShare(ann, { tag: 'ann/link' });
  for (const path of ['link', 'link/passwd']) expect((await uploadInto(ann, token, path, '/etc'))[0]).toBe(200);
  expect((await endShare(ann, token, 'commit'))[0]).toBe(409);
  expect(await countersOf(ann, 'ann/link')).toEqual([0, 0]);
  for (const entries of [[{ link: sha256('/etc') }, { 'link/passwd': sha256('x') }], [{ 'link/passwd': sha256('x') }]])
    expect(await beginAny('link-pushed', entries)).toMatchObject([400, { error: /link\/passwd/ }]);
  // Also what was a file before, and the other way round.
  const { push, stamp } = client('link-changed');
  await push(state({ link: '/etc', 'folder/file': 'x' }));
  const turned = state({ 'link/passwd': 'x', folder: '/etc' });
  await push(turned, (await stamp()).checksum);
  expect(await stamp()).toEqual(stampOf(turned));
  const stored = await readdir(join(service.dataDir, 'blobs'), { withFileTypes: true, recursive: true });
  for (const item of stored.filter((one) => !one.isDirectory())) {
    const facts = await lstat(join(item.parentPath, item.name));
    expect([item.name, facts.isFile(), facts.nlink]).toEqual([item.name, true, 1]);
  }
});

it('C-6 takes odd names by push, tells them right and splits no header by them', async () => {
  const named = state(
    Object.fromEntries(
      ODD_NAMES.flatMap((name) => [
        [name, name],
        [`${name} of folder/x`, name],
      ]),
    ),
  );
  const { push, stamp } = client('names');
  await push(named);
  expect(await stamp()).toEqual(stampOf(named));
  for (const name of ODD_NAMES) {
    const file = await ann.call('GET', `/orgs/ann/ds/names/download?path=${encodeURIComponent(name)}`);
    expect([file.status, await file.text()]).toEqual([200, name]);
    const told = file.headers.get('content-disposition')!;
    const encoded = /filename\*=UTF-8''([^;]+)/.exec(told)?.[1];
    const plain = /filename="?([^";]+)"?$/.exec(told)?.[1];
    expect(encoded === undefined ? plain : decodeURIComponent(encoded)).toBe(name);
  }
});

it.runIf(inFull('a push of 100,000 files takes half a minute of a processor'))(
  'G-6 takes 100,000 files in one folder by one push, sent once as they are equal',
  async () => {
    const { begin, upload, commit, stamp } = client('many');
    const paths = Array.from({ length: MANY }, (_, index) => `folder/${String(index).padStart(6, '0')}.txt`);
    const many: ClientState = { files: new Map(paths.map((path) => [path, 'same'])) };
    const needed = (await (await good(await begin(many))).json()) as Needed;
    expect(needed.neededFiles).toEqual(paths);
    await good(await upload(needed.token!, paths[0]!, 'same'));
    await good(await commit(needed.token!));
    expect(await countersOf(ann, 'ann/many')).toEqual([MANY * 'same'.length, MANY + 1]);
    expect((await stamp()).checksum).toBe(stampOf(many).checksum);
    // Some ten seconds of processor, which has other things to do.
  },
  300_000,
);
