import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putBuilt } from '../support/mapped-dataset.ts';
import { hasGdal, NO_GDAL, outputOf } from '../support/programs.ts';
import { startService, type TestService, until } from '../support/service.ts';
import { squareFeature } from '../support/square-feature.ts';

/** Features as FlatGeobuf, GeoPackage and CSV. */
const DATASET = '/orgs/admin/ds/files';
const ODD = 'Ä "b" & c/plots, 1’s.geojson';
const MIXED = 'mixed.geojson';
const HIGH = 'high.geojson';
const TABLE = 'words.gpkg';
const EMPTY = 'empty.geojson';
const FGB = 'application/flatgeobuf';
const GPKG = 'application/geopackage+sqlite3';
const UTM_32 = 'EPSG:32632';
/** Positions of GeoJSON have nine decimals. */
const DECIMALS = 9;

const feature = (properties: object, geometry: object | null) => ({ type: 'Feature', properties, geometry });
const collection = (features: readonly object[]): Buffer =>
  Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));
const PLOTS = collection(
  Array.from({ length: 30 }, (_, n) =>
    squareFeature(10 + (n % 10), 45 + Math.floor(n / 10), 0.5, {
      n,
      name: n === 3 ? '<&">\n’🌍' : `plot ${n}`,
      'Größe m² "x"': n / 4,
      day: `2024-05-${String(n + 1).padStart(2, '0')}`,
      at: `2024-05-01T12:00:${String(n + 10)}.25Z`,
      isWood: n % 3 === 0,
      big: n === 0 ? null : 9_007_199_254_740_000 + n,
      note: n % 2 === 0 ? `even ${n}` : null,
    }),
  ),
);
const LINE = [
  [10, 45],
  [12, 47],
];
const SQUARE = {
  type: 'Polygon',
  coordinates: [
    [
      [12, 45],
      [13, 45],
      [13, 46],
      [12, 46],
      [12, 45],
    ],
  ],
};
const SHAPES = [
  feature({ n: 1 }, { type: 'Point', coordinates: [10, 45] }),
  feature({ n: 2 }, null),
  feature({ n: 3 }, { type: 'LineString', coordinates: LINE }),
  feature({ n: 4 }, SQUARE),
  feature(
    { n: 5 },
    {
      type: 'GeometryCollection',
      geometries: [{ type: 'Point', coordinates: [11, 46] }, { type: 'LineString', coordinates: LINE }, SQUARE],
    },
  ),
];
const HEIGHTS = [
  feature({ n: 1 }, { type: 'Point', coordinates: [10, 45, 100.5] }),
  feature({ n: 2 }, { type: 'Point', coordinates: [10, 46, -3] }),
];

/** More than one piece of work takes. */
const MANY = Array.from({ length: 25_000 }, (_, n) =>
  feature({ n }, { type: 'Point', coordinates: [10 + (n % 200) / 200, 45 + n / 25_000] }),
);

let service: TestService;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-feature-files-'));
  service = await startService();
  await service.call('POST', '/orgs/admin/ds', { json: { slug: 'files', visibility: 1 } });
  await putBuilt(service, 'admin/files', ODD, PLOTS);
  await putBuilt(service, 'admin/files', MIXED, collection(SHAPES));
  await putBuilt(service, 'admin/files', HIGH, collection(HEIGHTS));
  await putBuilt(service, 'admin/files', EMPTY, collection([]));
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

type Query = Readonly<Record<string, string>>;
const wfs = (path: string, query: Query): string =>
  `${DATASET}/wfs?${new URLSearchParams({ service: 'WFS', version: '2.0.0', request: 'GetFeature', typeNames: path, ...query }).toString()}`;
const items = (path: string, query: Query): string =>
  `${DATASET}/ogcapi/collections/${encodeURIComponent(path)}/items?${new URLSearchParams(query).toString()}`;
const ask = (address: string, headers: Query = {}, method = 'GET') =>
  service.call(method, address, { token: null, headers });

interface Feature {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly geometry: unknown;
}
interface Collection {
  readonly features: readonly Feature[];
}

let files = 0;
/** Saves an answer as a file. */
async function saved(address: string, extension: string): Promise<string> {
  const answer = await ask(address);
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(`${address}: ${answer.status} ${bytes.toString()}`);
  const path = join(folder, `${(files += 1)}.${extension}`);
  await writeFile(path, bytes);
  return path;
}

/** What GDAL reads of a file, as it writes it. */
async function read(path: string): Promise<Collection> {
  const options = ['-f', 'GeoJSON', '-lco', 'RFC7946=NO', '-lco', `COORDINATE_PRECISION=${DECIMALS}`];
  return JSON.parse(await outputOf('ogr2ogr', [...options, '/vsistdout/', path])) as Collection;
}

/** Features without what is told in other ways by formats: dates of FlatGeobuf are times, and what is null is not there. */
function plain({ features }: Collection): unknown[] {
  const value = (given: unknown): unknown =>
    typeof given === 'string' && /^\d{4}[/-]\d\d[/-]\d\d[T ]00:00:00$/.test(given)
      ? given.slice(0, 10).replaceAll('/', '-')
      : given;
  return features.map(({ properties, geometry }) => [
    Object.entries(properties).flatMap(([name, given]) => (given === null ? [] : [[name, value(given)]])),
    rounded(geometry),
  ]);
}

/** Six decimals: what GDAL and the service make of the last digit in a plane differs. */
const rounded = (geometry: unknown): unknown =>
  JSON.parse(JSON.stringify(geometry), (_, value: unknown) =>
    typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value,
  );

const QUERIES: readonly (readonly [what: string, path: string, wfsQuery: Query, itemsQuery: Query])[] = [
  ['everything', ODD, {}, { limit: '1000' }],
  ['a page', ODD, { count: '7', startIndex: '5' }, { limit: '7', offset: '5' }],
  ['a box', ODD, { bbox: '14.1,44,16.2,46.2' }, { bbox: '14.1,44,16.2,46.2', limit: '1000' }],
  ['a filter', ODD, { cql_filter: 'n > 11 AND note IS NULL' }, { filter: 'n > 11 AND note IS NULL', limit: '1000' }],
  ['an order', ODD, { sortBy: 'note DESC,n DESC', count: '4' }, { sortby: '-note,-n', limit: '4' }],
  [
    'another CRS',
    ODD,
    { srsName: 'urn:ogc:def:crs:EPSG::3857', count: '3' },
    { crs: 'http://www.opengis.net/def/crs/EPSG/0/3857', limit: '3' },
  ],
  ['nothing that matches', ODD, { cql_filter: 'n > 1000' }, { filter: 'n > 1000' }],
  ['geometries of all kinds, and none', MIXED, {}, {}],
  ['heights', HIGH, {}, {}],
  ['an empty layer', EMPTY, {}, {}],
];

describe.skipIf(!hasGdal)(`GDAL reads the features of the same query${hasGdal ? '' : `: skipped, ${NO_GDAL}`}`, () => {
  describe.each(QUERIES)('%s', (_, path, wfsQuery, itemsQuery) => {
    it.each(['fgb', 'gpkg'])('by WFS as %s', async (format) => {
      const json = (await (await ask(wfs(path, { ...wfsQuery, outputFormat: 'geojson' }))).json()) as Collection;
      const file = await saved(wfs(path, { ...wfsQuery, outputFormat: format }), format);
      expect(plain(await read(file))).toEqual(plain(json));
    });

    it.each(['fgb', 'gpkg'])('by OGC API as %s', async (format) => {
      const json = (await (await ask(items(path, itemsQuery))).json()) as Collection;
      const file = await saved(items(path, { ...itemsQuery, f: format }), format);
      expect(plain(await read(file))).toEqual(plain(json));
    });
  });

  const summary = async (address: string, format: string): Promise<string> =>
    outputOf('ogrinfo', ['-so', '-al', '-ro', await saved(address, format)]);

  it.each(['fgb', 'gpkg'])(
    'with the types of attributes, the count, the kind of geometries and the CRS: %s',
    async (format) => {
      const text = await summary(wfs(ODD, { outputFormat: format, srsName: UTM_32 }), format);
      expect(text).toMatch(/Feature Count: 30/);
      expect(text).toMatch(/Geometry: Multi Polygon/);
      expect(text).toMatch(/ID\["EPSG",32632\]\]/);
      expect(text).toMatch(/n: Integer \(/);
      expect(text).toMatch(/Größe m² "x": Real/);
      expect(text).toMatch(/big: Integer64/);
      expect(text).toMatch(/name: String/);
      expect(text).toMatch(format === 'gpkg' ? /day: Date \(/ : /day: DateTime \(/);
      const high = await summary(wfs(HIGH, { outputFormat: format }), format);
      expect(high).toMatch(/Geometry: 3D Multi Point/);
      expect(high).toMatch(/ID\["EPSG",4326\]\]/);
      // CRS84 of the OGC API is the same with longitude first, which files have anyway.
      expect(await summary(items(HIGH, { f: format }), format)).toMatch(/ID\["EPSG",4326\]\]/);
    },
  );

  it.each(['fgb', 'gpkg'])('with a CRS of another authority: %s', async (format) => {
    const text = await summary(wfs(HIGH, { outputFormat: format, srsName: 'ESRI:102003' }), format);
    expect(text).toMatch(/USA_Contiguous_Albers/);
  });

  it.each(['fgb', 'gpkg'])('with the properties that are asked for: %s', async (format) => {
    const some = await saved(wfs(ODD, { outputFormat: format, propertyName: 'n,day', count: '1' }), format);
    expect(plain(await read(some))).toEqual([
      [
        [
          ['n', 0],
          ['day', '2024-05-01'],
        ],
        null,
      ],
    ]);
  });

  it('a GeoPackage of several types has a table of each, with its index', async () => {
    const path = await saved(wfs(`${MIXED},${HIGH}`, { outputFormat: 'gpkg' }), 'gpkg');
    const text = await outputOf('ogrinfo', ['-so', '-al', '-ro', path]);
    expect(text.match(/^Layer name: .*/gm)).toEqual(['Layer name: mixed', 'Layer name: high']);
    expect(text.match(/Feature Count: \d+/g)).toEqual(['Feature Count: 5', 'Feature Count: 2']);
    const near = await outputOf('ogrinfo', ['-ro', '-al', '-spat', '9', '45.5', '11', '46.5', path, 'high']);
    expect(near).toContain('Feature Count: 1');
    const database = new DatabaseSync(path, { readOnly: true });
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    expect(database.prepare(`SELECT rtreecheck('rtree_mixed_geom') AS fault`).get()).toEqual({ fault: 'ok' });
    expect(database.prepare('SELECT count(*) AS n FROM rtree_mixed_geom').get()).toEqual({ n: 4 });
    database.close();
  });

  it('a GeoPackage can be changed: triggers keep its index', async () => {
    const path = await saved(items(HIGH, { f: 'gpkg' }), 'gpkg');
    await outputOf('ogrinfo', [path, '-sql', 'DELETE FROM high WHERE n = 1']);
    expect(await outputOf('ogrinfo', ['-so', '-al', '-ro', path])).toContain('Feature Count: 1');
  });

  it.each(['fgb', 'gpkg'])('of a table without geometries: %s', async (format) => {
    const source = join(folder, 'words.gpkg');
    const csv = join(folder, 'words.csv');
    await writeFile(csv, 'word,n\none,1\ntwo,2\n');
    await outputOf('ogr2ogr', ['-f', 'GPKG', source, csv, '-overwrite']);
    if (format === 'fgb') await putBuilt(service, 'admin/files', TABLE, await readFile(source));
    for (const address of [wfs(TABLE, { outputFormat: format }), items(TABLE, { f: format })]) {
      const { features } = await read(await saved(address, format));
      expect(features.map(({ properties, geometry }) => [properties['word'], geometry])).toEqual([
        ['one', null],
        ['two', null],
      ]);
    }
  });
});

describe('an answer', () => {
  it.each([
    ['fgb', FGB, 'plots, 1_s.fgb'],
    ['gpkg', GPKG, 'plots, 1_s.gpkg'],
  ])('as %s is of its type, with a name and a validator', async (format, type, name) => {
    for (const address of [wfs(ODD, { outputFormat: format }), items(ODD, { f: format })]) {
      const answer = await ask(address);
      expect(answer.headers.get('content-type')).toBe(type);
      expect(answer.headers.get('content-disposition')).toContain(`filename="${name}"`);
      expect(answer.headers.get('cache-control')).toBe('public, no-cache');
      const bytes = await answer.arrayBuffer();
      // A FlatGeobuf is sent while it is written.
      const length = format === 'gpkg' ? String(bytes.byteLength) : null;
      expect(answer.headers.get('content-length')).toBe(length);
      const etag = answer.headers.get('etag')!;
      expect((await ask(address, { 'if-none-match': etag })).status).toBe(304);
      expect((await ask(address, {}, 'HEAD')).headers.get('content-type')).toBe(type);
    }
  });

  it('by OGC API has the form that Accept prefers by name', async () => {
    const typeFor = async (accept: string): Promise<string> =>
      (await ask(items(HIGH, {}), { accept })).headers.get('content-type')!;
    expect(await typeFor(FGB)).toBe(FGB);
    expect(await typeFor(GPKG)).toBe(GPKG);
    expect(await typeFor('text/csv')).toMatch(/^text\/csv/);
    expect(await typeFor(`application/geo+json;q=0.5, ${GPKG}, */*;q=0.1`)).toBe(GPKG);
    expect(await typeFor(`application/geo+json, ${GPKG};q=0.9`)).toBe('application/geo+json');
    expect(await typeFor('application/geo+json, text/csv')).toBe('application/geo+json');
    expect(await typeFor('*/*')).toBe('application/geo+json');
    const etags = [FGB, GPKG, 'text/csv', '*/*'].map(async (accept) =>
      (await ask(items(HIGH, {}), { accept })).headers.get('etag'),
    );
    expect(new Set(await Promise.all(etags)).size).toBe(4);
    expect((await ask(items(HIGH, {}), { accept: 'image/png' })).status).toBe(406);
    expect((await ask(items(HIGH, {}), { accept: `${FGB};q=0` })).status).toBe(406);
  });

  it('by OGC API as CSV is the table that WFS gives, with numbers as ids', async () => {
    const answer = await ask(items(ODD, { f: 'csv', limit: '2', offset: '1' }));
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const table = await answer.text();
    const byWfs = await (await ask(wfs(ODD, { outputFormat: 'csv', count: '2', startIndex: '1' }))).text();
    expect(table).toBe(byWfs.replaceAll(/^[^,\n]*\.(?=\d+,)/gm, ''));
    expect(table.split('\r\n')[1]).toMatch(/^2,1,plot 1,/);
    expect(await (await ask(items(EMPTY, { f: 'csv' }))).text()).toMatch(/^FID,.*\r\n$/);
  });

  it.each(['csv', 'fgb', 'gpkg'])('of a page as %s has links to those beside it in its head', async (format) => {
    const answer = await ask(items(ODD, { f: format, limit: '10', offset: '10' }));
    const links = new Map(
      answer.headers
        .get('link')!
        .split(', <')
        .map((link) => [/rel="(\w+)"/.exec(link)![1], /<?([^>]*)>/.exec(link)![1]!]),
    );
    expect(new Set(links.keys())).toEqual(new Set(['next', 'prev']));
    const next = await ask(links.get('next')!.slice(service.url.length));
    expect(next.headers.get('link')).not.toContain('next');
    const page = await ask(wfs(ODD, { outputFormat: format, count: '10' }));
    expect(page.headers.get('link')).toMatch(/startIndex=10.*rel="next"/);
  });

  it.each(['csv', 'fgb', 'gpkg'])('tells no number of hits as %s', async (outputFormat) => {
    const answer = await ask(wfs(ODD, { outputFormat, resultType: 'hits' }));
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('number of hits')]);
  });

  it('is refused as others are', async () => {
    const unknown = await ask(wfs(ODD, { outputFormat: 'shp' }));
    expect([unknown.status, await unknown.text()]).toEqual([400, expect.stringContaining('InvalidParameterValue')]);
    const two = await ask(wfs(`${MIXED},${HIGH}`, { outputFormat: 'fgb' }));
    expect([two.status, await two.text()]).toEqual([400, expect.stringContaining('one at a time')]);
    for (const address of [
      items(ODD, { f: 'shp' }),
      `${DATASET}/ogcapi/collections/${HIGH}/items/1?f=fgb`,
      `${DATASET}/ogcapi?f=gpkg`,
    ])
      expect((await ask(address)).status).toBe(400);
    for (const operation of ['GetPropertyValue&valueReference=n', 'DescribeFeatureType'])
      expect((await ask(wfs(HIGH, { outputFormat: 'gpkg' }).replace('GetFeature', operation))).status).toBe(400);
  });

  it('of a private dataset is for who may read it', async () => {
    await service.call('POST', '/orgs/admin/ds', { json: { slug: 'private' } });
    await putBuilt(service, 'admin/private', HIGH, collection(HEIGHTS));
    for (const format of ['fgb', 'gpkg'])
      for (const address of [wfs(HIGH, { outputFormat: format }), items(HIGH, { f: format })]) {
        const hidden = address.replace('/files/', '/private/');
        expect((await ask(hidden)).status).toBe(401);
        const seen = await service.call('GET', hidden);
        expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
        await seen.arrayBuffer();
      }
  });

  it('leaves nothing in the folder for unfinished files', async () => {
    await saved(items(ODD, { f: 'gpkg' }), 'gpkg');
    const left = await readdir(join(service.dataDir), { recursive: true });
    expect(left.filter((path) => path.includes('features.gpkg'))).toEqual([]);
  });
});

it('the forms are advertised', async () => {
  for (const version of ['2.0.0', '1.1.0']) {
    const text = await (
      await ask(`${DATASET}/wfs?service=WFS&request=GetCapabilities&acceptVersions=${version}`)
    ).text();
    for (const type of [FGB, GPKG]) expect(text).toContain(`>${type}<`);
  }
  const { links } = (await (await ask(items(HIGH, {}))).json()) as {
    links: { rel: string; type: string; href: string }[];
  };
  const alternates = links.filter(({ rel }) => rel === 'alternate');
  expect(alternates.map(({ type }) => type)).toEqual(['text/html', 'text/csv', FGB, GPKG]);
  for (const { href, type } of alternates)
    expect((await ask(href.slice(service.url.length))).headers.get('content-type')).toContain(type);
  const api = (await (await ask(`${DATASET}/ogcapi/api`)).json()) as {
    paths: Record<string, { get: { responses: Record<string, { content: object }> } }>;
  };
  const { content } = api.paths['/collections/{collectionId}/items']!.get.responses['200']!;
  expect(Object.keys(content)).toEqual(['application/geo+json', 'text/html', 'text/csv', FGB, GPKG]);
});

it.skipIf(!hasGdal)('a file has more features than a page of GeoJSON, as many as are asked for', async () => {
  const most = MANY.length;
  await putBuilt(service, 'admin/files', 'many.geojson', collection(MANY));
  for (const format of ['fgb', 'gpkg'])
    for (const address of [
      wfs('many.geojson', { outputFormat: format, count: String(most), srsName: UTM_32, sortBy: 'n DESC' }),
      items('many.geojson', { f: format, limit: String(most), sortby: '-n' }),
    ]) {
      const { features } = await read(await saved(address, format));
      expect(features.map(({ properties }) => properties['n'])).toEqual(
        Array.from({ length: most }, (_, n) => most - 1 - n),
      );
    }
  for (const address of [
    wfs('many.geojson', { outputFormat: 'csv', count: String(most) }),
    items('many.geojson', { f: 'csv', limit: String(most) }),
  ]) {
    const answer = await ask(address);
    expect(answer.headers.get('content-disposition')).toContain('many.csv');
    expect((await answer.text()).match(/\r\n/g)).toHaveLength(most + 1);
  }
  const page = (await (await ask(items('many.geojson', { limit: String(most) }))).json()) as Collection;
  expect(page.features.length).toBe(10_000);
});

it('GeoJSON that is asked for by its name has as many features as a file', async () => {
  await putBuilt(service, 'admin/files', 'whole.geojson', collection(MANY));
  const all = { f: 'geojson', limit: '1000000', sortby: '-n' };
  const answer = await ask(items('whole.geojson', all));
  expect(answer.headers.get('content-type')).toContain('application/geo+json');
  const found = (await answer.json()) as Collection & Readonly<Record<string, unknown>>;
  expect(found).toMatchObject({ numberMatched: MANY.length, numberReturned: MANY.length });
  expect(found.features.map(({ properties }) => properties['n'])).toEqual(
    Array.from({ length: MANY.length }, (_, n) => MANY.length - 1 - n),
  );
  const filtered = (await (await ask(items('whole.geojson', { ...all, filter: 'n < 20000' }))).json()) as Collection;
  expect([filtered.features.length, filtered.features[0]!.properties['n']]).toEqual([20_000, 19_999]);
  // One that goes away in the middle leaves the service as it was.
  const client = new AbortController();
  const { body } = await fetch(service.url + items('whole.geojson', all), { signal: client.signal });
  await body!.getReader().read();
  client.abort();
  expect((await ask(items('whole.geojson', { limit: '1' }))).status).toBe(200);
});

it('any page of an order is there at once: they are those of the whole order', async () => {
  await putBuilt(service, 'admin/files', 'order.geojson', collection(MANY));
  const whole = (await (
    await ask(items('order.geojson', { f: 'geojson', limit: '25000', sortby: '-n' }))
  ).json()) as Collection;
  for (const offset of [0, 9_990, 10_000, 24_990]) {
    const page = (await (
      await ask(items('order.geojson', { sortby: '-n', limit: '20', offset: String(offset), skipGeometry: 'true' }))
    ).json()) as Collection;
    expect(page.features.map(({ properties }) => properties['n'])).toEqual(
      whole.features.slice(offset, offset + 20).map(({ properties }) => properties['n']),
    );
  }
});

it('work for a client that goes away ends, and leaves nothing', async () => {
  await putBuilt(service, 'admin/files', 'left.geojson', collection(MANY));
  for (const format of ['fgb', 'gpkg']) {
    const client = new AbortController();
    const address = service.url + wfs('left.geojson', { outputFormat: format, count: '100000', srsName: 'EPSG:25833' });
    const answer = fetch(address, { signal: client.signal }).then(({ body }) => body!.getReader().read());
    if (format === 'fgb') await answer;
    else await until(workFolders, (folders) => folders.length > 0);
    client.abort();
    await answer.catch(() => undefined);
    expect(await until(workFolders, (folders) => folders.length === 0)).toEqual([]);
  }
});

/** What lies in the folders for unfinished files. */
async function workFolders(): Promise<readonly string[]> {
  const all = await readdir(service.dataDir, { recursive: true });
  return all.filter((path) => /reading-[^/]*\/work-[^/]*$/.test(path));
}

it('more than the largest export is refused before anything is sent', async () => {
  await using small = await startService({ MaxExportSizeBytes: '2000' });
  await small.call('POST', '/orgs/admin/ds', { json: { slug: 'files', visibility: 1 } });
  await putBuilt(small, 'admin/files', 'plots.geojson', PLOTS);
  for (const format of ['fgb', 'gpkg']) {
    for (const address of [
      wfs('plots.geojson', { outputFormat: format }),
      items('plots.geojson', { f: format, limit: '30' }),
    ]) {
      const answer = await small.call('GET', address);
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(/more than 2000 bytes/)]);
      expect(answer.headers.get('content-disposition')).toBeNull();
    }
    expect((await small.call('GET', wfs('plots.geojson', { outputFormat: format, count: '2' }))).status).toBe(200);
    // Geometries that are not wanted do not count.
    const numbers = await small.call('GET', wfs('plots.geojson', { outputFormat: format, propertyName: 'n' }));
    expect([numbers.status, numbers.headers.get('content-type')]).toEqual([200, format === 'fgb' ? FGB : GPKG]);
  }
});
