import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnOneDatabase } from '../support/databases.ts';
import { form, startService, type TestService } from '../support/service.ts';

describeOnOneDatabase('organizations and datasets', (environment) => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService(await environment());
  });
  afterAll(() => service[Symbol.asyncDispose]());

  it('begins with the public organization and the administrator’s own', async () => {
    const list = (await (await service.call('GET', '/orgs')).json()) as { slug: string; owner: string | null }[];
    expect(list.map(({ slug, owner }) => [slug, owner])).toEqual([
      ['admin', 'admin'],
      ['public', null],
    ]);
    const owned = (await (await service.call('GET', '/orgs?ownedOnly=true')).json()) as { slug: string }[];
    expect(owned.map(({ slug }) => slug)).toEqual(['admin']);
    expect((await service.call('GET', '/orgs', { token: null })).status).toBe(401);
    const open = (await (await service.call('GET', '/orgs/public', { token: null })).json()) as {
      slug: string;
      permissions: object;
    }[];
    expect(open).toMatchObject([{ slug: 'public', permissions: { canRead: true, canWrite: false } }]);
  });

  it('creates an organization once and refuses bad slugs', async () => {
    const created = await service.call('POST', '/orgs', {
      body: form({ slug: 'survey', name: 'Survey', isPublic: 'True', description: '' }),
    });
    expect([created.status, created.headers.get('location')]).toEqual([201, '/orgs/survey']);
    expect(await created.json()).toMatchObject({
      slug: 'survey',
      name: 'Survey',
      isPublic: true,
      owner: 'admin',
      description: null,
    });
    expect((await service.call('POST', '/orgs', { json: { slug: 'survey' } })).status).toBe(409);
    for (const slug of ['a', 'UPPER', '-x', 'a--b', 'ä1', 'a b', '../x', 'x'.repeat(129)]) {
      expect([slug, (await service.call('POST', '/orgs', { json: { slug } })).status]).toEqual([slug, 400]);
    }
  });

  it('creates, lists and shows datasets as clients read them', async () => {
    const created = await service.call('POST', '/orgs/admin/ds', {
      body: form({ slug: 'flight', name: 'Flight 1', visibility: '0', tagline: 'West field' }),
    });
    expect([created.status, created.headers.get('location')]).toEqual([201, '/orgs/admin/ds/flight']);
    expect(await created.json()).toMatchObject({
      slug: 'flight',
      size: 0,
      hasThumbnail: false,
      permissions: { canRead: true, canWrite: true, canDelete: true },
      properties: {
        entries: 0,
        meta: { name: { data: 'Flight 1' }, visibility: { data: 0 }, tagline: { data: 'West field' } },
      },
    });
    expect((await service.call('POST', '/orgs/admin/ds', { json: { slug: 'flight' } })).status).toBe(409);
    expect((await service.call('POST', '/orgs/admin/ds', { json: { slug: 'x1', visibility: 7 } })).status).toBe(400);

    const [entry, ...others] = (await (await service.call('GET', '/orgs/admin/ds/flight')).json()) as Record<
      string,
      unknown
    >[];
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      path: `ddb+unsafe://${new URL(service.url).host}/admin/flight`,
      type: 7,
      depth: 0,
      hash: null,
      properties: { entries: 0, permissions: { canWrite: true }, meta: { name: { data: 'Flight 1' } } },
    });
    expect(await (await service.call('GET', '/orgs/admin/ds/flight/ex')).json()).toMatchObject({ slug: 'flight' });
  });

  it('B-6 shows a public dataset to everybody and tells nobody whether a private one exists', async () => {
    await service.call('POST', '/orgs/admin/ds', { json: { slug: 'open', visibility: 1 } });
    expect((await service.call('GET', '/orgs/admin/ds/open', { token: null })).status).toBe(200);
    const secret = await service.call('GET', '/orgs/admin/ds/flight', { token: null });
    const missing = await service.call('GET', '/orgs/admin/ds/nothing', { token: null });
    const nowhere = await service.call('GET', '/orgs/nobody/ds/nothing', { token: null });
    expect([secret.status, await secret.text()]).toEqual([401, '{"error":"Unauthorized","noRetry":true}']);
    for (const answer of [missing, nowhere]) {
      expect([answer.status, await answer.text()]).toEqual([401, '{"error":"Unauthorized","noRetry":true}']);
    }
    expect((await service.call('GET', '/orgs/admin/ds/nothing')).status).toBe(404);
    expect(
      (await service.call('POST', '/orgs/admin/ds/open/obj', { token: null, body: form({ path: 'x' }) })).status,
    ).toBe(401);
    expect((await service.call('GET', '/orgs/admin%00/ds/open')).status).toBe(400);
  });

  it('B-6 pages of a list lead past private datasets without their slugs and their number', async () => {
    await service.call('POST', '/orgs', { json: { slug: 'mixed', isPublic: true } });
    const make = (slug: string, visibility: number) =>
      service.call('POST', '/orgs/mixed/ds', { json: { slug, visibility } });
    for (const slug of ['alpha-secret', 'golf-secret', 'zulu-secret']) await make(slug, 0);
    for (const slug of ['bravo', 'hotel', 'kilo']) await make(slug, 1);
    /** What callers nobody knows are told of the next pages. */
    const links: string[] = [];
    const walk = async (token?: null): Promise<string[][]> => {
      const pages: string[][] = [];
      for (let next: string | undefined = '/orgs/mixed/ds?limit=2'; next !== undefined && pages.length < 9;) {
        const answer: Response = await service.call('GET', next, token === null ? { token } : {});
        const link = answer.headers.get('link');
        links.push(...(token === null && link !== null ? [link] : []));
        pages.push(((await answer.json()) as { slug: string }[]).map(({ slug }) => slug));
        next = link === null ? undefined : new URL(/<(.*)>/.exec(link)![1]!, `${service.url}/orgs/mixed/ds`).href;
        next = next?.replace(service.url, '');
      }
      return pages;
    };
    expect(await walk(null)).toEqual([['bravo', 'hotel'], ['kilo']]);
    expect(links.join()).toMatch(/hotel/);
    expect(links.join()).not.toContain('secret');
    expect((await walk()).flat()).toHaveLength(6);
  });
});
