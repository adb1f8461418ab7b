import { gzipSync } from 'node:zlib';
import { OgcApiEndpoint } from '@camptocamp/ogc-client';
import { getMapTileUrlTemplate, getVectorTileUrlTemplate, parseTileMatrixSet } from 'ol/source/ogcTileUtil.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIELDS, MAPS, MIDDLE, ORTHO, startMapService } from '../support/map-service.ts';
import { createLink } from '../support/people.ts';
import { hasGdal, hasOwsLib, NO_GDAL, NO_OWSLIB, outputOf } from '../support/programs.ts';
import type { TestService } from '../support/service.ts';
import { readTile } from '../support/vector-tile.ts';
import { tileOf } from '../support/web-mercator.ts';

let service: TestService;
beforeAll(async () => {
  service = await startMapService();
});
afterAll(() => service[Symbol.asyncDispose]());

interface Linked {
  readonly links: readonly { readonly rel: string; readonly href: string; readonly type: string }[];
}
interface Features extends Linked {
  readonly numberMatched: number;
  readonly numberReturned: number;
  readonly timeStamp: string;
  readonly features: readonly {
    readonly id: number;
    readonly properties: Record<string, unknown>;
    readonly geometry: { readonly coordinates: number[][][][] };
  }[];
}

const API = `${MAPS}/ogcapi`;
const ITEMS = `${API}/collections/${FIELDS}/items`;
const ask = (path: string, headers: Record<string, string> = {}, token: string | null = null) =>
  service.call('GET', path, { token, headers });
const read = async <T = Record<string, unknown>>(path: string): Promise<T> => {
  const answer = await ask(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.json()) as T;
};
const follow = (document: Linked, rel: string): string => {
  const link = document.links.find((each) => each.rel === rel);
  if (link === undefined) throw new Error(`There is no link ${rel}`);
  return link.href.slice(service.url.length);
};
const query = (parameters: Readonly<Record<string, string>>) =>
  `${ITEMS}?${new URLSearchParams(parameters).toString()}`;
const names = async (parameters: Readonly<Record<string, string>>) =>
  (await read<Features>(query(parameters))).features.map(({ properties }) => properties['name']);
const [FIRST, SECOND, THIRD] = ['first', 'O’Brien & <sons>', 'third'];

describe('the way from the landing page to a feature', () => {
  it('is told by links', async () => {
    const landing = await read<Linked>(`${API}/`);
    for (const rel of ['self', 'alternate', 'service-desc', 'service-doc', 'conformance', 'data'])
      expect((await ask(follow(landing, rel))).status).toBe(200);
    const api = await ask(follow(landing, 'service-desc'));
    expect(api.headers.get('content-type')).toContain('application/vnd.oai.openapi+json;version=3.0');
    const { collections } = await read<{ collections: (Linked & { id: string })[] }>(follow(landing, 'data'));
    expect(collections.map(({ id }) => id)).toEqual([FIELDS]);
    const collection = await read<Linked>(follow(collections[0]!, 'self'));
    expect(collection).toMatchObject({
      id: FIELDS,
      itemType: 'feature',
      storageCrs: 'http://www.opengis.net/def/crs/OGC/1.3/CRS84',
      extent: { spatial: { bbox: [[11.2575, 44.4072, 11.294, 44.4112]] } },
    });
    const items = await read<Features>(follow(collection, 'items'));
    expect([items.numberMatched, items.numberReturned, items.features.length]).toEqual([3, 3, 3]);
    expect(Math.abs(Date.now() - Date.parse(items.timeStamp))).toBeLessThan(60_000);
    const item = await read<Linked>(`${ITEMS}/${items.features[0]!.id}`);
    expect(item).toMatchObject({ type: 'Feature', id: items.features[0]!.id, properties: { name: FIRST, trees: 12 } });
    expect(follow(item, 'collection')).toBe(`${API}/collections/${FIELDS}`);
  });

  it('pages go on to the last feature, and back', async () => {
    const seen: number[] = [];
    let page = await read<Features>(query({ limit: '2', f: 'json' }));
    seen.push(...page.features.map(({ id }) => id));
    page = await read<Features>(follow(page, 'next'));
    seen.push(...page.features.map(({ id }) => id));
    expect([seen.length, new Set(seen).size, page.numberMatched]).toEqual([3, 3, 3]);
    expect(page.links.map(({ rel }) => rel)).not.toContain('next');
    expect((await read<Features>(follow(page, 'prev'))).features.map(({ id }) => id)).toEqual(seen.slice(0, 2));
    const beyond = await read<Features>(query({ offset: '1000000000000000' }));
    expect([beyond.numberMatched, beyond.numberReturned, beyond.features]).toEqual([3, 0, []]);
    expect((await read<Features>(query({ limit: '999999999' }))).numberReturned).toBe(3);
  });

  it('has a validator', async () => {
    const { headers } = await ask(ITEMS);
    expect(headers.get('cache-control')).toBe('public, no-cache');
    expect((await ask(ITEMS, { 'if-none-match': headers.get('etag')! })).status).toBe(304);
    expect((await ask(`${ITEMS}?limit=1`, { 'if-none-match': headers.get('etag')! })).status).toBe(200);
  });
});

describe('what features are asked for', () => {
  it.each<[Readonly<Record<string, string>>, readonly string[]]>([
    [{ bbox: '11.25,44.4,11.26,44.42' }, [FIRST]],
    [{ bbox: '11.25,44.4,-10,11.26,44.42,10' }, [FIRST]],
    [{ bbox: '170,44.4,11.26,44.42' }, [FIRST]],
    [{ bbox: '44.4,11.25,44.42,11.26', 'bbox-crs': 'http://www.opengis.net/def/crs/EPSG/0/4326' }, [FIRST]],
    [{ bbox: '1252000,5529000,1253500,5532000', 'bbox-crs': 'http://www.opengis.net/def/crs/EPSG/0/3857' }, [FIRST]],
    [{ datetime: '2020-03-01T12:00:00Z' }, [FIRST, THIRD]],
    [{ datetime: '2020-06-01T00:00:00Z/..' }, [SECOND, THIRD]],
    [{ datetime: '/2020-06-01T00:00:00Z' }, [FIRST, THIRD]],
    [{ datetime: '2020-01-01/2022-01-01' }, [FIRST, SECOND, THIRD]],
    [{ name: SECOND }, [SECOND]],
    [{ trees: '7', note: 'dry' }, [THIRD]],
    [{ sortby: '-trees' }, [FIRST, THIRD, SECOND]],
    [{ sortby: '+trees' }, [SECOND, THIRD, FIRST]],
    [{ sortby: 'note,-trees' }, [FIRST, THIRD, SECOND]],
    [{ sortby: '-trees', offset: '1', limit: '1' }, [THIRD]],
    [{ sortby: '-trees', filter: 'trees < 10' }, [THIRD, SECOND]],
    [{ skipGeometry: 'true' }, [FIRST, SECOND, THIRD]],
    [{ filter: `trees > 5 AND note IS NULL` }, [FIRST]],
    [{ filter: `CASEI(note) = 'DRY'` }, [SECOND, THIRD]],
    [{ filter: `S_INTERSECTS(geometry, POINT(${MIDDLE.join(' ')}))` }, [FIRST]],
    [
      {
        filter: `S_INTERSECTS(geometry, POINT(${MIDDLE.toReversed().join(' ')}))`,
        'filter-crs': 'http://www.opengis.net/def/crs/EPSG/0/4326',
      },
      [FIRST],
    ],
    [{ filter: '{"op":"<","args":[{"property":"yield"},2]}', 'filter-lang': 'cql2-json' }, [FIRST]],
    [{ filter: `T_AFTER(planted, DATE('2020-06-01'))` }, [SECOND]],
  ])('%j', async (parameters, expected) => {
    expect(await names(parameters)).toEqual(expected);
  });

  it('positions come in the CRS that is asked for, in its order of axes', async () => {
    const corner = async (crs: string) => {
      const answer = await ask(query({ limit: '1', crs }));
      const { features } = (await answer.json()) as Features;
      return { header: answer.headers.get('content-crs'), position: features[0]!.geometry.coordinates[0]![0]![0]! };
    };
    const uri = (code: number) => `http://www.opengis.net/def/crs/EPSG/0/${code}`;
    const { position } = await corner('http://www.opengis.net/def/crs/OGC/1.3/CRS84');
    expect(await corner(uri(4326))).toEqual({ header: `<${uri(4326)}>`, position: position.toReversed() });
    const metres = await corner(uri(3857));
    expect(metres.position[0]).toBeCloseTo((position[0]! / 180) * 20_037_508.342_789, 3);
    const one = await ask(`${ITEMS}/1?crs=${encodeURIComponent(uri(3857))}`);
    expect(one.headers.get('content-crs')).toBe(`<${uri(3857)}>`);
  });

  it('sortables name what there is to sort by, and the standard says so', async () => {
    const path = `/collections/${FIELDS}/sortables`;
    const { properties, ...more } = await read<{ properties: object }>(`${API}${path}`);
    expect(Object.keys(properties)).toEqual(['name', 'trees', 'yield', 'planted', 'note']);
    expect(more).toMatchObject({ type: 'object', additionalProperties: false });
    const { links } = await read<Linked>(`${API}/collections/${FIELDS}`);
    expect(links.map(({ rel }) => rel)).toContain('http://www.opengis.net/def/rel/ogc/1.0/sortables');
    const { conformsTo } = await read<{ conformsTo: readonly string[] }>(`${API}/conformance`);
    expect(conformsTo.filter((each) => each.endsWith('sorting'))).toHaveLength(2);
    const api = await read<{ components: { parameters: Record<string, object> }; paths: object }>(`${API}/api`);
    expect(api.components.parameters['sortby']).toMatchObject({ in: 'query', schema: { maxItems: 10 } });
    expect(Object.keys(api.paths)).toContain('/collections/{collectionId}/sortables');
  });

  it('geometries are left out where nobody wants them, also of files', async () => {
    const { features } = await read<Features>(query({ skipGeometry: 'true' }));
    expect(features.map(({ geometry }) => geometry)).toEqual([null, null, null]);
    expect(features[0]!.properties).toMatchObject({ name: FIRST, trees: 12 });
    const [head] = (await (await ask(query({ skipGeometry: 'true', f: 'csv' }))).text()).split('\r\n');
    expect(head).toBe('FID,name,trees,yield,planted,note');
    const own = await read<Features>(query({ skipGeometry: 'false' }));
    expect(own.features[0]!.geometry.coordinates[0]![0]).toHaveLength(5);
  });

  it('queryables name the attributes', async () => {
    const schema = await read<{ properties: object }>(`${API}/collections/${FIELDS}/queryables`);
    expect(schema).toMatchObject({
      type: 'object',
      $id: `${service.url}${API}/collections/${FIELDS}/queryables`,
      properties: {
        geometry: { format: 'geometry-multipolygon' },
        name: { type: 'string' },
        trees: { type: 'integer' },
        planted: { type: 'string', format: 'date', 'x-ogc-role': 'primary-instant' },
      },
    });
    expect((await read<{ properties: object }>(`${API}/collections/${FIELDS}/schema`)).properties).toEqual(
      schema.properties,
    );
  });
});

describe('what is wrong', () => {
  it.each<Readonly<Record<string, string>>>([
    ...['0', '-1', '1.5', 'x', '', '1e3'].map((limit) => ({ limit })),
    ...['-1', 'x', '1.5'].map((offset) => ({ offset })),
    ...[
      '1,2,3',
      '1,2,3,4,5',
      'a,b,c,d',
      '1,2,3,NaN',
      '1,5,3,4',
      '0,0,1e999,1',
      '-181,0,0,1',
      '[1,2,3,4]',
      '1,2,3,4,5,6,7',
    ].map((bbox) => ({ bbox })),
    ...['2020', '/', '../..', '2020-13-01', '2020-02-30T00:00:00Z', '2021-01-01/2020-01-01', '2020-01-01T00:00:00'].map(
      (datetime) => ({ datetime }),
    ),
    { crs: 'http://www.opengis.net/def/crs/EPSG/0/2056' },
    { crs: 'EPSG:4326' },
    { 'bbox-crs': 'nothing' },
    { 'filter-crs': 'http://www.opengis.net/def/crs/EPSG/0/1' },
    { 'filter-lang': 'sql' },
    { filter: `missing = 1` },
    { filter: `') OR 1=1--` },
    { filter: `trees = 1; DROP TABLE x` },
    { filter: 'x'.repeat(70_000) },
    { sortby: 'missing' },
    { sortby: Array.from({ length: 11 }, () => 'trees').join(',') },
    { skipGeometry: 'yes' },
    { trees: 'many' },
    { unknown: '1' },
    { f: 'xml' },
    { Limit: '1' },
  ])('%j is refused', async (parameters) => {
    const answer = await ask(query(parameters));
    const body = (await answer.json()) as Record<string, string>;
    expect([answer.status, body['code'], typeof body['error'], body['description']]).toEqual([
      400,
      'InvalidParameterValue',
      'string',
      body['error'],
    ]);
  });

  it.each([
    `${ITEMS}/999`,
    `${ITEMS}/x`,
    `${ITEMS}/1e0`,
    `${ITEMS}/01`,
    `${ITEMS}/0`,
    `${API}/collections/missing`,
    `${API}/collections/missing/items`,
    `${API}/collections/${encodeURIComponent('../maps')}/items`,
    `${API}/collections/${encodeURIComponent(ORTHO)}/items`,
    `${API}/collections/${FIELDS}/nothing`,
    `${API}/collections/${FIELDS}/tiles/Nothing`,
    `${API}/collections/${FIELDS}/tiles/WebMercatorQuad/23/0/0`,
    ...['3/8/4', '3/-1/4', '3/1.5/4', '0x1/0/0', '3/0/0', '31/0/0', '3/4294967296/0'].map(
      (tile) => `${API}/collections/${FIELDS}/tiles/WebMercatorQuad/${tile}`,
    ),
    `${API}/tileMatrixSets/constructor`,
  ])('%s is not there', async (path) => {
    const answer = await ask(path);
    const { code, description } = (await answer.json()) as Record<string, string>;
    expect([answer.status, code, typeof description]).toEqual([404, 'NotFound', 'string']);
  });

  it.each(['/tileMatrixSets', '/tileMatrixSets/WebMercatorQuad', `/collections/${FIELDS}/queryables`])(
    '%s is no page',
    async (path) => {
      expect((await ask(`${API}${path}?f=html`)).status).toBe(400);
      expect((await ask(`${API}${path}`, { accept: 'text/html' })).status).toBe(200);
    },
  );

  it.each([
    ['application/pdf', 406],
    ['image/png, text/html;q=0', 406],
    ['application/geo+json', 200],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', 200],
    ['application/*', 200],
  ])('Accept: %s is answered %d', async (accept, status) => {
    const answer = await ask(API, { accept });
    const { code } = (await answer.json().catch(() => ({}))) as { readonly code?: string };
    expect([answer.status, code]).toEqual([status, status === 406 ? 'InvalidParameterValue' : undefined]);
  });

  it.each(['/nothing', '/collections/none', `/collections/${FIELDS}/items/99`, '/tileMatrixSets/none'])(
    '%s is not there, with code and description',
    async (path) => {
      const answer = await ask(API + path);
      expect([answer.status, await answer.json()]).toEqual([
        404,
        { error: expect.any(String), code: 'NotFound', description: expect.any(String) },
      ]);
    },
  );

  it('a parameter given twice is refused', async () => {
    expect((await ask(`${ITEMS}?limit=1&limit=2`)).status).toBe(400);
  });
});

describe('tiles', () => {
  const tiles = `${API}/collections/${FIELDS}/tiles`;
  const place = tileOf(MIDDLE, 14);

  it('are found from the list of tile sets', async () => {
    const { tilesets } = await read<{ tilesets: (Linked & { tileMatrixSetURI: string })[] }>(`${tiles}?f=json`);
    expect(tilesets.map(({ tileMatrixSetURI }) => tileMatrixSetURI)).toEqual([
      'http://www.opengis.net/def/tilematrixset/OGC/1.0/WebMercatorQuad',
    ]);
    const set = await read<Linked & { tileMatrixSetLimits: object[] }>(follow(tilesets[0]!, 'self'));
    expect(set).toMatchObject({ dataType: 'vector', crs: 'http://www.opengis.net/def/crs/EPSG/0/3857' });
    expect(set.tileMatrixSetLimits[14]).toMatchObject({ tileMatrix: '14', minTileRow: place.y });
    const scheme = await read<{ tileMatrices: object[] }>(
      follow(set, 'http://www.opengis.net/def/rel/ogc/1.0/tiling-scheme'),
    );
    expect(scheme.tileMatrices[1]).toMatchObject({ id: '1', cellSize: 78_271.516_964_020_5, matrixWidth: 2 });
    const template = set.links.find(({ rel }) => rel === 'item')!;
    const address = template.href
      .replace('{tileMatrix}', '14')
      .replace('{tileRow}', String(place.y))
      .replace('{tileCol}', String(place.x));
    const answer = await ask(address.slice(service.url.length), { 'accept-encoding': 'gzip' });
    expect(answer.headers.get('content-type')).toBe('application/vnd.mapbox-vector-tile');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400, immutable');
    const features = readTile(gzipSync(Buffer.from(await answer.arrayBuffer())));
    expect(features.map(({ properties }) => properties['name'])).toContain(FIRST);
  });

  it('are described by TileJSON', async () => {
    expect(await read(`${tiles}?f=tilejson`)).toMatchObject({
      tilejson: '3.0.0',
      minzoom: 0,
      maxzoom: 22,
      vector_layers: [{ id: 'default', fields: { name: 'String', trees: 'Number' } }],
    });
  });

  it.each([encodeURIComponent(ORTHO), ORTHO.replace(' ', '%20')])('of the raster %s are pictures', async (name) => {
    expect(await read(`${API}/collections/${name}`)).toMatchObject({ id: ORTHO, dataType: 'map' });
    const { x, y } = tileOf(MIDDLE, 17);
    const tile = `${API}/collections/${name}/tiles/WebMercatorQuad/17/${y}/${x}`;
    for (const [path, headers, type] of [
      [tile, {}, 'image/png'],
      [`${tile}?f=jpeg`, {}, 'image/jpeg'],
      [tile, { accept: 'image/webp,*/*' }, 'image/webp'],
    ] as const)
      expect((await ask(path, headers)).headers.get('content-type')).toBe(type);
    expect((await ask(`${tile}?f=mvt`)).status).toBe(400);
  });
});

describe('pages for people', () => {
  const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  it('are shown to browsers, with what they hold escaped and without anything of another site', async () => {
    for (const path of [
      '',
      '/conformance',
      '/api',
      '/collections',
      `/collections/${FIELDS}`,
      `/collections/${FIELDS}/items`,

      `/collections/${FIELDS}/items/2`,
      `/collections/${FIELDS}/tiles`,
      `/collections/${FIELDS}/tiles/WebMercatorQuad`,
    ]) {
      const answer = await ask(API + path, html);
      const text = await answer.text();
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
      ]);
      expect([path, /<script|<link|<img|onclick|<sons>/.exec(text)]).toEqual([path, null]);
      expect([path, /<html lang="en">[^]*<h1>[^<]+<\/h1>/.test(text)]).toEqual([path, true]);
      expect(answer.headers.get('vary')).toContain('Accept');
      for (const [, href] of text.matchAll(/href="([^"]+)"/g)) expect(href!.startsWith(service.url)).toBe(true);
    }
  });

  it('go on from page to page', async () => {
    const text = await (await ask(`${ITEMS}?f=html&limit=1`)).text();
    expect(text).toContain('1 to 1 of 3');
    const next = /<a href="([^"]+)">The next features/.exec(text)![1]!.replaceAll('&amp;', '&');
    const page = await (await ask(next.slice(service.url.length), html)).text();
    expect(page).toContain('2 to 2 of 3');
    expect(page).toContain('O’Brien &amp; &lt;sons&gt;');
  });
});

describe('other programs', () => {
  it('ogc-client reads collections, features and tiles', async () => {
    const endpoint = new OgcApiEndpoint(`${service.url}${API}`);
    expect(await endpoint.allCollections).toMatchObject([{ name: FIELDS }]);
    expect(await endpoint.hasFeatures).toBe(true);
    expect(await endpoint.getCollectionItems(FIELDS, 2)).toHaveLength(2);
    expect((await endpoint.getCollectionInfo(FIELDS)).id).toBe(FIELDS);
  });

  it('OpenLayers finds the tiles of both kinds of layers', async () => {
    const set = await read<Linked>(`${API}/collections/${FIELDS}/tiles/WebMercatorQuad`);
    const map = await read<Linked>(`${API}/collections/${encodeURIComponent(ORTHO)}/tiles/WebMercatorQuad`);
    expect(getVectorTileUrlTemplate([...set.links], undefined, ['application/vnd.mapbox-vector-tile'])).toContain(
      'f=mvt',
    );
    expect(getMapTileUrlTemplate([...map.links], 'image/jpeg')).toContain('f=jpeg');
    const scheme = await read<Parameters<typeof parseTileMatrixSet>[1]>(`${API}/tileMatrixSets/WebMercatorQuad`);
    const { grid } = parseTileMatrixSet({}, scheme);
    expect([grid.getTileSize(3), grid.getMinZoom(), grid.getMaxZoom()]).toEqual([[256, 256], 0, 24]);
  });

  it.skipIf(!hasGdal)(
    `GDAL reads all features, page by page, and those it asks for${hasGdal ? '' : ` (skipped: ${NO_GDAL})`}`,
    async () => {
      const options = ['-oo', 'PAGE_SIZE=2'];
      const text = await outputOf('ogrinfo', ['-al', '-ro', ...options, `OAPIF:${service.url}${API}`]);
      expect(text).toContain('Feature Count: 3');
      for (const name of [FIRST, SECOND, THIRD]) expect(text).toContain(`name (String) = ${name}`);
      const where = await outputOf('ogrinfo', [
        '-al',
        '-ro',
        '-where',
        'trees > 5',
        '-spat',
        '11.28',
        '44',
        '11.3',
        '45',
        `OAPIF:${service.url}${API}`,
      ]);
      expect([where.includes(THIRD), where.includes(FIRST)]).toEqual([true, false]);
      // Its driver of all parts of OGC API.
      const all = `OGCAPI:${service.url}${API}`;
      expect(await outputOf('ogrinfo', ['-ro', all])).toContain(`Collection ${FIELDS}`);
      const items = ['-al', '-ro', '-oo', 'API=ITEMS', `${all}/collections/${FIELDS}`];
      expect(await outputOf('ogrinfo', items)).toContain('Feature Count: 3');
    },
  );

  it.skipIf(!hasOwsLib)(`OWSLib reads features${hasOwsLib ? '' : ` (skipped: ${NO_OWSLIB})`}`, async () => {
    const script = `
import sys
from owslib.ogcapi.features import Features
api = Features(sys.argv[1])
print(api.feature_collections())
print(api.collection_items(sys.argv[2], limit=2)['numberMatched'], api.collection_queryables(sys.argv[2])['type'])
`;
    expect(await outputOf('/usr/bin/python3', ['-c', script, `${service.url}${API}`, FIELDS])).toBe(
      `['${FIELDS}']\n3 object\n`,
    );
  });
});

describe('a private dataset', () => {
  it('asks for a password in JSON, and takes every kind of credential', async () => {
    await service.call('PUT', MAPS, { json: { slug: 'maps', visibility: 0 } });
    const refused = await ask(ITEMS);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Basic')]);
    expect(await refused.json()).toMatchObject({ code: 'AuthenticationFailed', error: expect.any(String) as unknown });
    const authorization = `Basic ${Buffer.from('admin:secret123').toString('base64')}`;
    const kept = await ask(ITEMS, { authorization });
    expect([kept.status, kept.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect((await ask(ITEMS, {}, service.token)).status).toBe(200);
    const { token } = await createLink(service, 'admin/maps', { path: FIELDS });
    const page = (await (await ask(`${ITEMS}?token=${token}&limit=1`)).json()) as Features;
    expect(((await (await ask(follow(page, 'next'))).json()) as Features).numberReturned).toBe(1);
    expect((await ask(`${API}/collections/${encodeURIComponent(ORTHO)}?token=${token}`)).status).toBe(404);
  });
});
