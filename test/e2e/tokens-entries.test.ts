import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnOneDatabase } from '../support/databases.ts';
import { createDataset, createLink, createToken } from '../support/people.ts';
import { form, startService, type TestService } from '../support/service.ts';

describeOnOneDatabase('links to entries', (environment) => {
  let service: TestService;
  let made = 0;
  let slug: string;

  beforeAll(async () => {
    service = await startService({ ...(await environment()), BUILDS__CONCURRENCY: '0' });
    await createDataset(service, 'admin/other', 0);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const at = (rest: string): string => `/orgs/admin/ds/${slug}${rest}`;
  const put = async (path: string, text: string): Promise<void> => {
    const body = form({ path, file: Buffer.from(text) });
    expect((await service.call('POST', at('/obj'), { body })).status).toBe(201);
  };
  const make = async (...paths: string[]): Promise<void> => {
    slug = `links${(made += 1)}`;
    await createDataset(service, `admin/${slug}`, 0);
    for (const path of paths) await put(path, path);
  };
  const link = (path: string): Promise<{ id: string; token: string }> => createLink(service, `admin/${slug}`, { path });
  /** What anyone who has a link or token reads at a path. */
  const read = async ({ token }: { token: string }, path: string): Promise<[number, string]> => {
    const answer = await service.call('GET', at(`/download?path=${encodeURIComponent(path)}`), { token });
    return [answer.status, answer.ok ? await answer.text() : ''];
  };
  const change = async (method: string, path: string, json: unknown): Promise<void> =>
    expect((await service.call(method, path, { json })).status).toBeLessThan(300);

  it('end with the entry, and show nothing of what comes to its path later', async () => {
    await make('f/a.txt', 'f/b.txt', 'c.txt', 'kept.txt');
    const inFolder = await link('f/a.txt');
    const alone = await link('c.txt');
    const kept = await link('kept.txt');
    const folder = await link('f');
    const personal = await createToken(service, {
      name: 'one',
      organization: 'admin',
      dataset: slug,
      path: 'c.txt',
    });
    expect(await read(inFolder, 'f/a.txt')).toEqual([200, 'f/a.txt']);
    expect((await service.call('DELETE', at('/obj?path=f/b.txt'))).status).toBe(204);
    expect(await read(folder, 'f/a.txt')).toEqual([200, 'f/a.txt']);
    await change('DELETE', at('/obj/batch'), { paths: ['f', 'c.txt', 'missing'] });
    await put('f/a.txt', 'secret');
    await put('c.txt', 'secret');
    for (const [token, path] of [
      [inFolder, 'f/a.txt'],
      [folder, 'f/a.txt'],
      [alone, 'c.txt'],
      [personal, 'c.txt'],
    ] as const)
      expect([path, ...(await read(token, path))]).toEqual([path, 401, '']);
    expect(await read(kept, 'kept.txt')).toEqual([200, 'kept.txt']);
    // Its maker sees that it ended.
    const links = (await (await service.call('GET', at('/links'))).json()) as { id: string; expiresAt: string }[];
    const live = links.filter(({ expiresAt }) => new Date(expiresAt) > new Date()).map(({ id }) => id);
    expect([links.length, live]).toEqual([4, [kept.id]]);
  });

  it('stay with a file that is replaced, and go with one that is moved', async () => {
    await make('a.txt', 'b.txt');
    const stays = await link('a.txt');
    await put('a.txt', 'new');
    expect(await read(stays, 'a.txt')).toEqual([200, 'new']);
    await change('POST', at('/obj/copy'), { source: 'b.txt', dest: 'a.txt', overwrite: true });
    expect(await read(stays, 'a.txt')).toEqual([200, 'b.txt']);
    await change('PUT', at('/obj'), { source: 'a.txt', dest: 'x/y.txt' });
    await put('a.txt', 'secret');
    expect([await read(stays, 'x/y.txt'), await read(stays, 'a.txt')]).toEqual([
      [200, 'b.txt'],
      [403, ''],
    ]);
  });

  it('end with what is transferred, and with what a folder lost that was replaced', async () => {
    await make('a.txt', 'kept.txt', 'f/one.txt', 'f/both.txt', 'g/both.txt');
    const [moved, copied, lost, both] = [
      await link('a.txt'),
      await link('kept.txt'),
      await link('f/one.txt'),
      await link('f/both.txt'),
    ];
    const to = { destOrgSlug: 'admin', destDsSlug: 'other', overwrite: true };
    await change('POST', at('/transfer'), { sourcePath: 'a.txt', ...to });
    await change('POST', at('/transfer'), { sourcePath: 'kept.txt', ...to, keepSource: true });
    await change('POST', at('/obj/copy'), { source: 'g', dest: 'f', overwrite: true });
    for (const path of ['a.txt', 'f/one.txt']) await put(path, 'secret');
    expect(await read(moved, 'a.txt')).toEqual([401, '']);
    expect(await read(lost, 'f/one.txt')).toEqual([401, '']);
    expect(await read(copied, 'kept.txt')).toEqual([200, 'kept.txt']);
    expect(await read(both, 'f/both.txt')).toEqual([200, 'g/both.txt']);
  });

  it('are made for entries that are there when they are made, whatever goes at that moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      await make('a.txt');
      const [made] = await Promise.all([
        service.call('POST', at('/links'), { json: { path: 'a.txt' } }),
        service.call('DELETE', at('/obj?path=a.txt')),
      ]);
      expect([201, 404]).toContain(made.status);
      await put('a.txt', 'secret');
      if (made.status !== 201) continue;
      expect(await read((await made.json()) as { token: string }, 'a.txt')).toEqual([401, '']);
    }
  });
});
