import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WmsEndpoint } from '@camptocamp/ogc-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIELDS, MAPS, ORTHO, startMapService } from '../support/map-service.ts';
import { putBuilt } from '../support/mapped-dataset.ts';
import { createLink } from '../support/people.ts';
import { hasGdal, hasOwsLib, NO_GDAL, NO_OWSLIB, outputOf } from '../support/programs.ts';
import type { TestService } from '../support/service.ts';
import { type Change, GET_MAP, readPicture, wmsAddress, wmsException } from '../support/wms.ts';
import { hasXmlSchemas, NO_XML_SCHEMAS, schemaFaults } from '../support/xml-schemas.ts';

let service: TestService;
beforeAll(async () => {
  service = await startMapService();
});
afterAll(() => service[Symbol.asyncDispose]());

const ask = (change: Change, token: string | null = null, headers: Record<string, string> = {}) =>
  service.call('GET', wmsAddress(change), { token, headers });
const CAPABILITIES = { service: 'WMS', request: 'GetCapabilities' };
const capabilities = (change: Change = {}, path?: string, headers: Record<string, string> = {}) =>
  service.call('GET', wmsAddress(change, CAPABILITIES, path), { token: null, headers });
const namesIn = (text: string) => [...text.matchAll(/<Layer queryable="1">\s*<Name>([^<]+)/g)].map(([, name]) => name);

describe('the capabilities', () => {
  it.each([
    [{}, '1.3.0'],
    [{ version: '1.3.0' }, '1.3.0'],
    [{ version: '1.1.1' }, '1.1.1'],
    [{ version: '1.2.0' }, '1.1.1'],
    [{ version: '100.0.0' }, '1.3.0'],
    [{ version: '1000.0.0' }, '1.3.0'],
    [{ version: '0.0.0' }, '1.1.1'],
    [{ version: 'latest' }, '1.3.0'],
    [{ wmtver: '1.1.1', request: 'capabilities', service: undefined }, '1.1.1'],
  ])('for %j are those of %s', async (change, version) => {
    const answer = await capabilities(change);
    const text = await answer.text();
    expect([answer.status, /_Capabilities version="([^"]+)"/.exec(text)?.[1]]).toEqual([200, version]);
    const type = version === '1.1.1' ? 'application/vnd.ogc.wms_xml; charset=utf-8' : 'text/xml; charset=utf-8';
    expect(answer.headers.get('content-type')).toBe(type);
    expect(namesIn(text)).toEqual([FIELDS, ORTHO]);
  });

  it('are narrowed to a folder and to the path of a token, whose addresses have them', async () => {
    const folder = await (await capabilities({}, `${MAPS}/wms/p/may`)).text();
    expect([namesIn(folder), folder.includes(`href="${service.url}${MAPS}/wms/p/may?"`)]).toEqual([[ORTHO], true]);
    const { token } = await createLink(service, 'admin/maps', { path: 'may' });
    const narrowed = await (await capabilities({ token })).text();
    expect([namesIn(narrowed), narrowed.includes(`/wms?token=${token}&amp;"`)]).toEqual([[ORTHO], true]);
    expect(await wmsException(await ask({ layers: FIELDS, token }))).toMatchObject({ code: 'LayerNotDefined' });
  });

  it('are asked about by their ETag', async () => {
    const etag = (await capabilities()).headers.get('etag')!;
    expect((await capabilities({}, undefined, { 'if-none-match': etag })).status).toBe(304);
  });
});

const ELEVEN = { version: '1.1.1', crs: undefined, srs: 'EPSG:4326' };
const INFO = { request: 'GetFeatureInfo', query_layers: ORTHO, info_format: 'text/plain', i: '1', j: '1' };

describe('what is wrong', () => {
  it.each([
    ...['request', 'version', 'layers', 'styles', 'crs', 'bbox', 'width', 'height', 'format'].map(
      (name): [Change, string] => [{ [name]: undefined }, 'MissingParameterValue'],
    ),
    [{ ...ELEVEN, srs: undefined }, 'MissingParameterValue'],
    [{ service: 'WFS' }, 'InvalidParameterValue'],
    [{ version: '1.2.0' }, 'InvalidParameterValue'],
    [{ request: 'GetTile' }, 'OperationNotSupported'],
    [{ request: '__proto__' }, 'OperationNotSupported'],
    [{ sld: 'http://localhost/style.xml' }, 'OperationNotSupported'],
    [{ sld_body: '<StyledLayerDescriptor/>' }, 'OperationNotSupported'],
    ...['100000', '4097', '0', '-1', '1e9', 'NaN', '1.5'].map((width): [Change, string] => [
      { width },
      'InvalidParameterValue',
    ]),
    ...['1,1,0,0', '0,0,0,1', '0,0,1', '0,0,1,1,1', '0,0,1,Infinity', '0,0,,1', '-1e308,0,1e308,1', '0,0,0x1,1'].map(
      (bbox): [Change, string] => [{ bbox }, 'InvalidParameterValue'],
    ),
    [{ crs: 'EPSG:99999' }, 'InvalidCRS'],
    [{ crs: 'EPSG:5773' }, 'InvalidCRS'],
    [{ crs: '/etc/passwd' }, 'InvalidCRS'],
    [{ ...ELEVEN, srs: 'EPSG:99999' }, 'InvalidSRS'],
    [{ format: 'image/tiff' }, 'InvalidFormat'],
    [{ transparent: 'maybe' }, 'InvalidParameterValue'],
    [{ bgcolor: 'url(x)' }, 'InvalidParameterValue'],
    ...['nothing', '../other', `') OR 1=1--`, '${7*7}', '<!ENTITY x>', `${ORTHO},`].map((layers): [Change, string] => [
      { layers },
      'LayerNotDefined',
    ]),
    [{ layers: Array(101).fill(ORTHO).join() }, 'InvalidParameterValue'],
    [{ styles: 'NDVI' }, 'StyleNotDefined'],
    [{ styles: `exec(java.lang.Runtime)` }, 'StyleNotDefined'],
    [{ styles: ',' }, 'InvalidParameterValue'],
    [{ ...INFO, query_layers: FIELDS }, 'LayerNotDefined'],
    [{ ...INFO, query_layers: undefined }, 'MissingParameterValue'],
    [{ ...INFO, info_format: undefined }, 'MissingParameterValue'],
    [{ ...INFO, info_format: 'image/png' }, 'InvalidFormat'],
    [{ ...INFO, feature_count: '0' }, 'InvalidParameterValue'],
    ...['100', '-1', '1.5', '1e1'].map((i): [Change, string] => [{ ...INFO, i }, 'InvalidPoint']),
    [{ request: 'GetLegendGraphic', layer: 'nothing' }, 'LayerNotDefined'],
    [{ request: 'GetLegendGraphic', layer: ORTHO, style: 'EVI' }, 'StyleNotDefined'],
  ] as readonly [Change, string][])('%j is %s', async (change, code) => {
    const version = change['version'] === '1.1.1' || change['version'] === '1.2.0' ? '1.1.1' : '1.3.0';
    const answer = await ask(change);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await wmsException(answer)).toEqual({ status: 400, code, version });
  });

  it.skipIf(!hasXmlSchemas)(
    `is told as the official schemas want it${hasXmlSchemas ? '' : ` (skipped: ${NO_XML_SCHEMAS})`}`,
    async () => {
      const text = async (change: Change) => (await ask({ layers: '<&">\u0001', ...change })).text();
      expect(await schemaFaults(await text({}), 'wms/1.3.0/exceptions_1_3_0.xsd')).toEqual([]);
      expect(await schemaFaults(await text(ELEVEN), 'wms/1.1.1/exception_1_1_1.dtd')).toEqual([]);
    },
  );

  it('is told in a picture, by a blank one, or as JSON, to who asks for it', async () => {
    const wrong = { layers: 'nothing', width: '300', height: '60' };
    for (const [exceptions, isBlank] of [
      ['INIMAGE', false],
      ['application/vnd.ogc.se_blank', true],
    ] as const) {
      const answer = await ask({ ...wrong, exceptions });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const { width, height, at } = readPicture(await answer.arrayBuffer());
      const places = Array.from(
        { length: width * height },
        (_, index) => [index % width, Math.floor(index / width)] as const,
      );
      expect([width, height, places.every(([x, y]) => at(x, y)[1] === 255)]).toEqual([300, 60, isBlank]);
    }
    const json = await ask({ ...wrong, exceptions: 'JSON' });
    expect([json.status, await json.json()]).toMatchObject([400, { code: 'LayerNotDefined' }]);
    expect(await wmsException(await ask({ ...wrong, width: '0', exceptions: 'INIMAGE' }))).toMatchObject({
      status: 400,
    });
    for (const exceptions of ['constructor', '__proto__', 'anything'])
      expect(await wmsException(await ask({ ...wrong, exceptions }))).toMatchObject({ code: 'LayerNotDefined' });
  });

  it('bodies are refused unread', async () => {
    const body = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>';
    const answer = await service.call('POST', `${MAPS}/wms`, { body, headers: { 'content-type': 'text/xml' } });
    expect(await wmsException(answer)).toMatchObject({ status: 405, code: 'OperationNotSupported' });
  });
});

describe('GetFeatureInfo', () => {
  const both = {
    ...INFO,
    layers: `${ORTHO},${FIELDS}`,
    styles: undefined,
    query_layers: `${FIELDS},${ORTHO}`,
    i: '50',
    j: '50',
  };
  const info = async (type: string, change: Change = {}) => {
    const answer = await ask({ ...both, info_format: type, ...change });
    expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
    return answer.text();
  };

  it('tells values of the source and attributes of features, in all forms', async () => {
    const { features } = JSON.parse(await info('application/json')) as {
      features: { layer: string; properties: object; geometry: object | null }[];
    };
    expect(features).toMatchObject([
      { layer: FIELDS, geometry: { type: 'MultiPolygon' }, properties: { name: 'first', trees: 12, note: null } },
      { layer: ORTHO, properties: { band_1: 40, band_2: 200, band_3: 40 } },
    ]);
    expect(await info('text/plain')).toContain('band_2 = 200');
    expect(await info('text/plain', { query_layers: ORTHO.replaceAll(/[/ ]/g, '_') })).toContain('band_2 = 200');
    expect(await info('text/html')).toContain('<td>first</td>');
    for (const type of ['application/vnd.ogc.gml', 'text/xml'])
      expect(await info(type)).toContain('<fields.geojson fid="fields.geojson.1">');
  });

  it('is asked by X and Y in version 1.1.1, and answers text unless told', async () => {
    const box = GET_MAP.bbox;
    const old = { ...ELEVEN, x: '50', y: '50', i: undefined, j: undefined, info_format: undefined, bbox: box };
    const answer = await ask({ ...both, ...old });
    expect([answer.headers.get('content-type'), await answer.text()]).toEqual([
      'text/plain; charset=utf-8',
      expect.stringContaining('name = first'),
    ]);
  });

  it('takes a pointer that is a little beside, and no more', async () => {
    // A pixel is 0.0001 degrees wide; the field ends at 11.2615.
    const at = (column: number) =>
      info('application/json', {
        bbox: '11.2565,44.404,11.2665,44.414',
        query_layers: FIELDS,
        i: String(column),
        j: '50',
      });
    expect(await at(49)).toContain('"first"');
    expect(await at(54)).toContain('"first"');
    expect(await at(56)).not.toContain('"first"');
    expect(JSON.parse(await info('application/json', { bbox: '20,50,21,51' }))).toMatchObject({ features: [] });
  });

  it('writes what strangers wrote as text', async () => {
    const change = { bbox: '11.2715,44.4085,11.2716,44.4086', query_layers: FIELDS };
    expect(await info('text/html', change)).toContain('O’Brien &amp; &lt;sons&gt;');
    expect(await info('text/xml', change)).toContain('O’Brien &amp; &lt;sons&gt;');
  });
});

describe('GetLegendGraphic', () => {
  it('has the size that capabilities, or the caller, say', async () => {
    const text = await (await capabilities()).text();
    const legends = [...text.matchAll(/<LegendURL width="(\d+)" height="(\d+)">[^]*?href="([^"]+)"/g)];
    expect(legends).toHaveLength(2);
    for (const [, width, height, href] of legends) {
      const answer = await fetch(href!.replaceAll('&amp;', '&'));
      expect(answer.headers.get('content-type')).toBe('image/png');
      const picture = readPicture(await answer.arrayBuffer());
      expect([String(picture.width), String(picture.height)]).toEqual([width, height]);
    }
    const legend = { request: 'GetLegendGraphic', layer: FIELDS, format: 'image/jpeg', width: '40', height: '30' };
    const answer = await service.call('GET', wmsAddress(legend, { service: 'WMS' }), { token: null });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });
});

describe('programs', () => {
  it.skipIf(!hasGdal).each(['1.3.0', '1.1.1'])(
    `GDAL reads maps of %s${hasGdal ? '' : ` (skipped: ${NO_GDAL})`}`,
    async (version) => {
      const folder = await mkdtemp(join(tmpdir(), 'alidade-wms-'));
      try {
        const layer = new URLSearchParams({ layers: ORTHO, styles: '', format: 'image/png' }).toString();
        const crs = version === '1.3.0' ? 'crs=CRS:84' : 'srs=EPSG:4326';
        const source = `WMS:${service.url}${MAPS}/wms?service=WMS&version=${version}&request=GetMap&${layer}&${crs}&bbox=11.255,44.403,11.267,44.413`;
        const environment = { GDAL_DEFAULT_WMS_CACHE_PATH: folder };
        const picture = join(folder, 'picture.png');
        const window = ['-projwin', '11.2604', '44.4087', '11.2614', '44.4077', '-outsize', '64', '64', '-of', 'PNG'];
        await outputOf('gdal_translate', ['-q', ...window, source, picture], environment);
        expect(
          readPicture(await readFile(picture))
            .at(32, 32)
            .slice(0, 3),
        ).toEqual([40, 200, 40]);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );

  it.skipIf(!hasOwsLib).each(['1.3.0', '1.1.1'])(
    `OWSLib reads %s${hasOwsLib ? '' : ` (skipped: ${NO_OWSLIB})`}`,
    async (version) => {
      const script = `
import sys
from owslib.wms import WebMapService
wms = WebMapService(sys.argv[1], version=sys.argv[2])
print(sorted(wms.contents))
layer = wms[sys.argv[3]]
print(layer.queryable, sorted(layer.styles), 'EPSG:3857' in layer.crsOptions)
picture = wms.getmap(layers=[sys.argv[3]], styles=[''], srs='EPSG:3857', bbox=(1253000, 5528000, 1254000, 5529000), size=(60, 40), format='image/png', transparent=True)
print(picture.read()[1:4].decode())
info = wms.getfeatureinfo(layers=[sys.argv[3]], query_layers=[sys.argv[3]], srs='EPSG:3857', bbox=(1253457, 5528730, 1253657, 5528930), size=(60, 40), xy=(30, 20), format='image/png', info_format='text/plain')
print(info.read().decode().split(chr(10))[0])
`;
      const args = ['-c', script, `${service.url}${MAPS}/wms`, version, ORTHO];
      const output = await outputOf('/usr/bin/python3', args);
      expect(output.split('\n').slice(0, 4)).toEqual([
        `['${FIELDS}', '${ORTHO}']`,
        `1 ['default'] True`,
        'PNG',
        `${ORTHO}:`,
      ]);
    },
  );

  it('ogc-client reads the capabilities, and its addresses draw', async () => {
    const endpoint = await new WmsEndpoint(`${service.url}${MAPS}/wms?service=WMS&request=GetCapabilities`).isReady();
    const layers = endpoint.getFlattenedLayers().filter(({ name }) => name !== undefined);
    expect(layers.map(({ name }) => name)).toEqual(expect.arrayContaining([FIELDS, ORTHO]));
    const address = endpoint.getMapUrl([ORTHO], {
      widthPx: 30,
      heightPx: 30,
      crs: 'EPSG:3857',
      outputFormat: 'image/png',
      styles: [''],
      extent: [1_253_000, 5_530_000, 1_254_000, 5_531_000],
    });
    expect((await fetch(address)).headers.get('content-type')).toBe('image/png');
  });
});

describe('a private dataset', () => {
  it('asks for a password in the form of the service, and takes every kind of credential', async () => {
    await service.call('PUT', MAPS, { json: { slug: 'maps', visibility: 0 } });
    for (const [change, version] of [
      [{}, '1.3.0'],
      [ELEVEN, '1.1.1'],
    ] as const) {
      const refused = await ask(change);
      expect(refused.headers.get('www-authenticate')).toContain('Basic');
      expect(await wmsException(refused)).toEqual({ status: 401, code: 'AuthenticationFailed', version });
    }
    const basic = (password: string) => ({
      authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
    });
    const kept = await ask({}, null, basic('secret123'));
    expect([kept.status, kept.headers.get('cache-control')]).toEqual([200, 'private, max-age=300']);
    expect((await ask({}, null, basic('wrong'))).status).toBe(401);
    expect((await ask({}, service.token)).status).toBe(200);
    const { token } = await createLink(service, 'admin/maps', { path: 'may' });
    expect((await ask({ token })).status).toBe(200);
    expect(await wmsException(await ask({ token, layers: FIELDS }))).toMatchObject({
      status: 400,
      code: 'LayerNotDefined',
    });
    const missing = await service.call('GET', wmsAddress({}, GET_MAP, '/orgs/admin/ds/none/wms'));
    expect(await wmsException(missing)).toMatchObject({ status: 404, code: 'NotFound' });
  });
});

describe('a layer of one point', () => {
  const DATASET = '/orgs/admin/ds/points';
  beforeAll(async () => {
    await service.call('POST', '/orgs/admin/ds', { json: { slug: 'points', visibility: 1 } });
    const point = { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [11.26, 44.4] } };
    await putBuilt(service, 'admin/points', 'one.geojson', Buffer.from(JSON.stringify(point)));
  });

  it.each(['1.1.1', '1.3.0'])('has boxes with an area in WMS %s, and maps of them', async (version) => {
    const text = await (await capabilities({ version }, `${DATASET}/wms`)).text();
    const boxes = [...text.matchAll(/<BoundingBox ([^>]*)\/>/g)].map(([, attributes]) =>
      Object.fromEntries([...attributes!.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value])),
    );
    expect(boxes.length).toBeGreaterThanOrEqual(2);
    for (const { CRS, SRS, minx, miny, maxx, maxy } of boxes) {
      expect([Number(maxx) > Number(minx), Number(maxy) > Number(miny)]).toEqual([true, true]);
      const change = { version, layers: 'one.geojson', crs: CRS, srs: SRS, bbox: `${minx},${miny},${maxx},${maxy}` };
      const answer = await service.call('GET', wmsAddress({ ...GET_MAP, ...change }, undefined, `${DATASET}/wms`), {
        token: null,
      });
      expect([CRS ?? SRS, answer.status, answer.headers.get('content-type')]).toEqual([CRS ?? SRS, 200, 'image/png']);
    }
  });

  it('has an extent with an area in OGC API', async () => {
    const answer = await service.call('GET', `${DATASET}/ogcapi/collections/one.geojson`, { token: null });
    const { extent } = (await answer.json()) as { extent: { spatial: { bbox: [number[]] } } };
    const [west = 0, south = 0, east = 0, north = 0] = extent.spatial.bbox[0];
    expect([east - west, north - south]).toEqual([expect.closeTo(0.0002, 9), expect.closeTo(0.0002, 9)]);
  });
});
