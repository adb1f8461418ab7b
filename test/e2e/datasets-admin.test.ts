import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { addMember, createPerson, type Person } from '../support/people.ts';
import { form, startService, until, type TestService } from '../support/service.ts';

describeOnEveryDatabase('datasets as a whole', (environment) => {
  let service: TestService;
  let writer: Person;
  let deleter: Person;
  let stranger: Person;

  beforeAll(async () => {
    service = await startService({ ...(await environment()), BUILDS__CONCURRENCY: '1' });
    writer = await createPerson(service, 'willi');
    deleter = await createPerson(service, 'dora');
    stranger = await createPerson(service, 'sven');
    await service.call('POST', '/orgs', { json: { slug: 'survey' } });
    await addMember(service, 'survey', 'willi', 1);
    await addMember(service, 'survey', 'dora', 2);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const at = (slug: string, rest = ''): string => `/orgs/survey/ds/${slug}${rest}`;
  const make = async (slug: string, visibility = 0): Promise<void> => {
    const json = { slug, name: `Name of ${slug}`, visibility };
    expect((await service.call('POST', '/orgs/survey/ds', { json })).status).toBe(201);
  };
  const upload = (slug: string, path: string, file: Uint8Array): Promise<Response> =>
    service.call('POST', at(slug, '/obj'), { body: form({ path, file }) });
  const facts = async (slug: string): Promise<{ name: unknown; visibility: unknown; public: unknown }> => {
    const body = (await (await service.call('GET', at(slug, '/ex'))).json()) as {
      properties: { public: boolean; meta: Record<string, { data: unknown }> };
    };
    const { meta } = body.properties;
    return { name: meta['name']?.data, visibility: meta['visibility']?.data, public: body.properties.public };
  };

  it('changes name and visibility by a form or JSON, only what is sent', async () => {
    await make('edited');
    const put = async (json: object): Promise<number> => (await writer.call('PUT', at('edited'), json)).status;
    expect(await put({ name: 'Spring' })).toBe(204);
    expect(await facts('edited')).toEqual({ name: 'Spring', visibility: 0, public: false });
    const body = form({ name: '', visibility: '2' });
    expect((await writer.call('PUT', at('edited'), undefined, { body })).status).toBe(204);
    expect(await facts('edited')).toEqual({ name: 'Spring', visibility: 2, public: true });
    expect(await put({ visibility: 'unlisted', name: 'Summer' })).toBe(204);
    expect(await facts('edited')).toEqual({ name: 'Summer', visibility: 1, public: true });
    expect(await put({ visibility: null })).toBe(204);
    for (const visibility of [3, -1, 'open', 0.5])
      expect([visibility, await put({ visibility })]).toEqual([visibility, 400]);
    expect(await put({ visibility: 0, name: 'x'.repeat(300) })).toBe(400);
    expect(await facts('edited')).toEqual({ name: 'Summer', visibility: 1, public: true });
    expect((await stranger.call('PUT', at('edited'), { visibility: 0 })).status).toBe(403);
  });

  it('lists what is unlisted like what is public to everybody, as older clients expect of 1', async () => {
    await service.call('POST', '/orgs', { json: { slug: 'open', isPublic: true } });
    for (const [visibility, slug] of ['closed', 'by-address', 'for-all'].entries())
      await service.call('POST', '/orgs/open/ds', { json: { slug, visibility } });
    const list = (await (await service.call('GET', '/orgs/open/ds', { token: null })).json()) as { slug: string }[];
    expect(list.map(({ slug }) => slug)).toEqual(['by-address', 'for-all']);
  });

  it('sets the visibility in every form, and answers with the metadata that tells it', async () => {
    await make('shown');
    const set = (options: Parameters<TestService['call']>[2], path = '/meta/visibility/set'): Promise<Response> =>
      service.call('POST', at('shown', path), { token: writer.token, ...options });
    const first = (await (await set({ json: { data: 2 } })).json()) as { id: string; data: number; mtime: number };
    expect(first).toMatchObject({ data: 2, mtime: expect.closeTo(Date.now() / 1000, -1) });
    const headers = { 'content-type': 'application/json' };
    for (const [options, expected] of [
      [{ body: '1', headers }, 1],
      [{ body: '"Public"', headers }, 2],
      [{ json: { value: 0 } }, 0],
      [{ json: { visibility: 'PRIVATE' } }, 0],
      [{ body: form({ data: '1', path: '' }) }, 1],
      [{ body: form({ data: '"private"' }) }, 0],
    ] as const) {
      for (const path of ['/meta/visibility/set', '/meta/set/visibility']) {
        const answer = await set(options, path);
        expect([answer.status, await answer.json()]).toMatchObject([200, { data: expected }]);
        expect((await facts('shown')).visibility).toBe(expected);
      }
    }
    for (const options of [{ json: {} }, { json: { data: 3 } }, { body: 'x', headers }, { json: { data: null } }]) {
      expect((await set(options)).status).toBe(400);
    }
    expect((await stranger.call('POST', at('shown', '/meta/visibility/set'), { data: 1 })).status).toBe(404);
  });

  it('opens and closes by attributes, and keeps a dataset as open as it is', async () => {
    await make('attributes');
    const chattr = async (options: Parameters<TestService['call']>[2]): Promise<unknown> =>
      (await service.call('POST', at('attributes', '/chattr'), { token: writer.token, ...options })).json();
    expect(await chattr({ body: form({ attrs: '{"public": true}' }) })).toEqual({ public: true });
    expect((await facts('attributes')).visibility).toBe(1);
    await writer.call('PUT', at('attributes'), { visibility: 2 });
    expect(await chattr({ json: { attrs: { public: true } } })).toEqual({ public: true });
    expect((await facts('attributes')).visibility).toBe(2);
    expect(await chattr({ json: {} })).toEqual({ public: true });
    expect(await chattr({ json: { public: false } })).toEqual({ public: false });
    expect((await facts('attributes')).visibility).toBe(0);
    for (const attrs of ['public', '{"public": 1}', '[']) {
      expect(await chattr({ body: form({ attrs }) })).toMatchObject({ error: expect.stringContaining('attrs') });
    }
  });

  it('B-9 renames: the old address answers 404 at once, the new one has everything', async () => {
    await make('before');
    await upload('before', 'a/o.tif', quadrantOrthophoto(64));
    const tile = (slug: string): Promise<Response> => service.call('GET', at(slug, '/tiles/3/4/2.png?path=a/o.tif'));
    await until(
      () => tile('before'),
      ({ status }) => status === 200,
    );
    const rename = (slug: string, to: unknown): Promise<Response> =>
      writer.call('POST', at(slug, '/rename'), { slug: to });
    expect([(await rename('before', 'before')).status, (await tile('before')).status]).toEqual([200, 200]);
    const renamed = await rename('before', 'after');
    expect([renamed.status, await renamed.json()]).toMatchObject([200, { slug: 'after', properties: { entries: 2 } }]);
    expect((await tile('before')).status).toBe(404);
    expect((await service.call('GET', at('before'))).status).toBe(404);
    expect((await tile('after')).status).toBe(200);

    await make('taken');
    for (const slug of ['a', 'UP', 'x--y', '../x', '', null]) {
      expect([slug, (await rename('after', slug)).status]).toEqual([slug, 400]);
    }
    expect((await rename('after', 'taken')).status).toBe(409);
    const racing = await Promise.all(['taken', 'after'].map((slug) => rename(slug, 'contested')));
    expect(racing.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 409]);
    expect((await stranger.call('POST', at('taken', '/rename'), { slug: 'mine' })).status).toBe(404);
  });

  it('B-9 deletes with entries, builds and links, for those of the level; the slug is free for an empty one', async () => {
    await make('doomed', 1);
    await upload('doomed', 'o.tif', quadrantOrthophoto(64));
    const tile = (): Promise<Response> => stranger.call('GET', at('doomed', '/tiles/3/4/2.png?path=o.tif'));
    const served = await until(tile, ({ status }) => status === 200);
    const before = await readdir(join(service.dataDir, 'builds'));
    expect((await stranger.call('DELETE', at('doomed'), {})).status).toBe(403);
    expect((await writer.call('DELETE', at('doomed'), {})).status).toBe(403);
    expect((await deleter.call('DELETE', at('doomed'), {})).status).toBe(204);
    expect((await tile()).status).toBe(404);
    expect(
      (
        await stranger.call('GET', at('doomed', '/tiles/3/4/2.png?path=o.tif'), undefined, {
          headers: { 'if-none-match': served.headers.get('etag')! },
        })
      ).status,
    ).toBe(404);
    expect((await deleter.call('DELETE', at('doomed'))).status).toBe(404);
    await until(
      () => readdir(join(service.dataDir, 'builds')),
      (left) => left.length === before.length - 1,
    );
    await make('doomed', 1);
    expect(await (await service.call('POST', at('doomed', '/list'), { json: {} })).json()).toEqual([]);
    expect((await tile()).status).toBe(404);
  });

  it('stops the builds of a dataset that is deleted while they wait or run', async () => {
    await make('building');
    for (const name of ['a', 'b', 'c', 'd']) {
      const bytes = Buffer.concat([quadrantOrthophoto(256), Buffer.from(name)]);
      expect((await upload('building', `${name}.tif`, bytes)).status).toBe(201);
    }
    expect((await service.call('DELETE', at('building'))).status).toBe(204);
    await make('next');
    await upload('next', 'o.tif', quadrantOrthophoto(96));
    await until(
      () => service.call('GET', at('next', '/tiles/3/4/2.png?path=o.tif')),
      ({ status }) => status === 200,
    );
    expect(await (await service.call('GET', at('next', '/builds'))).json()).toMatchObject([
      { currentState: 'Succeeded' },
    ]);
  });

  it('charges and releases the bytes of the owner', async () => {
    await service.call('POST', '/orgs', { json: { slug: 'charged', owner: 'willi' } });
    await writer.call('POST', '/orgs/charged/ds', { slug: 'one' });
    await writer.call('POST', '/orgs/charged/ds/one/obj', undefined, {
      body: form({ path: 'x.bin', file: Buffer.alloc(1000) }),
    });
    const used = async (who: Person): Promise<number> =>
      ((await (await who.call('GET', '/users/storage')).json()) as { used: number }).used;
    expect([await used(writer), await used(deleter)]).toEqual([1000, 0]);
    await service.call('PUT', '/orgs/charged', { json: { owner: 'dora' } });
    expect([await used(writer), await used(deleter)]).toEqual([0, 1000]);
    expect((await deleter.call('DELETE', '/orgs/charged/ds/one')).status).toBe(204);
    expect([await used(writer), await used(deleter)]).toEqual([0, 0]);
  });
});
