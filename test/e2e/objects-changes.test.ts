import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { addMember, createDataset, createLink, createPerson, createToken, type Person } from '../support/people.ts';
import { form, startService, type CallOptions, type TestService } from '../support/service.ts';

interface Entry {
  readonly path: string;
  readonly hash: string | null;
  readonly type: number;
}

const HERE = '/orgs/admin/ds/here';
const THERE = '/orgs/admin/ds/there';

describeOnEveryDatabase('changes of objects', (environment) => {
  let service: TestService;
  let reader: Person;

  beforeAll(async () => {
    service = await startService(await environment());
    for (const slug of ['here', 'there']) await service.call('POST', '/orgs/admin/ds', { json: { slug } });
    reader = await createPerson(service, 'reader');
    await addMember(service, 'admin', 'reader', 0);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const put = (path: string, content: string, options: CallOptions = {}, dataset = HERE): Promise<Response> =>
    service.call('POST', `${dataset}/obj`, { ...options, body: form({ path, file: Buffer.from(content) }) });
  const all = async (dataset = HERE): Promise<string[]> =>
    ((await (await service.call('GET', `${dataset}/search`)).json()) as Entry[]).map(({ path }) => path);
  const move = (source: string, dest: string): Promise<Response> =>
    service.call('PUT', `${HERE}/obj`, { json: { source, dest } });
  const copy = (source: string, dest: string, overwrite = false): Promise<Response> =>
    service.call('POST', `${HERE}/obj/copy`, { body: form({ source, dest, overwrite: overwrite ? 'True' : 'False' }) });
  const read = async (path: string, dataset = HERE): Promise<string> =>
    (await service.call('GET', `${dataset}/download?path=${encodeURIComponent(path)}`)).text();
  const counters = async (dataset = HERE): Promise<[number, number]> => {
    const { size, properties } = (await (await service.call('GET', `${dataset}/ex`)).json()) as {
      size: number;
      properties: { entries: number };
    };
    return [properties.entries, size];
  };
  const clear = async (dataset = HERE): Promise<void> => {
    const paths = await all(dataset);
    if (paths.length > 0) await service.call('DELETE', `${dataset}/obj/batch`, { json: { paths } });
    expect(await counters(dataset)).toEqual([0, 0]);
  };

  afterEach(async () => {
    for (const dataset of [HERE, THERE]) await clear(dataset);
  });

  it('moves a folder with all below it, its metadata and the links to it', async () => {
    for (const [path, content] of Object.entries({ 'a/b/1.txt': 'one', 'a/2.txt': 'two!', 'a!/3': '3', ab: 'x' }))
      await put(path, content);
    await service.call('POST', `${HERE}/meta/set`, { body: form({ path: 'a/b/1.txt', key: 'note', data: '"mine"' }) });
    const link = await createLink(service, 'admin/here', { path: 'a/b' });
    const before = await counters();
    const moved = await move('a', 'x/y');
    expect([moved.status, ((await moved.json()) as Entry).path]).toEqual([200, 'x/y']);
    expect(await all()).toEqual(['a!', 'a!/3', 'ab', 'x', 'x/y', 'x/y/2.txt', 'x/y/b', 'x/y/b/1.txt']);
    expect(await counters()).toEqual([before[0] + 1, before[1]]);
    expect(await read('x/y/b/1.txt')).toBe('one');
    const nested = (await (await service.call('GET', `${HERE}/list?path=x/y/b`)).json()) as { depth: number }[];
    expect(nested.map(({ depth }) => depth)).toEqual([3]);
    const meta = await service.call('GET', `${HERE}/meta/get/note?path=x/y/b/1.txt`);
    expect(await meta.text()).toContain('mine');
    const throughLink = (path: string): Promise<Response> =>
      service.call('GET', `${HERE}/obj?path=${path}`, { token: link.token });
    expect([(await throughLink('x/y/b/1.txt')).status, (await throughLink('a/b/1.txt')).status]).toEqual([200, 403]);
  });

  it('looks again at a file that gets another extension', async () => {
    await put('read.txt', '# Title');
    const renamed = (await (await move('read.txt', 'read.md')).json()) as Entry;
    expect(renamed.type).toBe(8);
    const copied = (await (await copy('read.md', 'copy.bin')).json()) as Entry;
    expect(copied.type).toBe(2);
    expect(((await (await move('read.md', 'other.md')).json()) as Entry).type).toBe(8);
  });

  it('refuses moves and copies that would lose or tangle something, and changes nothing then', async () => {
    for (const path of ['f/in/x', 'file', 'g/y']) await put(path, path);
    const before = await all();
    const refused: [string, string, number][] = [
      ['f', 'f', 400],
      ['f', 'f/in/f', 400],
      ['file', 'file', 400],
      ['missing', 'm', 404],
      ['file', 'g', 409],
      ['f', 'file', 409],
      ['f', 'g', 409],
      ['file', 'g/y', 409],
      ['f', 'file/f', 409],
      ['file', '../x', 400],
      ['file', 'a/.ddb/x', 400],
      ['file', 'build/x', 400],
      ['f', `${'n'.repeat(250)}/${'n'.repeat(250)}/${'n'.repeat(250)}/${'n'.repeat(250)}/${'n'.repeat(18)}`, 400],
    ];
    for (const [source, dest, status] of refused) {
      expect([source, dest, (await move(source, dest)).status]).toEqual([source, dest, status]);
      expect([source, dest, (await copy(source, dest)).status]).toEqual([source, dest, status]);
    }
    expect([(await copy('f/in', 'f', true)).status, (await copy('file', 'g', true)).status]).toEqual([400, 409]);
    expect((await service.call('PUT', `${HERE}/obj`, { json: { source: 'f' } })).status).toBe(400);
    expect(await all()).toEqual(before);
  });

  it('copies trees, and replaces trees of the same kind when told to', async () => {
    for (const [path, content] of Object.entries({
      'a/1': 'one',
      'a/s/2': 'two2',
      'b/old': 'old content',
      'c.txt': 'c',
    }))
      await put(path, content);
    expect((await copy('a', 'n/m')).status).toBe(200);
    expect((await copy('a', 'b', true)).status).toBe(200);
    expect((await copy('a/1', 'c.txt', true)).status).toBe(200);
    expect(await all()).toEqual([
      'a',
      'a/1',
      'a/s',
      'a/s/2',
      'b',
      'b/1',
      'b/s',
      'b/s/2',
      'c.txt',
      'n',
      'n/m',
      'n/m/1',
      'n/m/s',
      'n/m/s/2',
    ]);
    expect([await read('c.txt'), await read('b/s/2')]).toEqual(['one', 'two2']);
    expect(await counters()).toEqual([14, 3 * 7 + 3]);
  });

  it('transfers to another dataset, for those who may write where it goes, and where it leaves', async () => {
    for (const [path, content] of Object.entries({ 'a/1': 'one', 'a/s/2': 'two2', solo: 's' }))
      await put(path, content);
    await service.call('POST', `${HERE}/meta/set`, { body: form({ path: 'a/1', key: 'note', data: '"mine"' }) });
    const transfer = (fields: Record<string, string>, options: CallOptions = {}, dataset = HERE): Promise<Response> =>
      service.call('POST', `${dataset}/transfer`, {
        body: form({ destOrgSlug: 'admin', destDsSlug: 'there', ...fields }),
        ...options,
      });
    expect((await transfer({ sourcePath: 'a', keepSource: 'true' })).status).toBe(204);
    expect((await transfer({ sourcePath: 'a' })).status).toBe(409);
    expect((await transfer({ sourcePath: 'a', destPath: 'deep/er' })).status).toBe(204);
    expect(await all()).toEqual(['solo']);
    expect(await counters()).toEqual([1, 1]);
    const there = ['a', 'a/1', 'a/s', 'a/s/2', 'deep', 'deep/er', 'deep/er/1', 'deep/er/s', 'deep/er/s/2'];
    expect(await all(THERE)).toEqual(there);
    expect(await counters(THERE)).toEqual([9, 14]);
    const notes = async (path: string): Promise<number> =>
      (await service.call('GET', `${THERE}/meta/get/note?path=${path}`)).status;
    expect([await notes('deep/er/1'), await notes('a/1')]).toEqual([200, 404]);
    expect((await transfer({ sourcePath: 'solo', destDsSlug: 'here' })).status).toBe(400);
    expect((await transfer({ sourcePath: 'none' })).status).toBe(404);
    expect((await transfer({ sourcePath: 'solo', destDsSlug: 'none' })).status).toBe(404);

    await createDataset(service, 'admin/open', 1, ['file']);
    await createDataset(service, 'reader/own', 0, []);
    const open = '/orgs/admin/ds/open';
    const own = { destOrgSlug: 'reader', destDsSlug: 'own', sourcePath: 'file' };
    const asReader = { token: reader.token };
    expect((await transfer(own, asReader, open)).status).toBe(403);
    expect((await transfer({ ...own, keepSource: 'true' }, { token: null }, open)).status).toBe(401);
    expect((await transfer({ ...own, keepSource: 'true' }, asReader, open)).status).toBe(204);
    expect((await transfer({ sourcePath: 'file', keepSource: 'true' }, asReader, '/orgs/reader/ds/own')).status).toBe(
      403,
    );
    const bound = await createToken(service, {
      name: 'bound',
      organization: 'admin',
      dataset: 'open',
      readOnly: false,
    });
    expect((await transfer({ sourcePath: 'file' }, { token: bound.token }, open)).status).toBe(403);
  });

  it('deletes many at once and tells why it did not delete others', async () => {
    for (const path of ['a/1', 'a/2', 'b', '__x', 'c/d/e']) await put(path, path);
    const batch = async (options: CallOptions, query = ''): Promise<unknown> => {
      const answer = await service.call('DELETE', `${HERE}/obj/batch${query}`, options);
      return answer.status === 200 ? answer.json() : answer.status;
    };
    expect(await batch({})).toBe(400);
    const many = new FormData();
    for (const path of ['a', 'a/1', 'none', '../up', 'a']) many.append('paths', path);
    expect(await batch({ body: many })).toEqual({
      deleted: ['a', 'a/1'],
      failed: {
        none: expect.stringContaining('no entry') as string,
        '../up': expect.stringContaining('path') as string,
      },
    });
    expect(await batch({ json: ['b'] })).toEqual({ deleted: ['b'], failed: {} });
    expect(await batch({}, '?paths=__x&paths=c/d')).toEqual({ deleted: ['__x', 'c/d'], failed: {} });
    expect(await all()).toEqual(['c']);
    const unknown = Array.from({ length: 5000 }, (_, index) => `none ${index}`);
    const { deleted, failed } = (await batch({ json: { paths: [...unknown, 'c'] } })) as {
      deleted: string[];
      failed: Record<string, string>;
    };
    expect([deleted, Object.keys(failed).length]).toEqual([['c'], 5000]);
    expect(await counters()).toEqual([0, 0]);
  });

  it('lists and searches page by page, each page naming the next', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `p/f${index}.${index % 2 ? 'TXT' : 'bin'}`);
    for (const name of names) await put(name, name);
    const walk = async (address: string, first?: Promise<Response>): Promise<string[]> => {
      const found: string[] = [];
      let answer = await (first ?? service.call('GET', `${HERE}/${address}`));
      for (let page = 0; page < 10; page += 1) {
        expect(answer.status).toBe(200);
        found.push(...((await answer.json()) as Entry[]).map(({ path }) => path));
        const next = /^<(.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
        if (next === undefined) return found;
        answer = await service.call('GET', `${HERE}/${address.split('?')[0]}${next}`);
      }
      throw new Error('The pages do not end');
    };
    expect(await walk('list?path=p&limit=2')).toEqual(names);
    expect(await walk('search?query=*.txt&limit=1')).toEqual(names.filter((name) => name.endsWith('TXT')));
    const posted = service.call('POST', `${HERE}/search`, { body: form({ query: 'F?.*', path: 'p', limit: '3' }) });
    expect(await walk('search', posted)).toEqual(names);
    expect(await walk('search?type=1&query=*')).toEqual(['p']);
    expect(await walk('search?recursive=False')).toEqual(['p']);
    expect(await walk('search?path=p/f1.TXT')).toEqual([]);
    const nineWords = `text=${'a+'.repeat(9)}`;
    for (const query of [
      nineWords,
      'bbox=1,2,3',
      'from=x',
      'limit=0',
      'limit=10001',
      'query=a/b',
      'path=..',
      'type=99',
    ])
      expect([query, (await service.call('GET', `${HERE}/search?${query}`)).status]).toEqual([query, 400]);
  });

  it('C-5 lets no operation make an entry of a reserved name', async () => {
    await put('file', 'x');
    await service.call('POST', `${HERE}/obj`, { body: form({ path: 'folder' }) });
    for (const name of [
      '.ddb',
      'a/.DDB/x',
      '.pending',
      '.alidade',
      'build',
      'build/x',
      '__proto__',
      'constructor',
      'a/..',
    ]) {
      const destination = { destOrgSlug: 'admin', destDsSlug: 'there', destPath: name, keepSource: 'true' };
      const answers = [
        await put(name, 'x'),
        await service.call('POST', `${HERE}/obj`, { body: form({ path: name }) }),
        await move('file', name),
        await copy('file', name, true),
        await move('folder', name),
        await service.call('POST', `${HERE}/transfer`, { body: form({ sourcePath: 'file', ...destination }) }),
      ];
      expect([name, ...answers.map(({ status }) => status)]).toEqual([name, 400, 400, 400, 400, 400, 400]);
    }
    expect(await all()).toEqual(['file', 'folder']);
    expect(await all(THERE)).toEqual([]);
  });

  it('C-2 stores bytes under their hash only: nothing can be a link, and no folder can become one', async () => {
    await put('etc', '/etc');
    expect((await put('etc/passwd', 'x')).status).toBe(409);
    expect(await read('etc')).toBe('/etc');
    const stored = await readdir(join(service.dataDir, 'blobs'), { withFileTypes: true, recursive: true });
    expect(stored.filter((item) => !item.isFile() && !item.isDirectory())).toEqual([]);
    // Beside them the locks of processes.
    const blobs = stored.filter((item) => !item.parentPath.endsWith('writers'));
    expect(blobs.every((item) => item.isDirectory() || /^[0-9a-f]{64}$/.test(item.name))).toBe(true);
  });
});
