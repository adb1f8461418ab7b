import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { addMember, createPerson, type Person } from '../support/people.ts';
import { form, startService, until, type TestService } from '../support/service.ts';

interface Report {
  readonly organizationSlug: string;
  readonly datasetSlug: string;
  readonly totalProcessed: number;
  readonly successCount: number;
  readonly errorCount: number;
  readonly entries: readonly { path: string; hash: string; success: boolean; error: string | null }[];
}

describeOnEveryDatabase('datasets that are looked at again, and many of them', (environment) => {
  let service: TestService;
  let reader: Person;

  beforeAll(async () => {
    service = await startService({ ...(await environment()), BUILDS__CONCURRENCY: '1' });
    reader = await createPerson(service, 'rita');
    await service.call('POST', '/orgs', { json: { slug: 'survey' } });
    await addMember(service, 'survey', 'rita', 0);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const at = (slug: string, rest = ''): string => `/orgs/survey/ds/${slug}${rest}`;
  const upload = async (slug: string, path: string, file: Uint8Array): Promise<string> => {
    const answer = await service.call('POST', at(slug, '/obj'), { body: form({ path, file }) });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { hash: string }).hash;
  };
  const rescan = async (query: string): Promise<Report> =>
    (await (await service.call('POST', at('again', `/rescan${query}`))).json()) as Report;

  it('inspects the files that are asked for, tells of those it cannot read, and builds anew', async () => {
    await service.call('POST', '/orgs/survey/ds', { json: { slug: 'again' } });
    await upload('again', 'a/o.tif', quadrantOrthophoto(64));
    const lost = await upload('again', 'b.txt', Buffer.from('lost'));
    await upload('again', 'c.md', Buffer.from('# kept'));
    const built = (): Promise<{ currentState: string }[]> =>
      service
        .call('GET', at('again', '/builds'))
        .then((answer) => answer.json() as Promise<{ currentState: string }[]>);
    await until(built, (jobs) => jobs.length === 1 && jobs[0]!.currentState === 'Succeeded');
    const locate = join(service.dataDir, 'blobs', lost.slice(0, 2), lost.slice(2, 4), lost);
    await rm(locate).catch(() => rm(join(service.dataDir, 'blobs', lost.slice(0, 2), lost)));

    const report = await rescan('?stopOnError=false');
    expect(report).toMatchObject({
      organizationSlug: 'survey',
      datasetSlug: 'again',
      totalProcessed: 3,
      successCount: 2,
      errorCount: 1,
      entries: [
        { path: 'a/o.tif', success: true, error: null },
        { path: 'b.txt', success: false, hash: lost },
        { path: 'c.md', success: true },
      ],
    });
    expect(report.entries[1]!.error).toContain('missing');
    await until(built, (jobs) => jobs.length === 2 && jobs.every(({ currentState }) => currentState === 'Succeeded'));
    expect((await rescan('')).entries.map(({ path }) => path).at(-1)).toBe('b.txt');
    expect((await rescan('?types=georaster,markdown')).entries.map(({ path }) => path)).toEqual(['a/o.tif', 'c.md']);
    expect((await rescan('?types=8')).entries.map(({ path }) => path)).toEqual(['c.md']);
    expect((await service.call('POST', at('again', '/rescan?types=castle'))).status).toBe(400);
    expect((await service.call('POST', at('again', '/rescan'), { token: reader.token })).status).toBe(403);
  });

  it('answers the batches of uploads', async () => {
    expect(await (await service.call('GET', at('again', '/batches'))).json()).toEqual([]);
    expect((await service.call('GET', at('again', '/batches'), { token: reader.token })).status).toBe(200);
    expect((await service.call('GET', at('again', '/batches'), { token: null })).status).toBe(401);
  });

  it('changes tagline and license with the name, and checks them', async () => {
    const change = async (json: object) => (await service.call('PUT', at('again'), { json })).status;
    expect(await change({ tagline: 'West field', license: 'CC-BY-4.0' })).toBe(204);
    const { properties } = (await (await service.call('GET', at('again', '/ex'))).json()) as {
      properties: { meta: object };
    };
    expect(properties.meta).toMatchObject({ tagline: { data: 'West field' }, license: { data: 'CC-BY-4.0' } });
    expect(await change({ license: 'no license' })).toBe(400);
    expect(await change({ tagline: 'x'.repeat(300) })).toBe(400);
  });

  it('lists datasets page by page, with whether they have a thumbnail', async () => {
    for (const slug of ['p1', 'p2', 'p3', 'p4']) await service.call('POST', '/orgs/survey/ds', { json: { slug } });
    await upload('p3', 'cover.png', Buffer.from('x'));
    const list = async (query: string) => {
      const answer = await service.call('GET', `/orgs/survey/ds${query}`);
      const datasets = (await answer.json()) as { slug: string; hasThumbnail: boolean }[];
      return { datasets, link: answer.headers.get('link') };
    };
    const all = await list('?includeThumbnailCheck=true');
    expect(all.link).toBeNull();
    expect(all.datasets.map(({ slug, hasThumbnail }) => [slug, hasThumbnail])).toEqual([
      // It has pictures.
      ['again', true],
      ['p1', false],
      ['p2', false],
      ['p3', true],
      ['p4', false],
    ]);
    const found: string[] = [];
    for (let query: string | undefined = '?limit=2'; query !== undefined && found.length < 10;) {
      const { datasets, link } = await list(query);
      found.push(...datasets.map(({ slug }) => slug));
      query = link === null ? undefined : /<(.*)>/.exec(link)![1];
    }
    expect(found).toEqual(['again', 'p1', 'p2', 'p3', 'p4']);
  });
});
