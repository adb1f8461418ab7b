import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMappedDataset } from '../support/mapped-dataset.ts';
import { createLink } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
const links: Record<string, string> = {};

beforeAll(async () => {
  service = await startService();
  for (const [slug, visibility] of [
    ['closed', 0],
    ['open', 1],
  ] as const) {
    await createMappedDataset(service, `admin/${slug}`, visibility);
    links[slug] = (await createLink(service, `admin/${slug}`, { downloads: false })).token;
  }
});
afterAll(() => service[Symbol.asyncDispose]());

const hashOf = async (slug: string, path: string): Promise<string> =>
  ((await (await service.call('GET', `/orgs/admin/ds/${slug}/obj?path=${path}`)).json()) as { hash: string }).hash;

/** What is asked about a file, and whether a link without downloads gets it. */
const ASKED: readonly (readonly [path: string, isShown: boolean])[] = [
  ['/tiles/10/540/370.png?path=open/ortho.tif', true],
  ['/thumb?path=open/ortho.tif', true],
  ['/mvt/$plots/metadata.json', true],
  ['/mvt/$plots/0/0/0.pbf', true],
  ['/build/$plots/mvt/0/0/0.pbf', true],
  ['/build/$ortho/cog/cog.tif', false],
  ['/build/$ortho/cog%2Fcog.tif', false],
  ['/build/$plots/vec/source.gpkg', false],
  ['/wms?service=WMS&request=GetCapabilities&version=1.3.0', true],
  ['/wmts?service=WMTS&request=GetCapabilities', true],
  ['/wmts/1.0.0/WMTSCapabilities.xml', true],
  ['/wcs?service=WCS&request=GetCapabilities', false],
  ['/wcs?service=WCS&request=GetCoverage&version=2.0.1&coverageId=open/ortho.tif', false],
  ['/wfs?service=WFS&request=GetFeature&version=2.0.0&typeNames=open/plots.geojson', false],
  ['/ogcapi', true],
  ['/ogcapi/collections', true],
  ['/ogcapi/collections/open%2Fplots.geojson', true],
  ['/ogcapi/collections/open%2Fplots.geojson/schema', true],
  ['/ogcapi/collections/open%2Fplots.geojson/items', false],
  ['/ogcapi/collections/open%2Fplots.geojson/items?f=gpkg', false],
  ['/ogcapi/collections/open%2Fplots.geojson/items/1', false],
  // By these, the features are reached through routes of other names.
  ['/ogcapi/collections/open/plots.geojson/items', false],
  ['/ogcapi/collections/open/plots.geojson/items/1', false],
  ['/ogcapi/collections/open%2Fplots.geojson%2Fitems', false],
  ['/ogcapi/collections/open%2Fplots.geojson%2Fitems%2F1', false],
  ['/ogcapi/collections/open%2Fplots.geojson/%69tems', false],
  ['/ogcapi/collections/open%2Fplots.geojson/tiles', true],
];

const ask = (slug: string, path: string, token: string | undefined, method = 'GET'): Promise<Response> =>
  service.call(
    method,
    `/orgs/admin/ds/${slug}${path}${token === undefined ? '' : `${path.includes('?') ? '&' : '?'}token=${token}`}`,
    {
      token: null,
    },
  );

it.each(['closed', 'open'])(
  'of the %s dataset, a link without downloads shows maps and hands out no data',
  async (slug) => {
    const [ortho, plots] = [await hashOf(slug, 'open/ortho.tif'), await hashOf(slug, 'open/plots.geojson')];
    const whole = (await createLink(service, `admin/${slug}`)).token;
    for (const [template, isShown] of ASKED) {
      const path = template.replace('$ortho', ortho).replace('$plots', plots);
      // With downloads the same address is answered: it is the switch that refuses.
      const allowed = await ask(slug, path, whole);
      expect([template, allowed.status]).toEqual([template, expect.toBeOneOf([200, 204]) as number]);
      for (const method of ['GET', 'HEAD']) {
        const answer = await ask(slug, path, links[slug], method);
        expect([method, template, answer.status]).toEqual([method, template, isShown ? allowed.status : 403]);
      }
    }
  },
);

it('what a link reads of vector tiles leads to tiles that it reads', async () => {
  const hash = await hashOf('closed', 'open/plots.geojson');
  const metadata = await ask('closed', `/mvt/${hash}/metadata.json`, links['closed']);
  const { tiles } = (await metadata.json()) as { tiles: readonly [string] };
  const tile = await fetch(tiles[0].replace('{z}', '0').replace('{x}', '0').replace('{y}', '0'));
  expect(tile.status).toBe(200);
});

it('a link without downloads is not served what is remembered for nobody, nor by a validator', async () => {
  const path = '/download/open/plots.geojson';
  const range = { range: 'bytes=0-9' };
  const get = (address: string, headers: Record<string, string>): Promise<Response> =>
    service.call('GET', `/orgs/admin/ds/open${address}`, { token: null, headers });
  const first = await get(path, range);
  expect([first.status, (await get(path, range)).status]).toEqual([206, 206]);
  const etag = first.headers.get('etag')!;
  const token = links['open']!;
  const bearer = { authorization: `Bearer ${token}` };
  for (const headers of [range, { 'if-none-match': etag }, { ...range, 'if-range': etag }]) {
    expect((await get(`${path}?token=${token}`, headers)).status).toBe(403);
    expect((await get(path, { ...headers, ...bearer })).status).toBe(403);
  }
  // Nor is what it is refused, or what another link is given, remembered for others.
  const whole = (await createLink(service, 'admin/open')).token;
  expect((await get(`${path}?token=${whole}`, range)).status).toBe(206);
  expect((await get(`${path}?token=${token}`, range)).status).toBe(403);
  expect((await get(path, range)).status).toBe(206);
});
