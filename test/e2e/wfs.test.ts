import { execFile } from 'node:child_process';
import { WfsEndpoint } from '@camptocamp/ogc-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { promisify } from 'node:util';
import { processorTime } from '../support/processor-time.ts';
import { form, startService, until, type TestService } from '../support/service.ts';
import { squareFeature } from '../support/square-feature.ts';
import { hasXmlSchemas, NO_XML_SCHEMAS, schemaFaults } from '../support/xml-schemas.ts';

const DATASET = '/orgs/admin/ds/fields';
/** Thirty squares: ten columns from 10° east, three rows from 45° north. */
const PLOTS = JSON.stringify({
  type: 'FeatureCollection',
  features: Array.from({ length: 30 }, (_, n) =>
    squareFeature(10 + (n % 10), 45 + Math.floor(n / 10), 0.5, {
      n,
      name: n === 3 ? '<&">' : `plot ${n}`,
      'Größe m²': n / 4,
      day: `2024-05-${String(n + 1).padStart(2, '0')}`,
      note: n % 2 === 0 ? `even ${n}` : null,
    }),
  ),
});
const LINES = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { n: 1 },
      geometry: {
        type: 'LineString',
        coordinates: [
          [10, 45, 5],
          [12, 47, 6],
        ],
      },
    },
    { type: 'Feature', properties: { n: 2 }, geometry: null },
  ],
});

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await service.call('POST', '/orgs/admin/ds', {
    body: form({ slug: 'fields', name: 'Fields of Huber & Sons', visibility: '1' }),
  });
  await upload('a b/plots.geojson', PLOTS);
  await upload('lines.geojson', LINES);
});
afterAll(() => service[Symbol.asyncDispose]());

async function upload(path: string, content: string, dataset = DATASET): Promise<void> {
  const body = form({ path, file: Buffer.from(content) });
  expect((await service.call('POST', `${dataset}/obj`, { body })).status).toBe(201);
  const entry = async (): Promise<{ readonly buildStatus: string | null }> =>
    (await (await service.call('GET', `${dataset}/obj?path=${encodeURIComponent(path)}`)).json()) as never;
  await until(entry, ({ buildStatus }) => buildStatus === null);
}

const address = (query: string): string => `${DATASET}/wfs?service=WFS&${query}`;
async function get(query: string): Promise<{ readonly status: number; readonly type: string; readonly text: string }> {
  const answer = await service.call('GET', address(query), { token: null });
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() };
}
interface Collection {
  readonly numberMatched: number;
  readonly numberReturned: number;
  readonly features: readonly {
    readonly id: string;
    readonly properties: Record<string, unknown>;
    readonly geometry: unknown;
  }[];
  readonly links?: readonly { readonly rel: string; readonly href: string }[];
}
const PLOT_TYPE = 'a_b_plots.geojson';
const PLOTS_QUERY = `request=GetFeature&version=2.0.0&typeNames=alidade:${PLOT_TYPE}`;
async function json(query: string): Promise<Collection> {
  const { status, text } = await get(`${PLOTS_QUERY}&outputFormat=application/json&${query}`);
  if (status !== 200) throw new Error(text);
  return JSON.parse(text) as Collection;
}
const numbers = async (query: string): Promise<unknown[]> =>
  (await json(query)).features.map(({ properties }) => properties['n']);
const fes = (inner: string): string =>
  `filter=${encodeURIComponent(`<fes:Filter xmlns:fes="http://www.opengis.net/fes/2.0" xmlns:gml="http://www.opengis.net/gml/3.2">${inner}</fes:Filter>`)}`;

/** Documents without what differs from run to run. */
const steady = (text: string): string =>
  text.replaceAll(service.url, 'http://host').replaceAll(/timeStamp="[^"]*"/g, 'timeStamp="now"');

const textAt = async (path: string): Promise<string> =>
  (await service.call('GET', `${DATASET}/${path}`, { token: null })).text();

describe('documents', () => {
  it.each([
    'wfs?service=WFS&request=GetCapabilities&version=1.1.0',
    'wfs?service=WFS&request=GetCapabilities',
    'wms?service=WMS&request=GetCapabilities&version=1.1.1',
    'wms?service=WMS&request=GetCapabilities',
    'wmts?service=WMTS&request=GetCapabilities',
    'wcs?service=WCS&request=GetCapabilities&version=1.0.0',
    'wcs?service=WCS&request=GetCapabilities&version=1.1.2',
    'wcs?service=WCS&request=GetCapabilities',
  ])('are titled by the name of the dataset: %s', async (path) => {
    expect(await textAt(path)).toMatch(/<(ows:Title|Title|label)>Fields of Huber &amp; Sons</);
    const ofFolder = await textAt(path.replace('?', '/p/a%20b?'));
    expect(ofFolder).not.toContain('Huber');
    expect(ofFolder).toMatch(/<(ows:Title|Title|label)>admin\/fields</);
  });

  it('of OGC API are titled by it, too', async () => {
    expect(JSON.parse(await textAt('ogcapi?f=json'))).toMatchObject({ title: 'Fields of Huber & Sons' });
    expect(JSON.parse(await textAt('ogcapi/api'))).toMatchObject({ info: { title: 'Fields of Huber & Sons' } });
  });

  it.each([
    ['capabilities-2.0', 'request=GetCapabilities', 'wfs/2.0/wfs.xsd'],
    // Not held to its schema: libxml2 takes two of the files it includes, each named in two ways, for four.
    ['capabilities-1.1', 'request=GetCapabilities&acceptVersions=1.1.0', undefined],
    ['types-2.0', 'request=DescribeFeatureType&version=2.0.0', undefined],
    ['types-1.1', 'request=DescribeFeatureType&version=1.1.0&typeName=lines.geojson', undefined],
    ['stored-queries', 'request=ListStoredQueries&version=2.0.0', 'wfs/2.0/wfs.xsd'],
    ['stored-query', 'request=DescribeStoredQueries&version=2.0.0', 'wfs/2.0/wfs.xsd'],
    ['hits', `${PLOTS_QUERY}&resultType=hits`, 'wfs/2.0/wfs.xsd'],
    ['error-2.0', 'request=GetFeature&version=2.0.0&typeNames=%3Cno%3E', 'ows/1.1.0/owsExceptionReport.xsd'],
    ['error-1.1', 'request=GetFeature&version=1.1.0', 'ows/1.0.0/owsExceptionReport.xsd'],
  ])('%s', async (name, query, schema) => {
    const { text } = await get(query);
    await expect(steady(text)).toMatchFileSnapshot(`../../src/ogc/wfs/testing/${name}.xml`);
    if (schema === undefined || !hasXmlSchemas) return;
    expect(await schemaFaults(text, schema)).toEqual([]);
  });
  if (!hasXmlSchemas) console.log(`Documents of WFS are not held to their schemas: ${NO_XML_SCHEMAS}`);

  it.each([
    ['features-2.0', `${PLOTS_QUERY}&count=1&startIndex=3`],
    ['features-1.1', `request=GetFeature&version=1.1.0&typeName=lines.geojson`],
    ['features-2.0-lines', `request=GetFeature&version=2.0.0&typeNames=lines.geojson&srsName=EPSG:3857`],
    ['values', `request=GetPropertyValue&version=2.0.0&typeNames=${PLOT_TYPE}&valueReference=alidade:note&count=2`],
    [
      'by-id',
      `request=GetFeature&version=2.0.0&storedQuery_id=urn:ogc:def:query:OGC-WFS::GetFeatureById&id=lines.geojson.1`,
    ],
  ])('%s', async (name, query) => {
    const { text, status } = await get(query);
    expect(status).toBe(200);
    await expect(steady(text)).toMatchFileSnapshot(`../../src/ogc/wfs/testing/${name}.xml`);
  });
});

const PLOT_5 =
  '<gml:Envelope srsName="urn:ogc:def:crs:EPSG::4326"><gml:lowerCorner>45.1 15.1</gml:lowerCorner><gml:upperCorner>45.2 15.2</gml:upperCorner></gml:Envelope>';
const triangle = (srs: string, positions: string): string =>
  `<gml:Polygon ${srs}><gml:exterior><gml:LinearRing><gml:posList>${positions}</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon>`;

describe('features', () => {
  it('come in pages with links, each once and in one order', async () => {
    const seen: unknown[] = [];
    let page = await json('count=12');
    for (;;) {
      expect([page.numberMatched, page.numberReturned]).toEqual([30, page.features.length]);
      seen.push(...page.features.map(({ id }) => id));
      const next = page.links?.find(({ rel }) => rel === 'next')?.href;
      if (next === undefined) break;
      page = (await (await fetch(next)).json()) as Collection;
    }
    expect(seen).toEqual(Array.from({ length: 30 }, (_, at) => `${PLOT_TYPE}.${at + 1}`));
    expect(page.links?.map(({ rel }) => rel)).toEqual(['prev']);
  });

  it.each([
    ['count=0', 30, 0],
    ['count=1e9', 30, 30],
    ['startIndex=1e15', 30, 0],
    ['startIndex=1000000000000000', 30, 0],
    ['resultType=hits', 30, 0],
    ['count=99999', 30, 30],
    // Features that no type has are none, in whatever form their ids are.
    [`resourceId=${PLOT_TYPE}.99`, 0, 0],
    ['resourceId=no-such-type.1', 0, 0],
    [`resourceId=${PLOT_TYPE}.first`, 0, 0],
  ])('%s is answered with what there is', async (query, matched, returned) => {
    expect(await json(query)).toMatchObject({ numberMatched: matched, numberReturned: returned });
  });

  it('are counted with a link to the first page, where the client says how long pages are', async () => {
    const hits = await json('resultType=hits&count=12');
    expect(hits).toMatchObject({ numberMatched: 30, numberReturned: 0 });
    const next = new URL(hits.links!.find(({ rel }) => rel === 'next')!.href);
    const page = (await (await fetch(next)).json()) as Collection;
    expect([page.numberReturned, page.features[0]?.id]).toEqual([12, `${PLOT_TYPE}.1`]);
    expect((await json('resultType=hits')).links).toBeUndefined();
  });

  it.each([
    ['bbox=15.1,45.1,15.2,45.2', [5]],
    ['bbox=15.1,45.1,15.2,45.2,EPSG:4326', [5]],
    ['bbox=45.1,15.1,45.2,15.2,urn:ogc:def:crs:EPSG::4326', [5]],
    ['bbox=45.1,15.1,45.2,15.2,http://www.opengis.net/def/crs/EPSG/0/4326', [5]],
    ['bbox=15.1,45.1,15.2,45.2,urn:ogc:def:crs:OGC:1.3:CRS84', [5]],
    ['bbox=1680000,5637000,1692000,5650000,EPSG:3857', [5]],
    ['bbox=1004000,5003000,1005000,5010000,EPSG:32632', [5]],
    ['bbox=420000,4994000,430000,4997000,EPSG:32633', [4]],
    ['bbox=-90,-180,90,180,urn:ogc:def:crs:EPSG::4326&count=2', [0, 1]],
    ['bbox=19,45,-170,46', [9, 19]],
    [`resourceId=${PLOT_TYPE}.3,${PLOT_TYPE}.1`, [0, 2]],
    ['sortBy=n DESC&count=2', [29, 28]],
    [
      "cql_filter=name LIKE 'plot 1%25' AND n < 12 AND S_INTERSECTS(geom, POLYGON((9 44,12.2 44,12.2 49,9 49,9 44)))",
      [1, 10, 11],
    ],
    ['cql_filter=n > 3&bbox=13.1,45.1,14.2,45.2', [4]],
    ['sortBy=alidade:note A,n D&count=2', [29, 27]],
    [
      fes(
        '<fes:PropertyIsEqualTo><fes:ValueReference>name</fes:ValueReference><fes:Literal>plot 7</fes:Literal></fes:PropertyIsEqualTo>',
      ),
      [7],
    ],
    [
      fes(
        '<fes:PropertyIsEqualTo matchCase="false"><fes:Literal>PLOT 7</fes:Literal><fes:ValueReference>alidade:name</fes:ValueReference></fes:PropertyIsEqualTo>',
      ),
      [7],
    ],
    [
      fes(
        '<fes:PropertyIsLike wildCard="*" singleChar="." escapeChar="!"><fes:ValueReference>name</fes:ValueReference><fes:Literal>*1.</fes:Literal></fes:PropertyIsLike>',
      ),
      [10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
    ],
    [
      fes(
        '<fes:PropertyIsBetween><fes:ValueReference>Größe m²</fes:ValueReference><fes:LowerBoundary><fes:Literal>1</fes:Literal></fes:LowerBoundary><fes:UpperBoundary><fes:Literal>1.25</fes:Literal></fes:UpperBoundary></fes:PropertyIsBetween>',
      ),
      [4, 5],
    ],
    [
      fes(
        '<fes:And><fes:PropertyIsNull><fes:ValueReference>note</fes:ValueReference></fes:PropertyIsNull><fes:PropertyIsLessThan><fes:ValueReference>n</fes:ValueReference><fes:Literal>4</fes:Literal></fes:PropertyIsLessThan></fes:And>',
      ),
      [1, 3],
    ],
    [
      fes(
        '<fes:Not><fes:PropertyIsGreaterThan><fes:ValueReference>Gr__e_m_</fes:ValueReference><fes:Literal>0</fes:Literal></fes:PropertyIsGreaterThan></fes:Not>',
      ),
      [0],
    ],
    [fes(`<fes:ResourceId rid="${PLOT_TYPE}.2"/><fes:ResourceId rid="other.1"/>`), [1]],
    [
      fes(
        `<fes:PropertyIsEqualTo><fes:ValueReference>@gml:id</fes:ValueReference><fes:Literal>${PLOT_TYPE}.2</fes:Literal></fes:PropertyIsEqualTo>`,
      ),
      [1],
    ],
    [fes(`<fes:BBOX><fes:ValueReference>alidade:geom</fes:ValueReference>${PLOT_5}</fes:BBOX>`), [5]],
    [fes(`<fes:BBOX>${PLOT_5.replace(/ srsName="[^"]*"/, '')}</fes:BBOX>`), [5]],
    [
      fes(
        `<fes:Within><fes:ValueReference>geom</fes:ValueReference>${triangle('srsName="urn:ogc:def:crs:EPSG::4326"', '44 14 44 17 48 14 44 14')}</fes:Within>`,
      ),
      [4, 5, 14],
    ],
    [
      fes(
        `<fes:Intersects><fes:ValueReference>geom</fes:ValueReference>${triangle('srsName="EPSG:4326"', '15.1 45.1 15.2 45.1 15.1 45.2 15.1 45.1')}</fes:Intersects>`,
      ),
      [5],
    ],
    [
      fes(
        '<fes:During><fes:ValueReference>day</fes:ValueReference><gml:TimePeriod gml:id="a"><gml:beginPosition>2024-05-03</gml:beginPosition><gml:endPosition>2024-05-06</gml:endPosition></gml:TimePeriod></fes:During>',
      ),
      [3, 4],
    ],
    [
      `filter=${encodeURIComponent('<ogc:Filter xmlns:ogc="http://www.opengis.net/ogc"><ogc:PropertyIsEqualTo><ogc:PropertyName>n</ogc:PropertyName><ogc:Div><ogc:Literal>8</ogc:Literal><ogc:Literal>2</ogc:Literal></ogc:Div></ogc:PropertyIsEqualTo></ogc:Filter>')}`,
      [4],
    ],
  ])('%s', async (query, expected) => {
    expect(await numbers(query)).toEqual(expected);
  });

  it('are of several types, and of types by any name', async () => {
    const both = await get(
      `request=GetFeature&version=2.0.0&typeNames=lines.geojson,${PLOT_TYPE}&count=3&outputFormat=geojson`,
    );
    expect(both.type).toBe('application/geo+json');
    const { features, numberMatched } = JSON.parse(both.text) as Collection;
    expect([numberMatched, ...features.map(({ id }) => id)]).toEqual([
      32,
      'lines.geojson.1',
      'lines.geojson.2',
      `${PLOT_TYPE}.1`,
    ]);
    const ways = [
      'typeNames=a b/plots.geojson',
      `typename=x:${PLOT_TYPE}&namespaces=xmlns(x,urn:alidade:features)`,
      `typeNames=(${PLOT_TYPE})`,
      `typeNames=${PLOT_TYPE},a b/plots.geojson`,
    ];
    for (const way of ways) {
      const { text } = await get(`request=GetFeature&version=2.0.0&${way}&resultType=hits`);
      expect(text).toContain('numberMatched="30"');
    }
    const folder = await service.call('GET', `${DATASET}/wfs/p/a%20b?service=WFS&request=GetCapabilities`, {
      token: null,
    });
    expect(await folder.text()).not.toContain('lines.geojson');
  });

  it('have the properties, the form and the CRS that are asked for', async () => {
    const page = await json('propertyName=n,alidade:day&count=1');
    expect(page.features).toEqual([
      { type: 'Feature', id: `${PLOT_TYPE}.1`, geometry: null, properties: { n: 0, day: '2024-05-01' } },
    ]);
    const table = await get(`${PLOTS_QUERY}&outputFormat=csv&count=1&srsName=EPSG:4326`);
    expect(table.text).toBe(
      `FID,n,name,Größe m²,day,note,geom\r\n${PLOT_TYPE}.1,0,plot 0,0,2024-05-01,even 0,"MULTIPOLYGON (((10 45, 10.5 45, 10.5 45.5, 10 45.5, 10 45)))"\r\n`,
    );
    const projected = await json('count=1&srsName=urn:ogc:def:crs:EPSG::32632');
    expect(JSON.stringify(projected)).toMatch(
      /"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::32632"}}.*\[\[\[\[578815\.30/,
    );
    const { text } = await get(`${PLOTS_QUERY}&count=1&srsName=urn:ogc:def:crs:EPSG::2180`);
    expect(text).toMatch(/srsName="urn:ogc:def:crs:EPSG::2180".*<gml:posList>(-?\d+)[^<]*/s);
  });

  it('are not sent again to who has them', async () => {
    const first = await service.call('GET', address(`${PLOTS_QUERY}&count=1`), { token: null });
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('public, no-cache');
    const again = await service.call('GET', address(`${PLOTS_QUERY}&count=1`), {
      token: null,
      headers: { 'if-none-match': etag },
    });
    expect(again.status).toBe(304);
  });

  it('are sent again when another file changes the names of types', async () => {
    const names = async (headers: Record<string, string>): Promise<Response> =>
      service.call(
        'GET',
        `/orgs/admin/ds/names/wfs?service=WFS&version=2.0.0&request=GetFeature&typeNames=a b.geojson`,
        {
          headers,
        },
      );
    await service.call('POST', '/orgs/admin/ds', { body: form({ slug: 'names', visibility: '1' }) });
    await upload('a b.geojson', LINES, '/orgs/admin/ds/names');
    const first = await names({});
    expect(await first.text()).toContain('gml:id="a_b.geojson.1"');
    const etag = first.headers.get('etag') ?? '';
    // The body has a time in it.
    expect(etag).toMatch(/^W\/"/);
    await upload('a,b.geojson', LINES, '/orgs/admin/ds/names');
    const second = await names({ 'if-none-match': etag });
    expect(second.status).toBe(200);
    expect(await second.text()).toMatch(/gml:id="a_b\.geojson_[0-9a-f]{8}\.1"/);
  });
});

const DEEP = Array.from({ length: 60 }).reduce<string>(
  (inner) => `<fes:Not>${inner}</fes:Not>`,
  '<fes:PropertyIsNull/>',
);
const ref = '<fes:ValueReference>n</fes:ValueReference>';
const INJECTIONS = [
  'exec(java.lang.Runtime)',
  "') OR 1=1--",
  '${7*7}',
  '{{7*7}}',
  '<!ENTITY x "y">',
  'x'.repeat(10_000),
];

describe('at the ends of the world', () => {
  const PLACES = [
    [0, 89],
    [90, 88],
    [179.5, 85],
    [-179.5, 85],
    [0, 50],
    [-179.5, 50],
    [179.5, 50],
    [0, -89],
  ];
  beforeAll(async () => {
    await service.call('POST', '/orgs/admin/ds', { body: form({ slug: 'ends', visibility: '1' }) });
    const features = PLACES.map((coordinates, n) => ({
      type: 'Feature',
      properties: { n },
      geometry: { type: 'Point', coordinates },
    }));
    const content = JSON.stringify({ type: 'FeatureCollection', features });
    await upload('places.geojson', content, '/orgs/admin/ds/ends');
  });

  it.each([
    ['179,40,-179,60', [5, 6]],
    ['179,40,-179,60,EPSG:4258', [5, 6]],
    ['40,179,60,-179,urn:ogc:def:crs:EPSG::4258', [5, 6]],
    // UTM 1 and 60, some degrees beyond their sides.
    ['0,5400000,400000,5700000,EPSG:32601', [5, 6]],
    ['400000,5400000,1100000,5700000,EPSG:32660', [5, 6]],
    // Around the north pole, and beside it over the antimeridian.
    ['-500000,-500000,500000,500000,EPSG:3995', [0, 1]],
    ['-1000000,-1000000,1000000,1000000,EPSG:3995', [0, 1, 2, 3]],
    ['-100000,400000,100000,700000,EPSG:3995', [2, 3]],
    ['-500000,-500000,500000,500000,EPSG:3031', [7]],
    ['-180,-90,180,90,EPSG:4258', [0, 1, 2, 3, 4, 5, 6, 7]],
  ])('bbox=%s', async (bbox, expected) => {
    const query = `service=WFS&version=2.0.0&request=GetFeature&typeNames=places.geojson&outputFormat=json&bbox=${bbox}`;
    const { features } = (await (await service.call('GET', `/orgs/admin/ds/ends/wfs?${query}`)).json()) as Collection;
    expect(features.map(({ properties }) => properties['n'])).toEqual(expected);
  });
});

describe('what is wrong', () => {
  it.each<[string, number, string, string | undefined]>([
    ['request=GetFeature&version=2.0.0', 400, 'MissingParameterValue', 'typeNames'],
    ['version=2.0.0', 400, 'MissingParameterValue', 'request'],
    ['request=Transaction&version=2.0.0', 501, 'OperationNotSupported', 'request'],
    ['request=GetFeature&version=9.9', 400, 'InvalidParameterValue', 'version'],
    ['request=GetCapabilities&acceptVersions=9.9,junk', 400, 'VersionNegotiationFailed', undefined],
    ['request=GetCapabilities&sections=Nothing', 400, 'InvalidParameterValue', 'sections'],
    ['request=DescribeFeatureType&version=2.0.0&typeNames=none', 400, 'InvalidParameterValue', 'typeNames'],
    ['request=GetFeature&version=2.0.0&typeNames=((((', 400, 'InvalidParameterValue', 'typeNames'],
    ['request=GetFeature&version=2.0.0&storedQuery_id=urn:none', 400, 'InvalidParameterValue', 'storedQuery_id'],
    [
      'request=GetFeature&version=2.0.0&storedQuery_id=urn:ogc:def:query:OGC-WFS::GetFeatureById&id=lines.geojson.99',
      404,
      'NotFound',
      'id',
    ],
    [`${PLOTS_QUERY}&namespaces=xmlns(alidade,urn:other)`, 400, 'InvalidParameterValue', 'namespaces'],
    [`${PLOTS_QUERY}&outputFormat=shape`, 400, 'InvalidParameterValue', 'outputFormat'],
    [`${PLOTS_QUERY}&outputFormat=toString`, 400, 'InvalidParameterValue', 'outputFormat'],
    [`${PLOTS_QUERY}&resultType=all`, 400, 'InvalidParameterValue', 'resultType'],
    [`${PLOTS_QUERY}&count=-1`, 400, 'InvalidParameterValue', 'count'],
    [`${PLOTS_QUERY}&count=1&count=2`, 400, 'InvalidParameterValue', 'count'],
    [`${PLOTS_QUERY}&startIndex=one`, 400, 'InvalidParameterValue', 'startIndex'],
    [`${PLOTS_QUERY}&srsName=EPSG:99999`, 400, 'InvalidParameterValue', 'srsName'],
    [`${PLOTS_QUERY}&bbox=1,2,3`, 400, 'InvalidParameterValue', 'bbox'],
    [`${PLOTS_QUERY}&bbox=1,2,3,Infinity`, 400, 'InvalidParameterValue', 'bbox'],
    [`${PLOTS_QUERY}&bbox=1,2,3,1e309`, 400, 'InvalidParameterValue', 'bbox'],
    [`${PLOTS_QUERY}&bbox=1,5,3,4`, 400, 'InvalidParameterValue', 'BBOX'],
    [`${PLOTS_QUERY}&bbox=1,2,3,4,EPSG:0`, 400, 'InvalidParameterValue', 'bbox'],
    [`${PLOTS_QUERY}&bbox=1,2,3,4&resourceId=${PLOT_TYPE}.1`, 400, 'InvalidParameterValue', 'resourceId'],
    [`${PLOTS_QUERY}&resourceId=lines.geojson.1`, 400, 'InvalidParameterValue', 'resourceId'],
    [`${PLOTS_QUERY}&cql_filter=n >`, 400, 'InvalidParameterValue', 'filter'],
    [`${PLOTS_QUERY}&sortBy=none`, 400, 'InvalidParameterValue', 'sortBy'],
    [`${PLOTS_QUERY}&propertyName=none`, 400, 'InvalidParameterValue', 'propertyName'],
    [`${PLOTS_QUERY}&filter=<fes:Filter`, 400, 'OperationParsingFailed', 'FILTER'],
    [
      `${PLOTS_QUERY}&filter=<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><Filter>%26x;</Filter>`,
      400,
      'OperationParsingFailed',
      'FILTER',
    ],
    [`${PLOTS_QUERY}&filter=<?xml-stylesheet href="a"?><Filter/>`, 400, 'OperationParsingFailed', 'FILTER'],
    [`${PLOTS_QUERY}&filter=<Filter>%26lol;</Filter>`, 400, 'OperationParsingFailed', 'FILTER'],
    [`${PLOTS_QUERY}&filter=<Filter/>`, 400, 'OperationParsingFailed', 'FILTER'],
    [`${PLOTS_QUERY}&${fes(DEEP)}`, 400, 'OperationParsingFailed', 'FILTER'],
    [`${PLOTS_QUERY}&${fes('<fes:Beyond/>')}`, 403, 'OperationProcessingFailed', 'FILTER'],
    [
      `${PLOTS_QUERY}&${fes(`<fes:PropertyIsEqualTo>${ref}<fes:Function name="f"/></fes:PropertyIsEqualTo>`)}`,
      403,
      'OperationProcessingFailed',
      'FILTER',
    ],
    [
      `${PLOTS_QUERY}&${fes(`<fes:PropertyIsEqualTo>${ref}<fes:Literal>${PLOT_5}</fes:Literal></fes:PropertyIsEqualTo>`)}`,
      400,
      'InvalidParameterValue',
      'FILTER',
    ],
    [
      `${PLOTS_QUERY}&${fes(`<fes:PropertyIsEqualTo>${ref}<fes:Literal>seven</fes:Literal></fes:PropertyIsEqualTo>`)}`,
      400,
      'InvalidParameterValue',
      undefined,
    ],
    [`${PLOTS_QUERY}&${fes(`<fes:Within>${ref}${PLOT_5}</fes:Within>`)}`, 400, 'InvalidParameterValue', 'FILTER'],
    [
      `${PLOTS_QUERY}&${fes(`<fes:Within><gml:Point><gml:pos>a b</gml:pos></gml:Point></fes:Within>`)}`,
      400,
      'InvalidParameterValue',
      'FILTER',
    ],
    // Names that every object of the language has.
    [
      `${PLOTS_QUERY}&${fes(`<fes:constructor>${ref}<fes:Literal>1</fes:Literal></fes:constructor>`)}`,
      403,
      'OperationProcessingFailed',
      'FILTER',
    ],
    [
      `${PLOTS_QUERY}&${fes(`<fes:Intersects>${ref}<gml:constructor/></fes:Intersects>`)}`,
      400,
      'InvalidParameterValue',
      'FILTER',
    ],
    [
      `${PLOTS_QUERY}&${fes(`<fes:PropertyIsEqualTo><fes:toString>${ref}${ref}</fes:toString><fes:Literal>1</fes:Literal></fes:PropertyIsEqualTo>`)}`,
      403,
      'OperationProcessingFailed',
      'FILTER',
    ],
    [
      `${PLOTS_QUERY}&${fes('<fes:PropertyIsEqualTo><fes:ValueReference>gml:boundedBy</fes:ValueReference><fes:Literal><gml:Point gml:id="p"><gml:pos>1 2</gml:pos></gml:Point></fes:Literal></fes:PropertyIsEqualTo>')}`,
      403,
      'OperationProcessingFailed',
      'FILTER',
    ],
    [`${PLOTS_QUERY}&propertyName=gml:name`, 400, 'InvalidParameterValue', 'propertyName'],
    [`${PLOTS_QUERY}&cql_filter=constructor(n,1) = 2`, 400, 'InvalidParameterValue', 'filter'],
    [`${PLOTS_QUERY}&cql_filter=__proto__(n,1) = 2`, 400, 'InvalidParameterValue', 'filter'],
    [`request=GetPropertyValue&version=2.0.0&typeNames=${PLOT_TYPE}`, 400, 'MissingParameterValue', 'valueReference'],
    [
      `request=GetPropertyValue&version=2.0.0&typeNames=${PLOT_TYPE}&valueReference=`,
      400,
      'InvalidParameterValue',
      'valueReference',
    ],
    [
      `request=GetPropertyValue&version=2.0.0&typeNames=${PLOT_TYPE}&valueReference=none`,
      400,
      'InvalidParameterValue',
      'valueReference',
    ],
  ])('%s', async (query, status, code, locator) => {
    const answer = await get(query.replaceAll(' ', '%20').replaceAll('"', '%22').replaceAll('#', '%23'));
    expect([answer.status, answer.text.match(/exceptionCode="(\w+)"/)?.[1]]).toEqual([status, code]);
    expect(answer.text.match(/locator="(\w+)"/)?.[1]).toBe(locator);
    expect(answer.text).toContain('http://www.opengis.net/ows/1.1');
  });

  it.each([
    ['namespaces', `xmlns(a,${' '.repeat(100_000)}`],
    ['namespaces', `xmlns(${' '.repeat(100_000)}`],
    ['sortBy', `n${' '.repeat(100_000)}x`],
    ['propertyName', Array.from({ length: 10_000 }, (_, n) => `p${n}`).join(',')],
    ['resourceId', Array.from({ length: 9000 }, (_, n) => `no.${n}`).join(',')],
  ])('a long %s is read at once', async (name, value) => {
    const types = Array.from({ length: 100 }, (_, n) => (n % 2 === 0 ? PLOT_TYPE : 'lines.geojson')).join(',');
    const start = processorTime();
    await get(
      `request=GetFeature&version=2.0.0&resultType=hits&typeNames=${types}&${name}=${value.replaceAll(' ', '+')}`,
    );
    // Far above what reading takes, far below what going back over it would.
    expect(processorTime() - start).toBeLessThan(3000);
  });

  it.each(INJECTIONS)('%.30s is looked up, never evaluated', async (text) => {
    const value = encodeURIComponent(text);
    for (const name of [
      'typeNames',
      'propertyName',
      'sortBy',
      'resourceId',
      'srsName',
      'outputFormat',
      'valueReference',
    ]) {
      const base = name === 'typeNames' ? 'request=GetFeature&version=2.0.0' : PLOTS_QUERY;
      const { status, text: body } = await get(
        `${base}&${name}=${value}`.replace(name === 'valueReference' ? 'GetFeature' : ' ', 'GetPropertyValue'),
      );
      // A feature that no type has is none; everything else is refused.
      expect([name, status]).toEqual([name, name === 'resourceId' ? 200 : 400]);
      // Neither the port of the service nor the time is a value.
      const values = body.replaceAll(service.url, '').replace(/timeStamp="[^"]*"/, '');
      expect(values).not.toMatch(/49|<!ENTITY/);
      expect(body.length).toBeLessThan(2000);
    }
  });
});

const run = promisify(execFile);
/** Whether a program of the system is there. */
const has = async (program: string, ...args: string[]): Promise<boolean> =>
  run(program, args).then(
    () => true,
    () => false,
  );
const hasGdal = await has('ogrinfo', '--version');

it('ogc-client reads it', async () => {
  const endpoint = await new WfsEndpoint(`${service.url}${DATASET}/wfs`).isReady();
  expect(endpoint.getFeatureTypes().map(({ title }) => title)).toEqual(['a b/plots.geojson', 'lines.geojson']);
  expect(await endpoint.getFeatureTypeFull(`alidade:${PLOT_TYPE}`)).toMatchObject({
    objectCount: 30,
    properties: { n: 'integer' },
  });
  expect(endpoint.supportsJson(`alidade:${PLOT_TYPE}`)).toBe(true);
});

const hasOwsLib = await has('/usr/bin/python3', '-c', 'import owslib');

describe.skipIf(!hasGdal)(`GDAL${hasGdal ? '' : ' (skipped: there is no ogrinfo)'}`, () => {
  const ogrinfo = async (version: string, ...args: string[]): Promise<string> => {
    const options = ['-ro', '-oo', 'PAGE_SIZE=7', '--config', 'OGR_WFS_USE_STREAMING', 'NO'];
    const { stdout } = await run('ogrinfo', [
      ...options,
      `WFS:${service.url}${DATASET}/wfs?VERSION=${version}`,
      ...args,
    ]);
    return stdout;
  };
  const count = (text: string): number => [...text.matchAll(/^OGRFeature/gm)].length;

  it.each(['2.0.0', '1.1.0'])('reads all features of version %s, page by page', async (version) => {
    const layer = `alidade:${PLOT_TYPE}`;
    const all = await ogrinfo(version, layer);
    expect(all).toContain('Feature Count: 30');
    expect(count(all)).toBe(30);
    expect(all).toMatch(/Extent: \(10\.0+, 45\.0+\) - \(19\.50*, 47\.50*\)/);
    expect(all).toMatch(/name \(String\) = <&">/);
    expect(count(await ogrinfo(version, '-where', "name = 'plot 7' OR n < 2", layer))).toBe(3);
    expect(count(await ogrinfo(version, '-spat', '15.1', '45.1', '15.2', '45.2', layer))).toBe(1);
    const both = await ogrinfo(version, '-where', 'n > 4', '-spat', '13.1', '45.1', '15.2', '45.2', layer);
    expect(both).toMatch(/n \(Integer\) = 5/);
    expect(count(both)).toBe(1);
  });
});

describe.skipIf(!hasOwsLib)(`OWSLib${hasOwsLib ? '' : ' (skipped: /usr/bin/python3 has no owslib)'}`, () => {
  it.each(['2.0.0', '1.1.0'])('reads version %s', async (version) => {
    const program = `
import sys, json
from owslib.wfs import WebFeatureService
wfs = WebFeatureService(url=sys.argv[1], version=sys.argv[2])
name = [n for n in wfs.contents if n.endswith('plots.geojson')][0]
schema = wfs.get_schema(name)
answer = wfs.getfeature(typename=[name], maxfeatures=2, outputFormat='application/json').read()
print(json.dumps([wfs.contents[name].boundingBoxWGS84, schema['properties']['n'], schema['geometry'], len(json.loads(answer)['features'])]))`;
    const { stdout } = await run('/usr/bin/python3', ['-c', program, `${service.url}${DATASET}/wfs`, version]);
    expect(JSON.parse(stdout)).toEqual([[10, 45, 19.5, 47.5], 'int', expect.stringContaining('Polygon'), 2]);
  });
});
