import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entriesOf, type Stamp } from '../../src/sync/index.ts';
import { describeOnOneDatabase } from '../support/databases.ts';
import { form, startService, type CallOptions, type TestService } from '../support/service.ts';

describeOnOneDatabase('stamps', (environment) => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService(await environment());
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const at = (slug: string, rest = ''): string => `/orgs/admin/ds/${slug}${rest}`;
  const make = (slug: string, visibility?: number) =>
    service.call('POST', '/orgs/admin/ds', { json: { slug, visibility } });
  const upload = (slug: string, path: string, text: string) =>
    service.call('POST', at(slug, '/obj'), { body: form({ path, file: Buffer.from(text) }) });
  const ask = (slug: string, options: CallOptions = {}) => service.call('GET', at(slug, '/stamp'), options);
  const stamp = async (slug: string): Promise<Stamp> => (await (await ask(slug)).json()) as Stamp;
  /** Whether the checksum is that of what the stamp lists, and the lists are in order. */
  const expectWhole = (given: Stamp): void => {
    const entries = [...entriesOf(given)];
    const text = [...entries.flat(), ...given.meta].join('');
    expect(given.checksum).toBe(createHash('sha256').update(text).digest('hex'));
    const paths = entries.map(([path]) => Buffer.from(path).toString('hex'));
    expect(paths).toEqual(paths.toSorted());
    expect(given.meta).toEqual(given.meta.toSorted());
  };

  it('lists entries, folders and ids of metadata under the checksum of the contract', async () => {
    await make('whole');
    for (const path of ['b.txt', 'dir/\u{1f600}.txt', 'dir/\uffee.txt', 'a "quoted".txt', 'dir-2/x', 'dir/x.txt'])
      await upload('whole', path, 'hello');
    await service.call('POST', at('whole', '/meta/note/set?path=b.txt'), { json: { data: 1 } });
    const found = await stamp('whole');
    expectWhole(found);
    expect([...entriesOf(found).keys()]).toEqual([
      'a "quoted".txt',
      'b.txt',
      'dir',
      'dir-2',
      'dir-2/x',
      'dir/x.txt',
      'dir/\uffee.txt',
      'dir/\u{1f600}.txt',
    ]);
    expect(found.entries[1]).toEqual({ 'b.txt': '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824' });
    expect(found.entries[2]).toEqual({ dir: '' });
    expect(found.meta).toHaveLength(2);
    await make('empty');
    await service.call('DELETE', at('empty', '/meta/name'));
    const empty = await stamp('empty');
    expectWhole(empty);
    expect(empty).toMatchObject({ entries: [], meta: [] });
  });

  it('answers 304 until an entry or metadata changes, also for HEAD and through compression', async () => {
    await make('tagged', 1);
    await upload('tagged', 'a.txt', 'one');
    const first = await ask('tagged', { token: null });
    const etag = first.headers.get('etag')!;
    await first.json();
    const again = (headers = {}) => ask('tagged', { headers: { 'if-none-match': etag, ...headers } });
    expect((await again()).status).toBe(304);
    expect((await again({ 'accept-encoding': 'gzip' })).status).toBe(304);
    const head = await service.call('HEAD', at('tagged', '/stamp'));
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
    const changes: readonly (() => Promise<Response>)[] = [
      () => upload('tagged', 'a.txt', 'two'),
      () => service.call('POST', at('tagged', '/meta/note/set'), { json: { data: 1 } }),
      () => service.call('PUT', at('tagged'), { json: { name: 'Other' } }),
      () => service.call('DELETE', at('tagged', '/meta/note')),
      () => service.call('DELETE', at('tagged', '/obj?path=a.txt')),
    ];
    const checksums = new Set([(await stamp('tagged')).checksum]);
    for (const change of changes) {
      const before = (await ask('tagged')).headers.get('etag')!;
      expect((await change()).status).toBeLessThan(300);
      const after = await ask('tagged', { headers: { 'if-none-match': before } });
      expect(after.status).toBe(200);
      checksums.add(((await after.json()) as Stamp).checksum);
    }
    expect(checksums.size).toBe(changes.length + 1);
  });

  it('is of a state the dataset had while changes go on', async () => {
    await make('busy');
    const writing = (async () => {
      for (let index = 0; index < 30; index += 1) await upload('busy', `f${index % 7}/a${index}.txt`, `${index}`);
    })();
    const answers: Stamp[] = [];
    for (let index = 0; index < 30; index += 1) answers.push(await stamp('busy'));
    await writing;
    for (const answer of answers) expectWhole(answer);
    const whole = await stamp('busy');
    expect(whole.entries).toHaveLength(37);
    const counts = answers.map(({ entries }) => entries.length);
    expect(counts).toEqual(counts.toSorted((left, right) => left - right));
  });

  it('is shown to readers only, and goes with its dataset', async () => {
    await make('secret');
    expect((await ask('secret', { token: null })).status).toBe(401);
    const folder = join(service.dataDir, 'stamps');
    const before = (await readdir(folder)).length;
    await stamp('secret');
    expect(await readdir(folder)).toHaveLength(before + 1);
  });
});
