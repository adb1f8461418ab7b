import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { WmtsEndpoint } from '@camptocamp/ogc-client';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIELDS, MAPS, MIDDLE, ORTHO, startMapService } from '../support/map-service.ts';
import { createLink } from '../support/people.ts';
import { hasGdal, hasOwsLib, NO_GDAL, NO_OWSLIB, outputOf } from '../support/programs.ts';
import type { TestService } from '../support/service.ts';
import { readTile } from '../support/vector-tile.ts';
import { tileOf, tilePixel } from '../support/web-mercator.ts';

let service: TestService;
beforeAll(async () => {
  service = await startMapService();
});
afterAll(() => service[Symbol.asyncDispose]());

const place = tileOf(MIDDLE, 17);
const GET_TILE = {
  service: 'WMTS',
  request: 'GetTile',
  version: '1.0.0',
  layer: ORTHO,
  style: 'default',
  format: 'image/png',
  tileMatrixSet: 'WebMercatorQuad',
  tileMatrix: '17',
  tileRow: String(place.y),
  tileCol: String(place.x),
};
const GET_CAPABILITIES = { service: 'WMTS', request: 'GetCapabilities' };
const NAMES = Object.keys(GET_TILE) as (keyof typeof GET_TILE)[];

const kvp = (
  change: Readonly<Record<string, string | undefined>>,
  base: Readonly<Record<string, string>> = GET_TILE,
) => {
  const entries = Object.entries({ ...base, ...change }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return `${MAPS}/wmts?${new URLSearchParams(entries).toString()}`;
};
const ask = (path: string, headers: Record<string, string> = {}, token: string | null = null) =>
  service.call('GET', path, { token, headers });
const rest = (layer: string, tile = `${place.z}/${place.y}/${place.x}`, ending = 'png', style = 'default') =>
  `${MAPS}/wmts/1.0.0/${layer}/${style}/WebMercatorQuad/${tile}.${ending}`;

type Wrong = [change: Readonly<Record<string, string>>, code: string, locator: string | undefined];

async function exceptionOf(answer: Response) {
  const text = await answer.text();
  const [, code, , locator] = /exceptionCode="([^"]+)"( locator="([^"]+)")?/.exec(text) ?? [];
  return { status: answer.status, code, locator, isReport: text.includes('<ows:ExceptionReport ') };
}

describe('tiles of a raster', () => {
  it('are pictures with their pixels at the right place', async () => {
    const answer = await ask(kvp({}));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400, immutable');
    const { width, height, data } = PNG.sync.read(Buffer.from(await answer.arrayBuffer()));
    const { column, row } = tilePixel(MIDDLE, 17);
    const at = (row * width + column) * 4;
    expect([width, height, ...data.subarray(at, at + 4)]).toEqual([256, 256, 40, 200, 40, 255]);
  });

  it('are the same by parameters in any order and case, and by addresses with and without encoded slashes', async () => {
    const bytes = Buffer.from(await (await ask(kvp({}))).arrayBuffer());
    const shuffled = `${MAPS}/wmts?${NAMES.toReversed()
      .map((name) => `${name.toUpperCase()}=${encodeURIComponent(GET_TILE[name])}`)
      .join('&')}`;
    const others = [
      shuffled,
      kvp({ tileMatrixSet: 'GoogleMapsCompatible' }),
      kvp({ tileMatrixSet: 'EPSG:3857', unknown: 'parameter' }),
      rest(encodeURIComponent(ORTHO)),
      rest(ORTHO.replace(' ', '%20')),
      `${rest(encodeURIComponent(ORTHO))}?v=old`,
    ];
    for (const path of others)
      expect([path, Buffer.from(await (await ask(path)).arrayBuffer()).equals(bytes)]).toEqual([path, true]);
  });

  it('have an ETag, and the version in their address decides how long they are kept', async () => {
    const first = await ask(rest(encodeURIComponent(ORTHO)));
    const etag = first.headers.get('etag')!;
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect((await ask(kvp({}), { 'if-none-match': etag })).status).toBe(304);
    const stale = await ask(`${rest(encodeURIComponent(ORTHO))}?v=old`);
    expect(stale.headers.get('cache-control')).toBe('public, no-cache');
    const text = await (await ask(kvp({}, GET_CAPABILITIES))).text();
    const template = /template="([^"]*ortho[^"]*\.png\?[^"]*)"/.exec(text)![1]!;
    const address = template
      .replace('{Style}', 'default')
      .replace('{TileMatrixSet}', 'WebMercatorQuad')
      .replace('{TileMatrix}', '17')
      .replace('{TileRow}', String(place.y))
      .replace('{TileCol}', String(place.x));
    const current = await ask(address.slice(service.url.length));
    expect([current.headers.get('etag'), current.headers.get('cache-control')]).toEqual([
      etag,
      'public, max-age=86400, immutable',
    ]);
  });

  it('of longitude and latitude show the same place', async () => {
    const [row, column] = [90 - MIDDLE[1], MIDDLE[0] + 180].map((degrees) => (degrees / 180) * 2 ** 16) as [
      number,
      number,
    ];
    const degrees = { tileMatrixSet: 'WorldCRS84Quad', tileMatrix: '16' };
    const place = { tileRow: String(Math.floor(row)), tileCol: String(Math.floor(column)) };
    const answer = await ask(kvp({ ...degrees, ...place }));
    const { width, data } = PNG.sync.read(Buffer.from(await answer.arrayBuffer()));
    const at = (Math.floor((row % 1) * 256) * width + Math.floor((column % 1) * 256)) * 4;
    expect([width, ...data.subarray(at, at + 4)]).toEqual([256, 40, 200, 40, 255]);
    expect((await ask(kvp({ ...degrees, ...place, format: 'image/jpeg' }))).headers.get('content-type')).toBe(
      'image/jpeg',
    );
  });

  it('are JPEG where that is asked for', async () => {
    const answers = [
      await ask(kvp({ format: 'image/jpeg' })),
      await ask(rest(encodeURIComponent(ORTHO), undefined, 'jpg')),
      await ask(rest(encodeURIComponent(ORTHO), undefined, 'jpeg')),
    ];
    for (const answer of answers)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });
});

describe('tiles of a vector file', () => {
  const vector = tileOf(MIDDLE, 14);
  const parameters = {
    layer: FIELDS,
    format: 'application/vnd.mapbox-vector-tile',
    tileMatrix: '14',
    tileRow: String(vector.y),
    tileCol: String(vector.x),
  };
  /** `fetch` takes gzip, and unpacks. */
  const features = async (path: string) => {
    const answer = await ask(path, { 'accept-encoding': 'gzip' });
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
      path,
      200,
      'application/vnd.mapbox-vector-tile',
    ]);
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    return readTile(gzipSync(Buffer.from(await answer.arrayBuffer())));
  };

  it('come as they are stored', async () => {
    const names = (await features(kvp(parameters))).map(({ properties }) => properties['name']);
    expect(names).toContain('first');
    expect(await features(rest(FIELDS, `14/${vector.y}/${vector.x}`, 'pbf'))).toHaveLength(names.length);
  });

  it('are enlarged below the deepest zoom, in their place', async () => {
    const deep = tileOf(MIDDLE, 22);
    const [feature, ...others] = await features(rest(FIELDS, `22/${deep.y}/${deep.x}`, 'pbf'));
    expect([feature?.properties['name'], others]).toEqual(['first', []]);
    // The field covers all of the tile with its buffer.
    const [ring] = feature!.loadGeometry();
    const xs = ring!.map(({ x }) => x);
    const ys = ring!.map(({ y }) => y);
    expect([Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]).toEqual([-80, 4176, -80, 4176]);
    const edge = tileOf([11.2575, 44.409], 20);
    const [half] = await features(rest(FIELDS, `20/${edge.y}/${edge.x}`, 'pbf'));
    const left = Math.min(...half!.loadGeometry()[0]!.map(({ x }) => x));
    const expected = ((11.2575 + 180) / 360) * 2 ** 20 - edge.x;
    // Half a unit of the deepest stored zoom, enlarged.
    expect(Math.abs(left - expected * 4096)).toBeLessThanOrEqual(2 ** (20 - 14));
  });

  it('are empty where nothing is, within the limits of the layer', async () => {
    const between = tileOf([11.266, 44.409], 19);
    expect((await ask(rest(FIELDS, `19/${between.y}/${between.x}`, 'pbf'))).status).toBe(204);
  });
});

describe('GetFeatureInfo', () => {
  const { column, row } = tilePixel(MIDDLE, 17);
  const INFO = {
    ...GET_TILE,
    request: 'GetFeatureInfo',
    infoFormat: 'application/json',
    i: String(column),
    j: String(row),
  };
  const restInfo = (layer: string, ending: string, i = INFO.i) =>
    rest(encodeURIComponent(layer), `${place.z}/${place.y}/${place.x}/${INFO.j}/${i}`, ending);

  it('tells the values of a raster as it was uploaded, in both pyramids', async () => {
    const degrees = [MIDDLE[0] + 180, 90 - MIDDLE[1]].map((value) => (value / 180) * 2 ** 16);
    const [tile, pixel] = [degrees.map(Math.floor), degrees.map((value) => Math.floor((value % 1) * 256))];
    const other = {
      tileMatrixSet: 'WorldCRS84Quad',
      tileMatrix: '16',
      tileCol: String(tile[0]),
      tileRow: String(tile[1]),
      i: String(pixel[0]),
      j: String(pixel[1]),
    };
    for (const change of [{}, other]) {
      const answer = await ask(kvp(change, INFO));
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
        200,
        'application/json; charset=utf-8',
        'public, max-age=300',
      ]);
      expect(await answer.json()).toMatchObject({
        features: [{ layer: ORTHO, properties: { band_1: 40, band_2: 200, band_3: 40 } }],
      });
      expect((await ask(kvp(change, INFO), { 'if-none-match': answer.headers.get('etag')! })).status).toBe(304);
    }
  });

  it('tells the attributes of features, in all forms, by parameters and by address', async () => {
    const vector = { layer: FIELDS, format: 'application/vnd.mapbox-vector-tile' };
    for (const [infoFormat, ending, text] of [
      ['text/plain', 'txt', 'name = first'],
      ['text/html', 'html', '<td>first</td>'],
      ['application/json', 'json', '"name":"first"'],
      ['application/vnd.ogc.gml', 'gml', '<name>first</name>'],
      ['text/xml', 'xml', '<name>first</name>'],
    ] as const) {
      const answer = await ask(kvp({ ...vector, infoFormat }, INFO));
      expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([200, infoFormat]);
      const body = await answer.text();
      expect(body).toContain(text);
      expect(await (await ask(restInfo(FIELDS, ending))).text()).toBe(body);
    }
  });

  it.each<Wrong>([
    [{ i: '256' }, 'PointIJOutOfRange', 'I'],
    [{ j: '-1' }, 'PointIJOutOfRange', 'J'],
    [{ j: '1.5' }, 'InvalidParameterValue', 'J'],
    [{ infoFormat: 'image/png' }, 'InvalidParameterValue', 'InfoFormat'],
    [{ tileRow: '0' }, 'TileOutOfRange', 'TileRow'],
    [{ style: 'NDVI' }, 'InvalidParameterValue', 'style'],
    [
      { tileMatrixSet: 'WorldCRS84Quad', layer: FIELDS, format: 'application/vnd.mapbox-vector-tile' },
      'InvalidParameterValue',
      'TileMatrixSet',
    ],
  ])('%j is %s', async (change, code, locator) => {
    expect(await exceptionOf(await ask(kvp(change, INFO)))).toEqual({ status: 400, code, locator, isReport: true });
  });

  it.each(['infoFormat', 'i', 'j'])('%s missing is told', async (name) => {
    expect(await exceptionOf(await ask(kvp({ [name]: undefined }, INFO)))).toMatchObject({
      status: 400,
      code: 'MissingParameterValue',
      locator: name[0]!.toUpperCase() + name.slice(1),
    });
  });

  it.each([
    restInfo(ORTHO, 'png'),
    restInfo(ORTHO, 'json', '256'),
    restInfo('missing.tif', 'json'),
    rest(ORTHO, '17/1', 'json'),
  ])('%s is not found', async (path) => {
    expect(await exceptionOf(await ask(path))).toMatchObject({ status: 404, isReport: true });
  });
});

describe('what is wrong', () => {
  it.each(NAMES)('%s missing is told', async (name) => {
    const isNamed = !['service', 'request', 'version', 'layer', 'style', 'format'].includes(name);
    const locator = isNamed ? name[0]!.toUpperCase() + name.slice(1) : name;
    expect(await exceptionOf(await ask(kvp({ [name]: undefined })))).toEqual({
      status: 400,
      code: 'MissingParameterValue',
      locator,
      isReport: true,
    });
  });

  const row = { tileMatrix: '3', tileRow: '2', tileCol: '4' };
  it.each<Wrong>([
    [{ service: 'WMS' }, 'InvalidParameterValue', 'service'],
    [{ request: 'GetMap' }, 'InvalidParameterValue', 'request'],
    [{ version: '1.1.0' }, 'InvalidParameterValue', 'version'],
    [{ layer: 'missing.tif' }, 'InvalidParameterValue', 'layer'],
    [{ layer: '../other/ds/maps' }, 'InvalidParameterValue', 'layer'],
    [{ layer: `') OR 1=1--<!ENTITY` }, 'InvalidParameterValue', 'layer'],
    [{ style: 'exec(java.lang.Runtime)' }, 'InvalidParameterValue', 'style'],
    [{ style: 'NDVI' }, 'InvalidParameterValue', 'style'],
    [{ format: 'image/webp' }, 'InvalidParameterValue', 'format'],
    [{ format: 'application/vnd.mapbox-vector-tile' }, 'InvalidParameterValue', 'format'],
    [{ layer: FIELDS }, 'InvalidParameterValue', 'format'],
    [{ tileMatrixSet: '__proto__' }, 'InvalidParameterValue', 'TileMatrixSet'],
    ...['-1', '25', '30', '1.5', '0x1', '1e1', 'NaN', '03'].map((tileMatrix): Wrong => [
      { ...row, tileMatrix },
      'InvalidParameterValue',
      'TileMatrix',
    ]),
    ...['1.5', '0x1', '1e1', 'NaN', '1'.repeat(16), '+1'].map((tileRow): Wrong => [
      { ...row, tileRow },
      'InvalidParameterValue',
      'TileRow',
    ]),
    [{ ...row, tileRow: '8' }, 'TileOutOfRange', 'TileRow'],
    [{ ...row, tileRow: '-1' }, 'TileOutOfRange', 'TileRow'],
    [{ ...row, tileCol: '8' }, 'TileOutOfRange', 'TileCol'],
    [{ ...row, tileRow: '5' }, 'TileOutOfRange', 'TileRow'],
    [{ ...row, tileCol: '6' }, 'TileOutOfRange', 'TileCol'],
  ])('%j is %s', async (change, code, locator) => {
    expect(await exceptionOf(await ask(kvp(change)))).toEqual({ status: 400, code, locator, isReport: true });
  });

  it.each<Wrong>([
    [{ service: 'WFS' }, 'InvalidParameterValue', 'service'],
    [{ acceptVersions: '2.0.0,3.0' }, 'VersionNegotiationFailed', undefined],
    [{ sections: '' }, 'MissingParameterValue', 'sections'],
    [{ sections: 'Contents,Nothing' }, 'InvalidParameterValue', 'sections'],
  ])('of the capabilities: %j is %s', async (change, code, locator) => {
    expect(await exceptionOf(await ask(kvp(change, GET_CAPABILITIES)))).toEqual({
      status: 400,
      code,
      locator,
      isReport: true,
    });
  });

  it.each([
    rest(encodeURIComponent(ORTHO), undefined, 'webp'),
    rest(encodeURIComponent(ORTHO), undefined, 'PNG'),
    rest(encodeURIComponent(ORTHO), undefined, 'pbf'),
    rest(encodeURIComponent(ORTHO), '17/0/0'),
    rest(encodeURIComponent(ORTHO), '3/8/4'),
    rest(encodeURIComponent(ORTHO), '3/-1/4'),
    rest(encodeURIComponent(ORTHO), '3/1.5/4'),
    rest(encodeURIComponent(ORTHO), '0x1/2/4'),
    rest(encodeURIComponent(ORTHO), '25/2/4'),
    rest('missing.tif'),
    rest(encodeURIComponent(ORTHO), undefined, 'png', 'other'),
    `${MAPS}/wmts/1.0.0/${FIELDS}`,
    `${MAPS}/wmts/1.0.0/WMTSCapabilities.json`,
  ])('%s is not found', async (path) => {
    const { status, isReport } = await exceptionOf(await ask(path));
    expect([status, isReport]).toEqual([404, true]);
  });

  it('bodies are refused unread', async () => {
    const body = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>';
    const answer = await service.call('POST', `${MAPS}/wmts`, { body, headers: { 'content-type': 'text/xml' } });
    expect((await exceptionOf(answer)).status).toBe(405);
  });
});

describe('the capabilities', () => {
  it('are read in parts, by folder and by address', async () => {
    const read = async (path: string, token: string | null = null) => (await ask(path, {}, token)).text();
    const identifiers = (text: string) =>
      [...text.matchAll(/<\/ows:WGS84BoundingBox>\s*<ows:Identifier>([^<]+)/g)].map(([, name]) => name);
    expect(identifiers(await read(kvp({}, GET_CAPABILITIES)))).toEqual([FIELDS, ORTHO]);
    expect(await read(kvp({ sections: 'ServiceProvider' }, GET_CAPABILITIES))).not.toContain('Contents');
    expect(await read(kvp({ sections: 'aLL' }, GET_CAPABILITIES))).toContain('Contents');
    expect(identifiers(await read(`${MAPS}/wmts/p/may?service=WMTS&request=GetCapabilities`))).toEqual([ORTHO]);
    expect(identifiers(await read(`${MAPS}/wmts/1.0.0/WMTSCapabilities.xml`))).toEqual([FIELDS, ORTHO]);
    const { token } = await createLink(service, 'admin/maps', { path: 'may' });
    const narrowed = await read(`${kvp({}, GET_CAPABILITIES)}&token=${token}`);
    expect([identifiers(narrowed), narrowed.includes(`token=${token}`)]).toEqual([[ORTHO], true]);
  });

  it('are read by ogc-client', async () => {
    const endpoint = await new WmtsEndpoint(`${service.url}${kvp({}, GET_CAPABILITIES)}`).isReady();
    const [fields, ortho] = endpoint.getLayers();
    expect([fields?.name, ortho?.name]).toEqual([FIELDS, ORTHO]);
    const address = endpoint.getTileUrl(ORTHO, 'default', 'WebMercatorQuad', '17', place.y, place.x, 'image/png');
    expect((await fetch(address!)).headers.get('content-type')).toBe('image/png');
  });

  it.skipIf(!hasGdal)(`are read by GDAL, with the tiles${hasGdal ? '' : ` (skipped: ${NO_GDAL})`}`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'alidade-wmts-'));
    try {
      const source = `WMTS:${service.url}${MAPS}/wmts?service=WMTS&request=GetCapabilities,layer=${ORTHO}`;
      const [x, y] = MIDDLE.map(String) as [string, string];
      const environment = { GDAL_DEFAULT_WMS_CACHE_PATH: folder };
      const values = await outputOf('gdallocationinfo', ['-valonly', '-wgs84', source, x, y], environment);
      expect(values.trim().split('\n').slice(0, 3)).toEqual(['40', '200', '40']);
      // Its own numbers of pixels end before the world does at the last zoom.
      const zoomed = ['-xml', '-wgs84', `${source},zoom_level=20`, x, y];
      expect(await outputOf('gdallocationinfo', zoomed, environment)).toMatch(/<LocationInfo>[^]*band_2[^]*200/);
      const picture = join(folder, 'picture.png');
      const corner = ['-projwin', '1253310', '5530600', '1253810', '5530300', '-outsize', '64', '0', '-of', 'PNG'];
      await outputOf('gdal_translate', ['-q', ...corner, source, picture], environment);
      expect(PNG.sync.read(await readFile(picture)).width).toBe(64);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it.skipIf(!hasOwsLib)(`are read by OWSLib${hasOwsLib ? '' : ` (skipped: ${NO_OWSLIB})`}`, async () => {
    const script = `
import sys
from owslib.wmts import WebMapTileService
wmts = WebMapTileService(sys.argv[1])
print(sorted(wmts.contents))
tile = wmts.gettile(layer=sys.argv[2], tilematrixset='WebMercatorQuad', tilematrix='17', row=int(sys.argv[3]), column=int(sys.argv[4]), format='image/png')
print(tile.read()[1:4].decode())
`;
    const args = ['-c', script, `${service.url}${MAPS}/wmts`, ORTHO, String(place.y), String(place.x)];
    expect(await outputOf('/usr/bin/python3', args)).toBe(`['${FIELDS}', '${ORTHO}']\nPNG\n`);
  });
});

describe('a private dataset', () => {
  it('asks for a password in the form of the service, and takes every kind of credential', async () => {
    await service.call('PUT', MAPS, { json: { slug: 'maps', visibility: 0 } });
    const refused = await ask(kvp({}));
    expect(refused.headers.get('www-authenticate')).toContain('Basic');
    expect(await exceptionOf(refused)).toMatchObject({ status: 401, code: 'AuthenticationFailed', isReport: true });
    expect((await exceptionOf(await ask(rest(encodeURIComponent(ORTHO))))).status).toBe(401);
    const basic = `Basic ${Buffer.from('admin:secret123').toString('base64')}`;
    const kept = await ask(kvp({}), { authorization: basic });
    expect([kept.status, kept.headers.get('cache-control')]).toEqual([200, 'private, max-age=86400, immutable']);
    expect(kept.headers.get('vary')).toContain('Authorization');
    expect((await ask(kvp({}), {}, service.token)).status).toBe(200);
    const { token } = await createLink(service, 'admin/maps', { path: 'may' });
    expect((await ask(`${rest(encodeURIComponent(ORTHO))}?token=${token}`)).status).toBe(200);
    const beyond = await ask(`${rest(FIELDS, '0/0/0', 'pbf')}?token=${token}`);
    expect((await exceptionOf(beyond)).status).toBe(404);
  });
});
