import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { good, pusher, sha256, stampOf, type ClientState, type ClientValue, type Needed } from '../support/pushing.ts';
import { form, startService, type TestService } from '../support/service.ts';

const state = (
  files: Readonly<Record<string, string | null>>,
  values: Readonly<Record<string, ClientValue>> = {},
): ClientState => ({ files: new Map(Object.entries(files)), values: new Map(Object.entries(values)) });

describeOnEveryDatabase('a push', (environment) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(await environment());
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const at = (slug: string): string => `/orgs/admin/ds/${slug}`;
  const client = (slug: string) => pusher(service.call, at(slug));
  const needed = async (answer: Promise<Response>): Promise<Needed> =>
    (await (await good(await answer)).json()) as Needed;

  it('makes a dataset that is not there, private, and what the client has', async () => {
    const has = state({ 'a.txt': 'hello', 'dir/b.txt': 'other', empty: null });
    const { begin, upload, commit, stamp } = client('made');
    const answer = await begin(has);
    expect(answer.status).toBe(200);
    const { token, ...rest } = (await answer.json()) as Needed;
    expect(rest).toEqual({ neededFiles: ['a.txt', 'dir/b.txt'], neededMeta: [], pullRequired: false });
    expect(token).toMatch(/^[0-9a-f-]{36}$/);

    const uploaded = await upload(token!, 'a.txt', 'hello');
    expect([uploaded.status, await uploaded.text(), uploaded.headers.get('content-type')]).toEqual([200, '', null]);
    const early = await commit(token!);
    expect(early.status).toBe(400);
    expect(await early.json()).toEqual({ error: expect.stringContaining('dir/b.txt') });
    expect((await stamp()).entries).toEqual([]);

    await good(await upload(token!, 'dir/b.txt', 'other'));
    const committed = await commit(token!);
    expect([committed.status, await committed.text()]).toEqual([200, '']);
    expect(await stamp()).toEqual(stampOf(has));
    const [dataset] = (await (await service.call('GET', at('made'))).json()) as [{ size: number; properties: object }];
    expect(dataset).toMatchObject({ size: 10, properties: { entries: 4 } });
    expect((await service.call('GET', at('made'), { token: null })).status).toBe(401);
    // Its answer was lost.
    expect((await commit(token!)).status).toBe(200);
    expect((await upload(token!, 'a.txt', 'hello')).status).toBe(400);
  });

  it('takes a change, a removal, a new place for known bytes, and a file for a folder', async () => {
    const { push, stamp } = client('changed');
    const first = state({ 'a/x.txt': 'x', 'a/y.txt': 'y', 'b.txt': 'b', c: 'c', 'd/e/f.txt': 'f' });
    await push(first);
    const second = state({ 'moved/x.txt': 'x', 'a/y.txt': 'new', c: null, 'c/g.txt': 'g', d: 'd', 'z.md': 'y' });
    const { neededFiles } = await push(second, stampOf(first).checksum);
    expect(neededFiles).toEqual(['a/y.txt', 'c/g.txt', 'd']);
    expect(await stamp()).toEqual(stampOf(second));
    const [dataset] = (await (await service.call('GET', at('changed'))).json()) as [
      { size: number; properties: object },
    ];
    expect(dataset).toMatchObject({ size: 7, properties: { entries: 8 } });
    const known = await service.call('GET', `${at('changed')}/obj?path=z.md`);
    expect(await known.json()).toMatchObject({ type: 8, size: 1, hash: sha256('y') });
    const file = await service.call('GET', `${at('changed')}/download?path=moved/x.txt`);
    expect(await file.text()).toBe('x');
    // Nothing to do is a push like any other.
    await push(second, stampOf(second).checksum);
    expect(await stamp()).toEqual(stampOf(second));
    await push(state({}), stampOf(second).checksum);
    expect((await stamp()).entries).toEqual([]);
  });

  it('brings metadata with its ids and times, also of a file that moved', async () => {
    const { push, stamp, begin, commit, sendValues } = client('values');
    const [name, note, tag, other] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()] as const;
    const first = state(
      { 'a.txt': 'a' },
      {
        [name]: { path: '', key: 'name', data: 'Of the client', mtime: 1_600_000_000 },
        [note]: { path: 'a.txt', key: 'note', data: { deep: [1, 'x'] } },
        [tag]: { path: 'a.txt', key: 'tags', data: 'red' },
      },
    );
    await push(first);
    expect(await stamp()).toEqual(stampOf(first));
    const found = await service.call('GET', `${at('values')}/meta/name`);
    expect(await found.json()).toEqual({ id: name, data: 'Of the client', mtime: 1_600_000_000 });

    const second = state(
      { 'b/a.txt': 'a' },
      {
        [note]: { path: 'b/a.txt', key: 'note', data: { deep: [1, 'x'] } },
        [other]: { path: 'b', key: 'note', data: 'of a folder' },
      },
    );
    const { neededMeta, token } = await needed(begin(second, stampOf(first).checksum));
    expect(neededMeta).toEqual([note, other].toSorted((left, right) => (left < right ? -1 : 1)));
    const early = await commit(token!);
    expect(early.status).toBe(400);
    expect(((await early.json()) as { error: string }).error).toContain(neededMeta![0]);
    const unasked = new Map([...second.values!, [randomUUID(), { path: '', key: 'more', data: 1 }] as const]);
    expect(await (await good(await sendValues(token!, unasked))).text()).toBe('');
    await good(await commit(token!));
    expect(await stamp()).toEqual(stampOf(second));
    const moved = await service.call('GET', `${at('values')}/meta/note?path=b/a.txt`);
    expect(await moved.json()).toMatchObject({ id: note, data: { deep: [1, 'x'] } });
    // A copy of the dataset has the same ids.
    await client('values-copy').push(second);
    expect(await client('values-copy').stamp()).toEqual(stampOf(second));
  });

  it('lets metadata open the dataset, and closes it without', async () => {
    const { push, stamp } = client('opened');
    const open = state({ 'a.txt': 'a' }, { [randomUUID()]: { path: '', key: 'visibility', data: 1 } });
    await push(open);
    expect((await service.call('GET', at('opened'), { token: null })).status).toBe(200);
    await push(state({ 'a.txt': 'a' }), stampOf(open).checksum);
    expect((await service.call('GET', at('opened'), { token: null })).status).toBe(401);
    expect((await stamp()).meta).toEqual([]);
  });

  it('asks for a pull when the dataset is not what the client has seen', async () => {
    const { push, begin, commit, upload, stamp } = client('conflict');
    const first = state({ 'a.txt': 'a' });
    await push(first);
    const mine = state({ 'a.txt': 'mine' });
    const outdated = await begin(mine, 'f'.repeat(64));
    expect(await (await good(outdated)).json()).toEqual({
      pullRequired: true,
      neededFiles: null,
      neededMeta: null,
      token: null,
    });
    expect((await begin(mine)).status).toBe(400);

    const { token } = await needed(begin(mine, stampOf(first).checksum));
    await good(await upload(token!, 'a.txt', 'mine'));
    await service.call('POST', `${at('conflict')}/obj`, { body: form({ path: 'theirs.txt', file: Buffer.from('t') }) });
    const refused = await commit(token!);
    expect(refused.status).toBe(400);
    expect(((await refused.json()) as { error: string }).error).toContain('Pull first');
    expect(await stamp()).toEqual(stampOf(state({ 'a.txt': 'a', 'theirs.txt': 't' })));
    // What was there and is again is what the push began with.
    await service.call('DELETE', `${at('conflict')}/obj?path=theirs.txt`);
    await good(await commit(token!));
    expect(await stamp()).toEqual(stampOf(mine));
  });

  it('ends when its caller begins another one, which needs nothing that was sent already', async () => {
    const { begin, upload, commit, stamp } = client('again');
    const has = state({ 'a.txt': 'a', 'b.txt': 'b' });
    const first = await needed(begin(has));
    await good(await upload(first.token!, 'a.txt', 'a'));
    // Without a checksum: the client has never seen what the first one made.
    const second = await needed(begin(has));
    expect(second.neededFiles).toEqual(['b.txt']);
    expect((await upload(first.token!, 'b.txt', 'b')).status).toBe(400);
    expect((await commit(first.token!)).status).toBe(400);
    await good(await upload(second.token!, 'b.txt', 'b'));
    const commits = await Promise.all([commit(second.token!), commit(second.token!), commit(second.token!)]);
    expect(commits.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await stamp()).toEqual(stampOf(has));
  });

  it('takes only the bytes that were announced, where they were announced', async () => {
    const { begin, upload, sendValues, commit } = client('bytes');
    const { token } = await needed(begin(state({ 'a.txt': 'a', d: null })));
    const tries = [
      upload(token!, 'a.txt', 'not a'),
      upload(token!, 'other.txt', 'a'),
      upload(token!, '../a.txt', 'a'),
      upload(token!, '/etc/passwd', 'a'),
      upload(token!, 'd', 'a'),
      upload(randomUUID(), 'a.txt', 'a'),
      upload('../../x', 'a.txt', 'a'),
      commit(randomUUID()),
      sendValues(randomUUID(), new Map()),
      service.call('POST', `${at('bytes')}/push/commit`),
      service.call('POST', `${at('bytes')}/push/upload`, { body: form({ token: token!, path: 'a.txt' }) }),
      service.call('POST', `${at('bytes')}/push/upload`, { body: form({ token: token!, file: Buffer.from('a') }) }),
    ];
    for (const [index, answer] of (await Promise.all(tries)).entries()) {
      expect([index, answer.status]).toEqual([index, 400]);
      expect(((await answer.json()) as { error: string }).error).not.toBe('');
    }
    await good(await upload(token!, 'a.txt', 'a'));
    await good(await upload(token!, 'a.txt', 'a'));
    await good(await commit(token!));
  });

  it.each([
    ['no stamp', ''],
    ['no JSON', 'stamp=x'],
    ['a path twice', stampField([{ a: '' }, { a: sha256('x') }])],
    ['a file without its folder', stampField([{ 'a/b': sha256('x') }])],
    ['a file below a file', stampField([{ a: sha256('x') }, { 'a/b': sha256('x') }])],
    ['a path that leads outside', stampField([{ '../x': sha256('x') }])],
    ['a hash that is none', stampField([{ a: 'x' }])],
    ['an id that is none', stampField([], ['x'])],
  ])('refuses %s, and makes no dataset', async (_what, body) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await service.call('POST', `${at('refused')}/push/init`, { body, headers });
    expect(answer.status).toBe(400);
    expect((await service.call('GET', at('refused'))).status).toBe(404);
  });

  it('is begun by a body of any form', async () => {
    const has = state({ 'a.txt': 'a' });
    const fields = { STAMP: JSON.stringify(stampOf(has)) };
    const multipart = new FormData();
    multipart.append('stamp', new Blob([fields.STAMP]), 'stamp.json');
    for (const options of [{ json: fields }, { json: { stamp: stampOf(has) } }, { body: multipart }]) {
      const answer = await needed(service.call('POST', `${at('forms')}/push/init`, options));
      expect(answer.neededFiles).toEqual(['a.txt']);
    }
    const other = await service.call('POST', `${at('forms')}/push/init`, {
      body: 'x',
      headers: { 'content-type': 'text/plain' },
    });
    expect(other.status).toBe(400);
  });
});

function stampField(entries: readonly object[], meta: readonly string[] = []): string {
  return String(new URLSearchParams({ stamp: JSON.stringify({ checksum: '', entries, meta }) }));
}
