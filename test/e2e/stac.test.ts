import { afterAll, beforeAll, expect, it } from 'vitest';
import { putEntry } from '../../src/datasets/entries/entry-store.ts';
import {
  addDataset,
  addEntries,
  addUser,
  CATALOG_ORIGIN as OWN,
  looseFile,
  photo,
  removeEntry,
  startCatalog,
  type CatalogService,
} from '../support/catalog-service.ts';

let service: CatalogService;
let flights: string;

interface Link {
  readonly rel: string;
  readonly href: string;
  readonly method?: string;
  readonly body?: object;
}
interface Item {
  readonly id: string;
  readonly bbox: readonly number[];
  readonly geometry: { readonly type: string };
  readonly collection: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly assets: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly links: readonly Link[];
}
interface Page {
  readonly features: readonly Item[];
  readonly links: readonly Link[];
  readonly numberReturned: number;
  readonly numberMatched?: number;
}

const numbered = (n: number): string => String(n).padStart(2, '0');
const FLIGHT = Array.from({ length: 25 }, (_, n) => `photos/p${numbered(n)}.jpg`);

beforeAll(async () => {
  service = await startCatalog();
  flights = await addDataset(service, 'town/flights', 1);
  await addDataset(service, 'town/empty', 1);
  await addUser(service, 'admin', ['admin']);
  const readme = looseFile('README.md', await service.store('# Flights of May\n'));
  const notes = looseFile('notes.txt', await service.store('nothing'));
  await addEntries(service, flights, [readme, notes, ...FLIGHT.map((path, n) => photo(path, n))]);
});
afterAll(() => service[Symbol.asyncDispose]());

async function get<T>(path: string): Promise<T> {
  const { status, text } = await service.call('GET', path);
  expect([path, status, status === 200 || text]).toEqual([path, 200, true]);
  return JSON.parse(text) as T;
}

const hrefOf = (links: readonly Link[], rel: string): string | undefined =>
  links.find((link) => link.rel === rel)?.href.replace(OWN, '');
const titles = ({ features }: Page): unknown[] => features.map(({ properties }) => properties['title']);
const idOf = (path: string): string => Buffer.from(path).toString('base64url');

it('the root catalog leads to collections, these to pages of items, and each links to where it came from', async () => {
  const catalog = await get<{ links: Link[]; conformsTo: string[] }>('/stac');
  expect(catalog.links.every(({ href }) => href.startsWith(OWN))).toBe(true);
  expect(catalog.conformsTo).toEqual((await get<{ conformsTo: string[] }>('/stac/conformance')).conformsTo);
  const children = catalog.links.filter(({ rel }) => rel === 'child').map(({ href }) => href);
  expect(children).toEqual(['empty', 'flights'].map((slug) => `${OWN}/stac/collections/town:${slug}`));

  const collection = await get<{ links: Link[]; description: string; assets: object; extent: unknown }>(
    '/stac/collections/town:flights',
  );
  expect(collection).toMatchObject({ id: 'town:flights', license: 'other', description: '# Flights of May' });
  expect(Object.keys(collection.assets)).toEqual(['README.md', 'notes.txt']);
  expect(collection.extent).toEqual({
    spatial: { bbox: [[8, 47, expect.closeTo(8.241, 9), 47.001]] },
    temporal: { interval: [['2026-05-01T10:00:00Z', '2026-05-01T10:00:24Z']] },
  });

  const seen: unknown[] = [];
  let next = hrefOf(collection.links, 'items');
  for (let pages = 0; next !== undefined && pages < 10; pages += 1) {
    const page: Page = await get<Page>(next);
    expect(page.numberMatched).toBe(25);
    seen.push(...titles(page));
    next = hrefOf(page.links, 'next');
  }
  expect(seen).toEqual(FLIGHT);
});

it('a collection answers to every form of its id, and so do items', async () => {
  const path = idOf('photos/p03.jpg');
  for (const form of ['town:flights', 'town%3Aflights', 'town/flights', 'town%2Fflights', 'TOWN:Flights']) {
    expect(await get('/stac/collections/' + form)).toMatchObject({ id: 'town:flights' });
    expect((await get<Page>(`/stac/collections/${form}/items?limit=1`)).features).toHaveLength(1);
    expect(await get(`/stac/collections/${form}/items/${path}`)).toMatchObject({ id: path });
  }
  const standard = encodeURIComponent(Buffer.from('photos/p03.jpg').toString('base64'));
  expect(await get(`/orgs/town/ds/flights/stac/${standard}`)).toMatchObject({ id: path });
  for (const missing of ['items/xyz', `items/${idOf('photos/none.jpg')}`, `items/${idOf('notes.txt')}`])
    expect((await service.call('GET', `/stac/collections/town:flights/${missing}`, { caller: 'admin' })).status).toBe(
      404,
    );
  for (const missing of ['town:none', 'town', 'a:b:c', 'items'])
    expect((await service.call('GET', `/stac/collections/${missing}`, { caller: 'admin' })).status).toBe(404);
});

it('the dataset’s own collection links to its items', async () => {
  const own = await get<{ links: Link[] }>('/orgs/town/ds/flights/stac');
  const items = own.links.filter(({ rel }) => rel === 'item');
  expect(items).toHaveLength(25);
  const item = await get<Item>(items[7]!.href.replace(OWN, ''));
  expect(item.properties['title']).toBe('photos/p07.jpg');
  expect(hrefOf(own.links, 'canonical')).toBe('/stac/collections/town:flights');
  const none = await get<{ links: Link[]; extent: unknown }>('/orgs/town/ds/empty/stac');
  expect(none.extent).toEqual({
    spatial: { bbox: [[0, 0, 0, 0, 0, 0]] },
    temporal: { interval: [[null, null]] },
  });
});

it('an item tells its file, size, checksum, place and time', async () => {
  const item = await get<Item>(`/stac/collections/town:flights/items/${idOf('photos/p01.jpg')}`);
  expect(item.collection).toBe('town:flights');
  expect(item.properties).toMatchObject({ datetime: '2026-05-01T10:00:01Z', make: 'DJI', 'view:off_nadir': 0 });
  expect(item.assets['photos/p01.jpg']).toMatchObject({
    href: `${OWN}/orgs/town/ds/flights/download?path=photos%2Fp01.jpg`,
    type: 'image/jpeg',
    roles: ['data'],
    'file:size': 1000,
    'file:checksum': expect.stringMatching(/^1220[0-9a-f]{64}$/) as unknown,
  });
  expect(item.assets['thumbnail']).toMatchObject({ roles: ['thumbnail'], type: 'image/webp' });
});

it('searches by box, geometry, time, ids and collections, by GET and by POST', async () => {
  const area = {
    type: 'Polygon',
    coordinates: [
      [
        [8.045, 46.9],
        [8.095, 46.9],
        [8.095, 47.1],
        [8.045, 47.1],
        [8.045, 46.9],
      ],
    ],
  };
  const five = FLIGHT.slice(5, 10);
  const ids = [idOf('photos/p05.jpg'), idOf('photos/none'), '!'];
  const cases: [query: string, body: object, found: string[]][] = [
    ['bbox=8.045,46.9,8.095,47.1', { bbox: [8.045, 46.9, 8.095, 47.1] }, five],
    ['bbox=8.045,46.9,0,8.095,47.1,9', { bbox: [8.045, 46.9, 0, 8.095, 47.1, 9] }, five],
    [`intersects=${encodeURIComponent(JSON.stringify(area))}`, { intersects: area }, five],
    [
      'datetime=2026-05-01T10:00:05Z/2026-05-01T10:00:09Z',
      { datetime: '2026-05-01T12:00:05%2B02:00/2026-05-01T10:00:09Z' },
      five,
    ],
    ['datetime=2026-05-01T10:00:07Z', { datetime: '2026-05-01T10:00:07.000Z' }, five.slice(2, 3)],
    ['datetime=../2026-05-01T09:59:59Z', { datetime: '../2026-05-01T09:59:59Z' }, []],
    [`ids=${ids.join(',')}`, { ids }, five.slice(0, 1)],
    ['bbox=8.045,46.9,8.095,47.1&collections=town:empty', { bbox: [8, 46, 9, 48], collections: ['town/none'] }, []],
    [
      'bbox=8.045,46.9,8.095,47.1&collections=town/flights,town:empty',
      { intersects: area, collections: ['TOWN:flights'] },
      five,
    ],
  ];
  for (const [query, body, found] of cases) {
    const page = await get<Page>(`/stac/search?limit=100&${query}`);
    expect([query, titles(page), page.numberMatched]).toEqual([query, found, found.length]);
    const json = JSON.parse(JSON.stringify(body).replaceAll('%2B', '+')) as object;
    const posted = await service.call('POST', '/stac/search', { json: { ...json, limit: 100 } });
    expect([JSON.stringify(json), titles(JSON.parse(posted.text) as Page)]).toEqual([JSON.stringify(json), found]);
  }
  expect((await get<Page>('/stac/search?limit=1000000000')).numberMatched).toBe(25);
});

it('F-7 pages of a search stay in order while entries come and go, by POST as by GET', async () => {
  const box = [8, 46, 9, 48];
  const ask = async (link: Link): Promise<Page> => {
    const options = link.method === 'POST' ? { json: link.body } : {};
    const answer = await service.call(link.method ?? 'GET', link.href.replace(OWN, ''), options);
    expect(answer.status).toBe(200);
    return JSON.parse(answer.text) as Page;
  };
  for (const first of [
    { rel: 'self', href: `/stac/search?limit=9&bbox=${box.join(',')}`, method: 'GET' },
    { rel: 'self', href: '/stac/search', method: 'POST', body: { limit: 9, bbox: box } },
  ]) {
    const one = await ask(first);
    // Before the page that follows, one entry goes and another one comes in front of it.
    await putEntry(service.db, flights, photo('aerial.jpg', 0));
    await removeEntry(service, flights, FLIGHT[2]!);
    const two = await ask(one.links.find(({ rel }) => rel === 'next')!);
    const three = await ask(two.links.find(({ rel }) => rel === 'next')!);
    expect(three.links.find(({ rel }) => rel === 'next')).toBeUndefined();
    const all = [one, two, three].flatMap(titles);
    expect(all).toEqual(FLIGHT);
    await removeEntry(service, flights, 'aerial.jpg');
    await putEntry(service.db, flights, photo(FLIGHT[2]!, 2));
    expect((await get<Page>('/stac/search')).numberMatched).toBe(25);
    const world = await get<Page>('/stac/search?bbox=-180,-90,180,90&limit=2');
    expect([world.numberMatched, world.features.length]).toEqual([25, 2]);
  }
});

it('answers are never compressed, carry an ETag, and name their media types', async () => {
  const headers = { 'accept-encoding': 'gzip, br' };
  for (const [path, type] of [
    ['/stac', 'application/json'],
    ['/stac/collections/town:flights/items?limit=25', 'application/geo+json'],
  ] as const) {
    const answer = await service.call('GET', path, { headers });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.headers['content-type']).toContain(type);
    const etag = answer.headers['etag'] as string;
    const again = await service.call('GET', path, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  }
});

it('refuses to write through catalogs and says what is allowed', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    for (const path of ['', '/collections', '/collections/town:flights', '/collections/town:flights/items/x']) {
      const answer = await service.call(method, `/stac${path}`, { json: {} });
      expect([method, path, answer.status, answer.headers['allow']]).toEqual([method, path, 405, 'GET, HEAD']);
    }
});
