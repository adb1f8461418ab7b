import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLink } from '../support/people.ts';
import { pointShapefile } from '../support/point-shapefile.ts';
import { form, startService, until, type TestService } from '../support/service.ts';
import { readTile } from '../support/vector-tile.ts';

const DATASET = '/orgs/admin/ds/years';
const { shp, shx, dbf } = pointShapefile([[10.005, 45.005]]);
const tableOf = (value: string): Buffer => Buffer.from(dbf.toString('latin1').replace(' x', ` ${value}`), 'latin1');

interface Entry {
  readonly hash: string;
  readonly buildStatus: string | null;
}

let service: TestService;
let mvt: string;

beforeAll(async () => {
  service = await startService();
  await service.call('POST', '/orgs/admin/ds', { body: form({ slug: 'years' }) });
  let hash = '';
  for (const [folder, value] of Object.entries({ a: 'x', b: 'y' })) {
    await put(`${folder}/grid.dbf`, tableOf(value));
    await put(`${folder}/grid.shx`, shx);
    await put(`${folder}/grid.shp`, shp);
    hash = await built(`${folder}/grid.shp`);
  }
  mvt = `${DATASET}/mvt/${hash}`;
});
afterAll(() => service[Symbol.asyncDispose]());

async function put(path: string, file: Buffer): Promise<void> {
  expect((await service.call('POST', `${DATASET}/obj`, { body: form({ path, file }) })).status).toBe(201);
}

async function built(path: string): Promise<string> {
  const entry = async (): Promise<Entry> =>
    (await (await service.call('GET', `${DATASET}/obj?path=${path}`)).json()) as Entry;
  return (await until(entry, ({ buildStatus }) => buildStatus === null)).hash;
}

/** Status, what its feature says, how long it may be kept. What comes over the wire packed is unpacked by `fetch`. */
async function tile(query: string, token?: string): Promise<[number, unknown, string | null]> {
  const answer = await service.call('GET', `${mvt}/5/16/11.pbf${query}`, token === undefined ? {} : { token });
  const shown = answer.status === 200 ? readTile(gzipSync(await answer.bytes()))[0]?.properties['A'] : undefined;
  return [answer.status, shown, answer.headers.get('cache-control')];
}

async function template(query: string): Promise<string> {
  const metadata = (await (await service.call('GET', `${mvt}/metadata.json${query}`)).json()) as { tiles: [string] };
  return metadata.tiles[0];
}

const link = async (path: string): Promise<string> => (await createLink(service, 'admin/years', { path })).token;

it('of files with the same bytes are those of the path, and metadata.json leads to them', async () => {
  expect((await tile('?path=a/grid.shp'))[1]).toBe('x');
  expect((await tile('?path=b/grid.shp'))[1]).toBe('y');
  expect((await tile('?path=c/grid.shp'))[0]).toBe(404);
  const { searchParams } = new URL(await template('?path=a/grid.shp'));
  expect(searchParams.get('path')).toBe('a/grid.shp');
  expect((await tile(`?${searchParams.toString()}`)).slice(0, 2)).toEqual([200, 'x']);
});

it('metadata.json by the secret of a link leads to tiles that the secret opens', async () => {
  const asked = new URLSearchParams({ path: 'a/grid.shp', token: await link('a/grid.shp') });
  const metadata = await service.call('GET', `${mvt}/metadata.json?${asked.toString()}`, { token: null });
  const { tiles } = (await metadata.json()) as { tiles: [string] };
  const { search } = new URL(tiles[0]);
  expect((await service.call('GET', `${mvt}/5/16/11.pbf${search}`, { token: null })).status).toBe(200);
  expect((await service.call('GET', `${mvt}/5/16/11.pbf?path=a/grid.shp`, { token: null })).status).toBe(401);
});

it('show a link what is at its path, and nothing of the other file', async () => {
  const [toFile, toFolder] = [await link('a/grid.shp'), await link('b')];
  expect((await tile('', toFile)).slice(0, 2)).toEqual([200, 'x']);
  expect((await tile('', toFolder)).slice(0, 2)).toEqual([200, 'y']);
  expect((await tile('?path=b/grid.shp', toFolder)).slice(0, 2)).toEqual([200, 'y']);
  expect((await tile('?path=a/grid.shp', toFolder))[0]).toBe(403);
  const etags = [toFile, toFolder].map(async (token) => {
    const answer = await service.call('GET', `${mvt.replace('/mvt/', '/build/')}/mvt/tiles.mbtiles`, { token });
    expect(answer.status).toBe(200);
    return answer.headers.get('etag');
  });
  const [one, other] = await Promise.all(etags);
  expect(one).not.toBe(other);
});

it('are kept by their version alone, where other files have a say in them', async () => {
  const { search } = new URL(await template('?path=a/grid.shp'));
  expect(await tile('?path=a/grid.shp')).toEqual([200, 'x', 'private, no-cache']);
  expect(await tile(search)).toEqual([200, 'x', 'private, max-age=86400, immutable']);
  await put('a/grid.dbf', tableOf('z'));
  const later = await until(
    () => tile(search),
    ([, value]) => value === 'z',
    60,
  );
  expect(later).toEqual([200, 'z', 'private, no-cache']);
  expect(new URL(await template('?path=a/grid.shp')).search).not.toBe(search);
});

it('are never those that another file had, whether it changed, went or was taken away from its table', async () => {
  await put('d/grid.shp', shp);
  const toFile = await link('d');
  const shown = async (): Promise<number> =>
    (await service.call('GET', `${mvt.replace('/mvt/', '/build/')}/vec/source.gpkg`, { token: toFile })).status;
  expect(await shown()).toBe(404);
  await put('b/grid.dbf', tableOf('w'));
  await until(
    () => tile('?path=b/grid.shp'),
    ([, value]) => value === 'w',
    60,
  );
  expect(await shown()).toBe(404);
  await service.call('DELETE', `${DATASET}/obj?path=b`);
  expect(await shown()).toBe(404);
  await service.call('DELETE', `${DATASET}/obj?path=d/grid.shp`);
  const moved = { source: 'a/grid.shp', dest: 'd/grid.shp' };
  expect((await service.call('PUT', `${DATASET}/obj`, { json: moved })).status).toBeLessThan(300);
  expect(await shown()).toBe(404);
});
