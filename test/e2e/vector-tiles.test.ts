import { gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLink } from '../support/people.ts';
import { form, startService, until, type TestService } from '../support/service.ts';
import { squareFeature } from '../support/square-feature.ts';
import { readTile } from '../support/vector-tile.ts';

const DATASET = '/orgs/admin/ds/fields';
const FIELDS = JSON.stringify({
  type: 'FeatureCollection',
  features: [squareFeature(10, 45, 0.01, { name: 'first' }), squareFeature(10.02, 45, 0.01, { name: 'second' })],
});

interface Entry {
  readonly hash: string;
  readonly buildStatus: string | null;
}

let service: TestService;
let hash: string;
let tile: string;

beforeAll(async () => {
  service = await startService();
  await service.call('POST', '/orgs/admin/ds', { body: form({ slug: 'fields' }) });
  hash = await upload('fields.geojson', FIELDS);
  tile = `${DATASET}/mvt/${hash}/5/16/11.pbf`;
});
afterAll(() => service[Symbol.asyncDispose]());

async function upload(path: string, content: string): Promise<string> {
  const body = form({ path, file: Buffer.from(content) });
  expect((await service.call('POST', `${DATASET}/obj`, { body })).status).toBe(201);
  const entry = async (): Promise<Entry> =>
    (await (await service.call('GET', `${DATASET}/obj?path=${path}`)).json()) as Entry;
  return (await until(entry, ({ buildStatus }) => buildStatus === null)).hash;
}

/** As it comes over the wire: `fetch` unpacks by itself. */
async function raw(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number;
    headers: Record<string, unknown>;
    bytes: Buffer;
  }>();
  request(
    service.url + path,
    { method, headers: { authorization: `Bearer ${service.token}`, ...headers } },
    (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(parts) }),
      );
    },
  )
    .on('error', reject)
    .end();
  return promise;
}

const names = (stored: Uint8Array): readonly unknown[] => readTile(stored).map(({ properties }) => properties['name']);

const gzip = { 'accept-encoding': 'br, gzip' };

describe('vector tiles', () => {
  it('come as they are stored, to be kept for a day', async () => {
    const { status, headers, bytes } = await raw(tile, gzip);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/vnd.mapbox-vector-tile',
      'content-encoding': 'gzip',
      'cache-control': 'private, max-age=86400, immutable',
      'content-length': String(bytes.length),
      vary: expect.stringContaining('Accept-Encoding') as unknown,
    });
    expect(names(bytes)).toEqual(['first', 'second']);
  });

  it('come unpacked to those who do not take gzip, under another ETag', async () => {
    const packed = await raw(tile, gzip);
    for (const headers of [{}, { 'accept-encoding': 'identity' }, { 'accept-encoding': 'gzip;q=0, br' }]) {
      const plain = await raw(tile, headers);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.headers['etag']).not.toBe(packed.headers['etag']);
      expect(plain.bytes).toEqual(gunzipSync(packed.bytes));
    }
  });

  it('are asked about by their ETag and by HEAD', async () => {
    const { headers, bytes } = await raw(tile, gzip);
    expect(headers['etag']).toMatch(/^"[0-9a-f]{32}"$/);
    const again = await raw(tile, { ...gzip, 'if-none-match': String(headers['etag']) });
    expect([again.status, again.bytes.length, again.headers['etag']]).toEqual([304, 0, headers['etag']]);
    const head = await raw(tile, gzip, 'HEAD');
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([200, String(bytes.length), 0]);
  });

  it('also lie below the build', async () => {
    const below = await raw(`${DATASET}/build/${hash}/mvt/5/16/11.pbf`, gzip);
    expect(below.bytes).toEqual((await raw(tile, gzip)).bytes);
    const metadata = await service.call('GET', `${DATASET}/build/${hash}/mvt/metadata.json`);
    expect(await metadata.json()).toMatchObject({ tilejson: '3.0.0', tiles: ['{z}/{x}/{y}.pbf'] });
    const archive = await raw(`${DATASET}/build/${hash}/mvt/tiles.mbtiles`, { range: 'bytes=0-14' });
    expect([archive.status, archive.bytes.toString()]).toEqual([206, 'SQLite format 3']);
  });

  it('are described by TileJSON with an address that can be asked', async () => {
    const answer = await service.call('GET', `${DATASET}/mvt/${hash}/metadata.json`);
    const metadata = (await answer.json()) as { tiles: string[]; maxzoom: number };
    expect(metadata).toMatchObject({
      tilejson: '3.0.0',
      minzoom: 0,
      featureCount: 2,
      droppedCount: 0,
      name: 'fields.geojson',
      layers: [{ name: 'features', featureCount: 2, geometryType: 'MultiPolygon' }],
      vector_layers: [{ id: 'default', fields: { name: 'String' } }],
    });
    const etag = answer.headers.get('etag') ?? '';
    const version = /^"([0-9a-f-]{36})-[0-9a-f]{16}"$/.exec(etag)?.[1];
    expect(metadata.tiles).toEqual([`${service.url}${DATASET}/mvt/${hash}/{z}/{x}/{y}.pbf?v=${version}`]);
    const again = await service.call('GET', `${DATASET}/mvt/${hash}/metadata.json`, {
      headers: { 'if-none-match': etag },
    });
    expect(again.status).toBe(304);
    expect((await raw(`${DATASET}/mvt/${hash}/${metadata.maxzoom + 1}/0/0.pbf`)).status).toBe(404);
  });

  it('of one layer have that layer; an unknown one is not found', async () => {
    expect((await raw(`${tile}?layer=features`, gzip)).bytes).toEqual((await raw(tile, gzip)).bytes);
    expect((await raw(`${tile}?layer=other`, gzip)).status).toBe(404);
  });

  it('are 204 where nothing is', async () => {
    const { status, headers, bytes } = await raw(`${DATASET}/mvt/${hash}/5/3/3.pbf`, gzip);
    expect([status, bytes.length]).toEqual([204, 0]);
    expect(headers['cache-control']).toBe('private, max-age=86400, immutable');
  });

  it.each([
    '5/16/11',
    '5/16/11.png',
    '5/32/11.pbf',
    '5/16/32.pbf',
    '25/0/0.pbf',
    '-1/0/0.pbf',
    '5/1.5/1.pbf',
    'a/b/c.pbf',
  ])('%s is no tile', async (address) => {
    expect((await raw(`${DATASET}/mvt/${hash}/${address}`)).status).toBe(400);
  });

  it('are not found for a hash that nobody has, or of which nothing is built', async () => {
    expect((await raw(`${DATASET}/mvt/${'0'.repeat(64)}/0/0/0.pbf`)).status).toBe(404);
    expect((await raw(`${DATASET}/mvt/${'0'.repeat(64)}/metadata.json`)).status).toBe(404);
    expect((await raw(`${DATASET}/mvt/nothing/0/0/0.pbf`)).status).toBe(400);
    const text = await upload('readme.md', '# Nothing to see');
    expect((await raw(`${DATASET}/mvt/${text}/0/0/0.pbf`)).status).toBe(404);
  });

  it('of a private dataset are asked for with a password; of a public one shown to everybody', async () => {
    const refused = await service.call('GET', tile, { token: null });
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Basic')]);
    const authorization = `Basic ${Buffer.from('admin:secret123').toString('base64')}`;
    expect((await service.call('GET', tile, { token: null, headers: { authorization } })).status).toBe(200);
    await service.call('PUT', DATASET, { json: { slug: 'fields', visibility: 1 } });
    const shown = await until(
      () => service.call('GET', tile, { token: null }),
      ({ status }) => status === 200,
    );
    expect(shown.headers.get('cache-control')).toBe('public, max-age=86400, immutable');
  });

  it('are called after the file they are asked for, and tell no other name it or its bytes have elsewhere', async () => {
    const text = FIELDS.replace('first', 'one');
    const shared = await upload('inner/secret-plan.geojson', text);
    expect(await upload('outer/public.geojson', text)).toBe(shared);
    const { token } = await createLink(service, 'admin/fields', { path: 'outer' });
    const metadata = `${DATASET}/mvt/${shared}/metadata.json`;
    const called = async (query: string, headers: Record<string, string> = {}) => {
      const answer = await service.call('GET', metadata + query, { headers, ...(query === '' ? { token } : {}) });
      return { etag: answer.headers.get('etag') ?? '', name: ((await answer.json()) as { name: string }).name };
    };
    const { name, etag } = await called('');
    expect([name, (await called('?path=inner/secret-plan.geojson')).name]).toEqual([
      'public.geojson',
      'secret-plan.geojson',
    ]);
    for (const file of ['mvt/metadata.json', 'mvt/tiles.mbtiles', 'mvt/5/16/11.pbf', 'vec/source.gpkg']) {
      const answer = await service.call('GET', `${DATASET}/build/${shared}/${file}`, { token });
      expect([file, answer.status]).toEqual([file, 200]);
      expect(Buffer.from(await answer.arrayBuffer()).includes('secret-plan'), file).toBe(false);
    }
    const renamed = { source: 'outer/public.geojson', dest: 'outer/later.geojson' };
    expect((await service.call('PUT', `${DATASET}/obj`, { json: renamed })).status).toBeLessThan(300);
    expect((await called('', { 'if-none-match': etag })).name).toBe('later.geojson');
  });

  it('follow a file that is replaced: each hash has its own', async () => {
    const changed = await upload('fields.geojson', FIELDS.replace('second', 'third'));
    const { bytes } = await raw(`${DATASET}/mvt/${changed}/5/16/11.pbf`, gzip);
    expect(names(bytes)).toEqual(['first', 'third']);
    expect((await raw(tile, gzip)).status).toBe(404);
  });
});
