import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLink, createPerson, createToken, type Person } from '../support/people.ts';
import { createMappedDataset } from '../support/mapped-dataset.ts';
import { ADMIN, startService, type TestService } from '../support/service.ts';

let service: TestService;
let stranger: Person;
beforeAll(async () => {
  service = await startService();
  await createMappedDataset(service, 'admin/closed', 0);
  await createMappedDataset(service, 'admin/open', 1);
  stranger = await createPerson(service, 'stranger');
});
afterAll(() => service[Symbol.asyncDispose]());

/** Capabilities of each service and version: how they are asked for, and what errors look like. */
const SERVICES = [
  {
    name: 'WMS 1.3.0',
    path: 'wms',
    query: 'service=WMS&request=GetCapabilities&version=1.3.0',
    error: 'xmlns="http://www.opengis.net/ogc"',
    type: 'text/xml',
    age: 'max-age=300',
  },
  {
    name: 'WMS 1.1.1',
    path: 'wms',
    query: 'service=WMS&request=GetCapabilities&version=1.1.1',
    error: '<ServiceExceptionReport version="1.1.1">',
    type: 'application/vnd.ogc.se_xml',
    age: 'max-age=300',
  },
  {
    name: 'WFS 2.0.0',
    path: 'wfs',
    query: 'service=WFS&request=GetCapabilities&version=2.0.0',
    error: 'xmlns:ows="http://www.opengis.net/ows/1.1"',
    type: 'text/xml',
    age: 'no-cache',
  },
  {
    name: 'WFS 1.1.0',
    path: 'wfs',
    query: 'service=WFS&request=GetCapabilities&version=1.1.0',
    error: 'xmlns:ows="http://www.opengis.net/ows"',
    type: 'text/xml',
    age: 'no-cache',
  },
  {
    name: 'WMTS',
    path: 'wmts',
    query: 'service=WMTS&request=GetCapabilities',
    error: 'xmlns:ows="http://www.opengis.net/ows/1.1"',
    type: 'text/xml',
    age: 'no-cache',
  },
  {
    name: 'WCS 2.0.1',
    path: 'wcs',
    query: 'service=WCS&request=GetCapabilities',
    error: 'xmlns:ows="http://www.opengis.net/ows/2.0"',
    type: 'text/xml',
    age: 'max-age=300',
  },
  {
    name: 'WCS 1.1.2',
    path: 'wcs',
    query: 'service=WCS&request=GetCapabilities&version=1.1.2',
    error: 'xmlns:ows="http://www.opengis.net/ows/1.1"',
    type: 'text/xml',
    age: 'max-age=300',
  },
  {
    name: 'WCS 1.0.0',
    path: 'wcs',
    query: 'service=WCS&request=GetCapabilities&version=1.0.0',
    error: '<ServiceExceptionReport version="1.2.0"',
    type: 'application/vnd.ogc.se_xml',
    age: 'max-age=300',
  },
  {
    name: 'OGC API',
    path: 'ogcapi/collections',
    query: 'f=json',
    error: '"code":"',
    type: 'application/json',
    age: 'no-cache',
  },
] as const;

type Service = (typeof SERVICES)[number];

/** A file that the service has as a layer. */
const listed = ({ path }: Service): string => (path === 'wcs' ? 'ortho.tif' : 'plots.geojson');

const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});

const ask = (
  { path, query }: Service,
  dataset: string,
  { headers = {}, token = '' }: { readonly headers?: Readonly<Record<string, string>>; readonly token?: string } = {},
): Promise<Response> =>
  service.call('GET', `/orgs/admin/ds/${dataset}/${path}?${query}${token && `&token=${token}`}`, {
    token: null,
    headers,
  });

/** An error in the form of the service, with this code. */
async function expectError(answer: Response, { error, type }: Service, status: number, code: string): Promise<void> {
  const text = await answer.text();
  expect(answer.status, text).toBe(status);
  expect(answer.headers.get('content-type')).toContain(type);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(text).toContain(error);
  expect(text).toMatch(new RegExp(`(?:code|exceptionCode)"?[=:]"${code}"`));
}

describe.each(SERVICES)('$name', (one) => {
  it('asks who is there by Basic, in its own form, where the dataset is private', async () => {
    for (const headers of [{}, basic('admin', 'wrong'), { authorization: 'Bearer nobody' }]) {
      const answer = await ask(one, 'closed', { headers });
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm="/);
      await expectError(answer, one, 401, 'AuthenticationFailed');
    }
  });

  it('is open to everybody where the dataset is public, but not to who says who he is and is not', async () => {
    const open = await ask(one, 'open');
    expect(open.status).toBe(200);
    expect(open.headers.get('cache-control')).toBe(`public, ${one.age}`);
    expect(open.headers.get('vary')).toContain('Authorization, Cookie');
    await expectError(await ask(one, 'open', { headers: basic('admin', 'wrong') }), one, 401, 'AuthenticationFailed');
    const staleCookie = await ask(one, 'open', { headers: { cookie: 'jwtToken=old' } });
    expect(staleCookie.status).toBe(200);
  });

  it('lets in by password, session, cookie and token; anyone who knows the answer is told so only with rights', async () => {
    const { token } = await createToken(service, { name: `for ${one.name}` });
    const ways = [
      { headers: basic(ADMIN.userName, ADMIN.password) },
      { headers: { authorization: `Bearer ${service.token}` } },
      { headers: { cookie: `jwtToken=${service.token}` } },
      { headers: basic('any name', token) },
      { token },
    ];
    for (const way of ways) {
      const answer = await ask(one, 'closed', way);
      expect(answer.status).toBe(200);
      const text = await answer.text();
      expect(text).toContain(listed(one));
      expect(text.includes(token)).toBe('token' in way);
      expect(answer.headers.get('cache-control')).toBe(`private, ${one.age}`);
      const etag = answer.headers.get('etag')!;
      expect(etag).toMatch(/^"[\w-]+"$/);
      const again = await ask(one, 'closed', { ...way, headers: { ...way.headers, 'if-none-match': etag } });
      expect([again.status, await again.text()]).toEqual([304, '']);
      const nobody = await ask(one, 'closed', { headers: { 'if-none-match': etag } });
      expect(nobody.status).toBe(401);
    }
  });

  it('tells neither strangers of a private dataset nor anybody of one that is not there', async () => {
    const headers = { authorization: `Bearer ${stranger.token}` };
    await expectError(await ask(one, 'closed', { headers }), one, 404, 'NotFound');
    await expectError(await ask(one, 'none', { headers }), one, 404, 'NotFound');
    await expectError(await ask(one, 'none'), one, 401, 'AuthenticationFailed');
  });

  it('shows a link for one folder that folder, and nothing by other names', async () => {
    const { token } = await createLink(service, 'admin/closed', { path: 'open' });
    const text = await (await ask(one, 'closed', { token })).text();
    expect(text).toContain(listed(one));
    expect(text).not.toContain('secret');
    const other = await createLink(service, 'admin/open', {});
    await expectError(await ask(one, 'closed', { token: other.token }), one, 403, 'AuthenticationFailed');
  });
});

/** Everything that shows something of a layer, for a raster and a vector file outside of the folder of a link. */
const SHOWING = [
  'wms?version=1.3.0&request=GetMap&layers=LAYER&styles=&crs=CRS:84&bbox=9,44,12,46&width=8&height=8&format=image/png',
  'wms?version=1.3.0&request=GetFeatureInfo&layers=LAYER&query_layers=LAYER&styles=&crs=CRS:84&bbox=9,44,12,46&width=8&height=8&i=1&j=1&info_format=text/plain',
  'wms?version=1.3.0&request=GetLegendGraphic&layer=LAYER&format=image/png',
  'wfs?service=WFS&version=2.0.0&request=GetFeature&typeNames=LAYER',
  'wfs?service=WFS&version=2.0.0&request=DescribeFeatureType&typeNames=LAYER',
  'wfs?service=WFS&version=2.0.0&request=GetPropertyValue&typeNames=LAYER&valueReference=name',
  'wmts?service=WMTS&version=1.0.0&request=GetTile&layer=LAYER&style=default&format=image/png&tileMatrixSet=WebMercatorQuad&tileMatrix=3&tileRow=2&tileCol=4',
  'wmts?service=WMTS&version=1.0.0&request=GetFeatureInfo&layer=LAYER&style=default&format=image/png&tileMatrixSet=WebMercatorQuad&tileMatrix=3&tileRow=2&tileCol=4&i=1&j=1&infoFormat=text/plain',
  'wmts/1.0.0/LAYER/default/WebMercatorQuad/3/2/4.png',
  'wcs?service=WCS&version=2.0.1&request=DescribeCoverage&coverageId=LAYER',
  'wcs?service=WCS&version=2.0.1&request=GetCoverage&coverageId=LAYER',
  'wcs?service=WCS&version=1.0.0&request=DescribeCoverage&coverage=LAYER',
  'ogcapi/collections/LAYER?f=json',
  'ogcapi/collections/LAYER/items?f=json',
  'ogcapi/collections/LAYER/queryables?f=json',
  'ogcapi/collections/LAYER/sortables?f=json',
  'ogcapi/collections/LAYER/tiles?f=json',
  'ogcapi/collections/LAYER/tiles/WebMercatorQuad/3/2/4',
];

it.each(SHOWING)('%s shows nothing outside of the folder of a link', async (address) => {
  const { token } = await createLink(service, 'admin/closed', { path: 'open' });
  for (const layer of ['secret/ortho.tif', 'secret_ortho.tif', '../secret/ortho.tif', 'open/../secret/ortho.tif']) {
    const path = address.replaceAll('LAYER', encodeURIComponent(layer));
    const answer = await service.call(
      'GET',
      `/orgs/admin/ds/closed/${path}${path.includes('?') ? '&' : '?'}token=${token}`,
      {
        token: null,
      },
    );
    expect([layer, answer.status >= 400 && answer.status < 500]).toEqual([layer, true]);
    expect(await answer.text()).toMatch(/There is no|does not/);
  }
});

describe.each(['wms', 'wfs', 'wmts', 'wcs'])('%s', (path) => {
  it('F-5 refuses bodies unread', async () => {
    const body = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>';
    for (const type of ['text/xml', 'application/xml', 'application/soap+xml', 'application/x-www-form-urlencoded']) {
      const answer = await service.call('POST', `/orgs/admin/ds/open/${path}`, {
        body,
        headers: { 'content-type': type },
      });
      const text = await answer.text();
      expect([answer.status, type]).toEqual([405, type]);
      expect(answer.headers.get('allow')).toBe('GET, HEAD');
      expect(text).toContain('OperationNotSupported');
      expect(text).not.toContain('root:');
    }
  });

  it('shows one folder under its own address', async () => {
    const service_ = SERVICES.find((one) => one.path === path)!;
    const at = (folder: string): Promise<Response> =>
      service.call('GET', `/orgs/admin/ds/open/${path}/p/${folder}?${service_.query}`);
    const text = await (await at('secret')).text();
    expect(text).not.toContain('plots.geojson');
    expect(text).toContain(`/orgs/admin/ds/open/${path}/p/secret`);
    const wrong = await at('..%2Fclosed');
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain('InvalidParameterValue');
  });
});
