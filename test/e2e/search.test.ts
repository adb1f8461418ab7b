import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { addMember, createDataset, createLink, createPerson, createToken, type Person } from '../support/people.ts';
import { form, startService, type TestService } from '../support/service.ts';

interface Found {
  readonly kind: string;
  readonly match: string;
  readonly orgSlug: string;
  readonly dsSlug: string | null;
  readonly path: string | null;
  readonly text: string | null;
}

describeOnEveryDatabase('search over everything', (environment) => {
  let service: TestService;
  let olga: Person;
  let mia: Person;
  let stranger: Person;

  beforeAll(async () => {
    service = await startService({ ...(await environment()), Import__AllowedHosts: '127.0.0.1' });
    olga = await createPerson(service, 'olga');
    mia = await createPerson(service, 'mia');
    stranger = await createPerson(service, 'stranger');
    await olga.call('POST', '/orgs', {
      slug: 'valley',
      name: 'Müller Survey',
      description: 'Glaciers of the Ötz valley',
    });
    await addMember(service, 'valley', 'mia', 0);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const ask = async (query: string, token: string | null = olga.token): Promise<Found[]> => {
    const answer = await service.call('GET', `/search?${query}`, { token });
    expect([query, answer.status]).toEqual([query, 200]);
    return (await answer.json()) as Found[];
  };
  /** What is found, in short, in order. */
  const names = async (q: string, token: string | null = olga.token): Promise<string[]> =>
    (await ask(`q=${encodeURIComponent(q)}&limit=100`, token)).map(nameOf);
  const nameOf = ({ kind, orgSlug, dsSlug, path }: Found): string =>
    kind === 'organization' ? orgSlug : kind === 'dataset' ? `${orgSlug}/${dsSlug}` : `${orgSlug}/${dsSlug}:${path}`;
  const change = async (method: string, path: string, json?: object): Promise<void> => {
    const answer = await service.call(method, path, json === undefined ? {} : { json });
    expect([path, answer.status < 300, await answer.text()]).toMatchObject([path, true, expect.anything()]);
  };

  it('finds by name, description, tagline and tags, in any letters; the best matches first, files last', async () => {
    await createDataset(service, 'valley/ortho', 0, ['ortho', 'Ortho 2.txt', 'a/my ortho.txt', 'b/Ünder.txt']);
    await createDataset(service, 'valley/old-ortho', 0, ['ortho']);
    await change('PUT', '/orgs/valley/ds/old-ortho', { name: 'ORTHOPHOTO of Größe', tagline: 'Éclair in June' });
    for (const data of ['ςίγμα', '["snow","line"]'])
      await change('POST', '/orgs/valley/ds/old-ortho/meta/tags', { data });
    await createDataset(service, 'valley/plan', 0, []);
    await change('PUT', '/orgs/valley/ds/plan', { name: 'Plan', tagline: 'beside the ortho' });
    const found = await ask('q=ORTHO&limit=100');
    expect(found.map(({ match, ...one }) => `${match} ${nameOf(one as Found)}`)).toEqual([
      'exact valley/ortho',
      'prefix valley/old-ortho',
      'text valley/plan',
      ...found.filter(({ kind, match }) => kind === 'file' && match === 'exact').map((one) => `exact ${nameOf(one)}`),
      'prefix valley/ortho:Ortho 2.txt',
      'part valley/ortho:a/my ortho.txt',
    ]);
    expect(found.filter(({ match, kind }) => kind === 'file' && match === 'exact')).toHaveLength(2);
    expect(await names('müller')).toEqual(['valley']);
    expect(await names('ÖTZ glac')).toEqual(['valley']);
    expect(await names('éCLAIR')).toEqual(['valley/old-ortho']);
    expect(await names('größe')).toEqual(['valley/old-ortho']);
    expect(await names('ΣΊΓΜΑ')).toEqual(['valley/old-ortho']);
    expect(await names('line snow')).toEqual(['valley/old-ortho']);
    expect(await names('ÜNDER')).toEqual(['valley/ortho:b/Ünder.txt']);
    expect(await names('my txt')).toEqual(['valley/ortho:a/my ortho.txt']);
    expect(await names('100%')).toEqual([]);
  });

  it('finds for everybody what he may read, and nothing else', async () => {
    await createDataset(service, 'valley/hush', 0, ['hush.txt']);
    await createDataset(service, 'valley/hush-open', 2, ['hush-open.txt']);
    const open = ['valley/hush-open', 'valley/hush-open:hush-open.txt'];
    const all = ['valley/hush', 'valley/hush-open', 'valley/hush:hush.txt', 'valley/hush-open:hush-open.txt'];
    for (const token of [null, stranger.token]) expect(await names('hush', token)).toEqual(open);
    for (const token of [olga.token, mia.token, service.token])
      expect((await names('hush', token)).toSorted()).toEqual(all.toSorted());
    expect(await names('müller', null)).toEqual([]);
    expect(await names('müller', mia.token)).toEqual(['valley']);
    await change('PUT', '/orgs/valley', { slug: 'valley', name: 'Müller Survey', isPublic: true });
    expect(await names('müller', null)).toEqual(['valley']);
    await change('PUT', '/orgs/valley', { slug: 'valley', name: 'Müller Survey', isPublic: false });
    expect(await names('müller', null)).toEqual([]);
  });

  it('shows a token what it is for: all, one dataset, one folder', async () => {
    await createDataset(service, 'valley/links', 0, [
      'in/links.txt',
      'in/deep/links.txt',
      'inside-links.txt',
      'links.txt',
    ]);
    await createDataset(service, 'valley/links-2', 0, ['in/links.txt']);
    const whole = ['valley/links', 'valley/links:in/deep/links.txt', 'valley/links:in/links.txt'];
    const rest = ['valley/links:links.txt', 'valley/links:inside-links.txt'];
    const folder = ['valley/links:in/deep/links.txt', 'valley/links:in/links.txt'];
    const ofOwner = (json: object) => createToken(service, { name: 'x', ...json }, olga.token);
    const datasetLink = await createLink(service, 'valley/links', {}, olga.token);
    const folderLink = await createLink(service, 'valley/links', { path: 'in' }, olga.token);
    const personal = await ofOwner({ organization: 'valley', dataset: 'links' });
    for (const { token } of [datasetLink, personal]) expect(await names('links', token)).toEqual([...whole, ...rest]);
    expect(await names('links', folderLink.token)).toEqual(folder);
    expect(await names('in', folderLink.token)).toEqual(['valley/links:in', ...folder]);
    expect(await names('müller', datasetLink.token)).toEqual([]);
    expect(await ask('bbox=-180,-90,180,90', folderLink.token)).toEqual([]);
    const unlimited = await ofOwner({});
    expect(await names('müller', unlimited.token)).toEqual(['valley']);
    const { id: admin } = await createToken(service, { name: 'of an administrator' });
    expect(admin).toMatch(/./);
    // A link is as good as its maker's right to make one.
    await addMember(service, 'valley', 'stranger', 1);
    const made = await createLink(service, 'valley/links', {}, stranger.token);
    expect(await names('links', made.token)).toEqual([...whole, ...rest]);
    await change('DELETE', '/orgs/valley/members/stranger');
    expect(await names('links', made.token)).toEqual([]);
  });

  it('finds an unlisted dataset of a private organization for those who belong to it only', async () => {
    await createDataset(service, 'valley/secluded', 1, ['secluded.txt']);
    const feature = {
      type: 'Feature',
      properties: {},
      geometry: { type: 'Point', coordinates: [-70, -30] },
    };
    const body = form({ path: 'far.geojson', file: Buffer.from(JSON.stringify(feature)) });
    expect((await service.call('POST', '/orgs/valley/ds/secluded/obj', { body })).status).toBe(201);
    const found = async (token: string | null) => [
      await names('secluded', token),
      await names('lude', token),
      await names('-30, -70', token),
    ];
    const all = ['valley/secluded', 'valley/secluded:secluded.txt'];
    const everything = [all, all, ['valley/secluded']];
    for (const { token } of [olga, mia, service]) expect(await found(token)).toEqual(everything);
    for (const token of [null, stranger.token]) {
      expect(await found(token)).toEqual([[], [], []]);
      // A guest with the address reads it.
      expect((await service.call('GET', '/orgs/valley/ds/secluded', { token })).status).toBe(200);
    }
    const link = await createLink(service, 'valley/secluded', {}, olga.token);
    expect(await names('secluded', link.token)).toEqual(all);
    const isPublic = (value: boolean) =>
      change('PUT', '/orgs/valley', { slug: 'valley', name: 'Müller Survey', isPublic: value });
    await isPublic(true);
    for (const token of [null, stranger.token]) expect(await found(token)).toEqual(everything);
    await isPublic(false);
    expect(await found(null)).toEqual([[], [], []]);
  });

  it('tells in the next answer that something was renamed, moved, hidden, shown or deleted', async () => {
    await createDataset(service, 'valley/change', 0, ['zebra.txt']);
    expect(await names('zebra')).toEqual(['valley/change:zebra.txt']);
    await change('PUT', '/orgs/valley/ds/change/obj', { source: 'zebra.txt', dest: 'quagga.txt' });
    expect([await names('zebra'), await names('quagga')]).toEqual([[], ['valley/change:quagga.txt']]);
    await change('POST', '/orgs/valley/ds/change/rename', { slug: 'okapi' });
    expect([await names('quagga'), await names('okapi')]).toEqual([['valley/okapi:quagga.txt'], ['valley/okapi']]);
    await change('PUT', '/orgs/valley/ds/okapi', { name: 'Giraffe' });
    expect(await names('giraffe')).toEqual(['valley/okapi']);
    expect(await names('quagga', null)).toEqual([]);
    await change('POST', '/orgs/valley/ds/okapi/meta/visibility/set', { data: 2 });
    expect(await names('quagga', null)).toEqual(['valley/okapi:quagga.txt']);
    await change('POST', '/orgs/valley/ds/okapi/chattr', { public: false });
    expect(await names('giraffe', null)).toEqual([]);
    expect(await names('giraffe', stranger.token)).toEqual([]);
    await addMember(service, 'valley', 'stranger', 0);
    expect(await names('giraffe', stranger.token)).toEqual(['valley/okapi']);
    await change('DELETE', '/orgs/valley/members/stranger');
    expect(await names('giraffe', stranger.token)).toEqual([]);
    await change('DELETE', '/orgs/valley/ds/okapi/obj?path=quagga.txt');
    expect(await names('quagga')).toEqual([]);
    await change('DELETE', '/orgs/valley/ds/okapi');
    expect(await names('giraffe')).toEqual([]);
    await change('PUT', '/orgs/valley', { slug: 'valley', name: 'Müller Survey', description: 'Marmots' });
    expect([await names('ötz'), await names('marmots')]).toEqual([[], ['valley']]);
  });

  it('follows datasets into other organizations, by move, merge and transfer of files', async () => {
    for (const slug of ['from', 'into'])
      await change('POST', '/orgs', { slug, owner: slug === 'from' ? 'olga' : 'mia' });
    for (const name of ['lynx-a', 'lynx-b']) await createDataset(service, `from/${name}`, 0, [`${name}.txt`]);
    await createDataset(service, 'into/den', 0, []);
    const move = { sourceOrgSlug: 'from', destinationOrgSlug: 'into', datasetSlugs: ['lynx-a'] };
    await change('POST', '/sys/move-datasets', move);
    expect(await names('lynx-a')).toEqual([]);
    expect(await names('lynx-a', mia.token)).toEqual(['into/lynx-a', 'into/lynx-a:lynx-a.txt']);
    await change('POST', '/orgs/into/ds/lynx-a/transfer', {
      sourcePath: 'lynx-a.txt',
      destOrgSlug: 'into',
      destDsSlug: 'den',
      destPath: 'cub.txt',
    });
    expect(await names('cub.txt', mia.token)).toEqual(['into/den:cub.txt']);
    expect(await names('lynx-a.txt', mia.token)).toEqual([]);
    await change('POST', '/sys/merge-organizations', { sourceOrgSlug: 'from', destinationOrgSlug: 'into' });
    expect(await names('lynx-b', mia.token)).toEqual(['into/lynx-b', 'into/lynx-b:lynx-b.txt']);
    await change('DELETE', '/orgs/into');
    expect(await names('lynx', service.token)).toEqual([]);
  });

  it('finds what a batch, and an import of another instance, brought', async () => {
    const init = await olga.call('POST', '/share/init', { tag: 'valley/batch', datasetName: 'Ibex count' });
    const { token } = (await init.json()) as { token: string };
    const body = form({ path: 'ibex.txt', file: Buffer.from('x') });
    expect((await olga.call('POST', `/share/${token}/upload`, undefined, { body })).status).toBe(200);
    expect(await names('ibex')).toEqual(['valley/batch']);
    expect((await olga.call('POST', `/share/${token}/commit`, {})).status).toBe(200);
    expect(await names('ibex')).toEqual(['valley/batch', 'valley/batch:ibex.txt']);
    await using other = await startService(await environment());
    await other.call('POST', '/orgs', { json: { slug: 'far', isPublic: true } });
    await createDataset(other, 'far/chamois', 1, ['chamois.txt']);
    await change('POST', '/sys/import-dataset', {
      sourceRegistryUrl: other.url,
      sourceOrganization: 'far',
      sourceDataset: 'chamois',
      destinationOrganization: 'valley',
    });
    expect(await names('chamois')).toEqual(['valley/chamois', 'valley/chamois:chamois.txt']);
  });

  it('gives all of a long answer page by page, each thing once', async () => {
    for (const name of ['page', 'page-1', 'my-page'])
      await createDataset(service, `valley/${name}`, 0, ['page', 'page 2', 'b/page', 'a/a page', 'a page']);
    const whole = await names('page');
    expect(whole.length).toBe(3 + 3 * 5);
    for (const limit of [1, 4]) {
      const paged: string[] = [];
      for (let next: string | undefined = `?q=page&limit=${limit}`; next !== undefined;) {
        const answer = await service.call('GET', `/search${next}`, { token: olga.token });
        paged.push(...((await answer.json()) as Found[]).map(nameOf));
        next = /<([^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
        expect(paged.length).toBeLessThanOrEqual(whole.length);
      }
      expect(paged).toEqual(whole);
    }
    expect((await ask('q=page&kind=dataset')).map(({ kind }) => kind)).toEqual(['dataset', 'dataset', 'dataset']);
    expect(new Set((await ask('q=page&kind=file')).map(({ kind }) => kind))).toEqual(new Set(['file']));
  });

  it('finds datasets by a place', async () => {
    const point = (longitude: number, latitude: number) =>
      JSON.stringify({
        type: 'Feature',
        properties: {},
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
      });
    await createDataset(service, 'valley/placed', 0, []);
    const put = async (path: string, [west, south, east, north]: readonly [number, number, number, number]) => {
      const file = Buffer.from(`{"type":"FeatureCollection","features":[${point(west, south)},${point(east, north)}]}`);
      const body = form({ path, file });
      expect((await service.call('POST', '/orgs/valley/ds/placed/obj', { body })).status).toBe(201);
    };
    await put('a.geojson', [11.3, 46.4, 11.4, 46.5]);
    const at = (q: string, token?: string | null) => names(q, token);
    for (const q of ['46.49, 11.35', '46°29\'17"N 11°20\'46"E']) expect(await at(q)).toEqual(['valley/placed']);
    expect(await at('46.49, 11.35', null)).toEqual([]);
    expect(await at('47.49, 11.35')).toEqual([]);
    await put('b.geojson', [11.3, 46.4, 11.4, 47.5]);
    expect(await at('47.49, 11.35')).toEqual(['valley/placed']);
    expect((await ask('bbox=11,47,12,48')).map(({ match }) => match)).toEqual(['place']);
    expect(await ask('bbox=170,47,-170,48')).toEqual([]);
    expect((await ask('bbox=170,46,12,48&q=plac')).map(nameOf)).toEqual(['valley/placed']);
    expect(await ask('bbox=11,47,12,48&q=other')).toEqual([]);
    expect(await ask('bbox=11,47,12,48&kind=file')).toEqual([]);
  });

  it('refuses what is no search', async () => {
    for (const query of [
      '',
      'q=',
      'q=%20',
      `q=${'a%20'.repeat(9)}`,
      'bbox=1,2',
      'q=a&after=x',
      'q=a&limit=0',
      'q=%00',
      'q=a&kind=user',
    ])
      expect([query, (await service.call('GET', `/search?${query}`)).status]).toEqual([query, 400]);
  });
});
