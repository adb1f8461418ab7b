import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { addMember, createDataset, createLink, createPerson, createToken, type Person } from '../support/people.ts';
import { form, startService, type TestService } from '../support/service.ts';

interface Placed {
  readonly orgSlug: string;
  readonly dsSlug: string;
  readonly dataset: string;
  readonly isPublic: boolean;
  readonly bbox: readonly number[];
}

describeOnEveryDatabase('extents of all datasets', (environment) => {
  let service: TestService;
  let olga: Person;
  let mia: Person;
  let stranger: Person;

  beforeAll(async () => {
    service = await startService(await environment());
    olga = await createPerson(service, 'olga');
    mia = await createPerson(service, 'mia');
    stranger = await createPerson(service, 'stranger');
    await olga.call('POST', '/orgs', { slug: 'valley', name: 'Valley Survey' });
    await addMember(service, 'valley', 'mia', 0);
    await olga.call('POST', '/orgs', { slug: 'coast', name: 'Coast Survey' });
    await olga.call('PUT', '/orgs/coast', { slug: 'coast', name: 'Coast Survey', isPublic: true });
    await createDataset(service, 'valley/hidden', 0, []);
    await createDataset(service, 'valley/unlisted', 1, []);
    await createDataset(service, 'valley/open', 2, []);
    await createDataset(service, 'valley/placeless', 2, ['README.md']);
    await createDataset(service, 'coast/dunes', 1, []);
    await createDataset(service, 'coast/cliffs', 0, []);
    await place('valley/hidden', 'a.geojson', [11, 46]);
    await place('valley/hidden', 'b.geojson', [11.5, 46.25]);
    await place('valley/unlisted', 'a.geojson', [-70, -30]);
    await place('valley/open', 'a.geojson', [12, 47]);
    await place('coast/dunes', 'a.geojson', [4, 52]);
    await place('coast/cliffs', 'a.geojson', [5, 53]);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  async function place(tag: string, path: string, coordinates: readonly number[]): Promise<void> {
    const feature = { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates } };
    const body = form({ path, file: Buffer.from(JSON.stringify(feature)) });
    const [org, ds] = tag.split('/');
    expect((await service.call('POST', `/orgs/${org}/ds/${ds}/obj`, { body })).status).toBe(201);
  }

  const ask = async (query = '', token: string | null = olga.token) => {
    const answer = await service.call('GET', `/search/extents?${query}`, { token });
    const text = await answer.text();
    if (answer.status >= 500) throw new Error(text);
    const body = JSON.parse(text) as readonly Placed[];
    return { status: answer.status, body, link: answer.headers.get('link') };
  };
  const names = async (query = '', token: string | null = olga.token): Promise<readonly string[]> =>
    (await ask(query, token)).body.map(({ orgSlug, dsSlug }) => `${orgSlug}/${dsSlug}`).toSorted();

  it('tells the box around all files with a place, by name', async () => {
    const { body } = await ask('orgSlug=valley');
    const hidden = body.find(({ dsSlug }) => dsSlug === 'hidden');
    expect(hidden).toEqual({
      orgSlug: 'valley',
      organization: 'Valley Survey',
      dsSlug: 'hidden',
      dataset: expect.any(String) as string,
      isPublic: false,
      bbox: [11, 46, 11.5, 46.25],
    });
  });

  it('shows everybody what he may find, and nothing else', async () => {
    const all = ['coast/cliffs', 'coast/dunes', 'valley/hidden', 'valley/open', 'valley/unlisted'];
    for (const { token } of [olga, service]) expect(await names('', token)).toEqual(all);
    expect(await names('', mia.token)).toEqual(['coast/dunes', 'valley/hidden', 'valley/open', 'valley/unlisted']);
    for (const token of [null, stranger.token]) {
      expect(await names('', token)).toEqual(['coast/dunes', 'valley/open']);
      const { body } = await ask('', token);
      expect(JSON.stringify(body)).not.toMatch(/hidden|unlisted|cliffs|-70|46\.25/);
    }
    await service.call('DELETE', '/orgs/valley/members/mia');
    expect(await names('', mia.token)).toEqual(['coast/dunes', 'valley/open']);
  });

  it('is limited to one organization, and to what a token is for', async () => {
    expect(await names('orgSlug=coast')).toEqual(['coast/cliffs', 'coast/dunes']);
    expect(await names('orgSlug=coast', stranger.token)).toEqual(['coast/dunes']);
    expect(await names('orgSlug=nothing')).toEqual([]);
    const link = await createLink(service, 'valley/hidden', {}, olga.token);
    expect(await names('', link.token)).toEqual(['valley/hidden']);
    const folder = await createLink(service, 'valley/hidden', { path: 'a.geojson' }, olga.token);
    expect(await names('', folder.token)).toEqual([]);
    const token = await createToken(service, { name: 'x', organization: 'valley', dataset: 'unlisted' }, olga.token);
    expect(await names('', token.token)).toEqual(['valley/unlisted']);
  });

  it('comes page by page, each dataset once, and follows what changes', async () => {
    const seen: string[] = [];
    let query = 'limit=2';
    for (let pages = 0; pages < 5; pages += 1) {
      const { body, link } = await ask(query);
      expect(body.length).toBeLessThanOrEqual(2);
      seen.push(...body.map(({ dsSlug }) => dsSlug));
      const next = /<[^>]*\?([^>]*)>; rel="next"/.exec(link ?? '')?.[1];
      if (next === undefined) break;
      query = next;
    }
    expect(seen.toSorted()).toEqual(['cliffs', 'dunes', 'hidden', 'open', 'unlisted']);
    await place('valley/placeless', 'a.geojson', [20, 40]);
    expect(await names('orgSlug=valley', null)).toEqual(['valley/open', 'valley/placeless']);
    await service.call('DELETE', '/orgs/valley/ds/open');
    expect(await names('orgSlug=valley', null)).toEqual(['valley/placeless']);
  });

  it.each(['limit=0', 'limit=1001', 'after=x', `orgSlug=${'a'.repeat(201)}`, 'orgSlug=%00'])(
    'refuses %s',
    async (query) => {
      expect((await ask(query)).status).toBe(400);
    },
  );
});
