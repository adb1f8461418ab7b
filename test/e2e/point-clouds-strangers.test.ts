import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Copc } from 'copc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeFlight } from '../../src/kinds/pointcloud/testing/flight.ts';
import { readByLazRs } from '../../src/kinds/pointcloud/testing/laz-rs.ts';
import { readByItowns } from '../support/itowns.ts';
import { form, startService, until, type TestService } from '../support/service.ts';

const POINTS = 400_000;
const DATASET = '/orgs/admin/ds/scans';

let service: TestService;
let build: string;
let hierarchy: Readonly<Record<string, number>>;
beforeAll(async () => {
  service = await startService();
  await service.call('POST', '/orgs/admin/ds', { json: { slug: 'scans', visibility: 1 } });
  await service.call('POST', '/orgs/admin/ds', { json: { slug: 'secret', visibility: 0 } });
  const source = join(service.dataDir, 'flight.laz');
  await writeFlight(source, POINTS);
  const file = await readFile(source);
  await rm(source);
  for (const slug of ['scans', 'secret'])
    await service.call('POST', `/orgs/admin/ds/${slug}/obj`, { body: form({ path: 'a.laz', file }) });
  const entryOf = async (slug: string): Promise<{ readonly hash: string; readonly buildStatus: string | null }> =>
    (await (await service.call('GET', `/orgs/admin/ds/${slug}/obj?path=a.laz`)).json()) as never;
  for (const slug of ['scans', 'secret'])
    await until(
      () => entryOf(slug),
      ({ buildStatus }) => buildStatus === null,
    );
  build = `/build/${(await entryOf('scans')).hash}`;
  const answer = await service.call('GET', `${DATASET}${build}/ept/ept-hierarchy/0-0-0-0.json`);
  hierarchy = (await answer.json()) as typeof hierarchy;
  expect.assert(Object.keys(hierarchy).length > 3);
});
afterAll(() => service[Symbol.asyncDispose]());

it('iTowns walks over all nodes of the Entwine Point Tile and reads every point', async () => {
  const found = await readByItowns(`${service.url}${DATASET}${build}/ept/ept.json`);
  expect(found).toEqual({ nodes: Object.keys(hierarchy).length, told: POINTS, points: POINTS });
});

it('laz-rs reads each tile: as many points as it is said to have, within the bounds of its header', async () => {
  for (const [key, count] of Object.entries(hierarchy)) {
    const answer = await service.call('GET', `${DATASET}${build}/ept/ept-data/${key}.laz`, { token: null });
    const tile = Buffer.from(await answer.arrayBuffer());
    const { records, recordBytes } = readByLazRs(tile);
    expect([key, records.length / recordBytes]).toEqual([key, count]);
    const [scale, offset] = [tile.readDoubleLE(131), tile.readDoubleLE(155)];
    const [highest, lowest] = [tile.readDoubleLE(179), tile.readDoubleLE(187)];
    const eastings = Array.from(
      { length: count },
      (_, point) => records.readInt32LE(point * recordBytes) * scale + offset,
    );
    expect(Math.min(...eastings)).toBeGreaterThanOrEqual(lowest - scale);
    expect(Math.max(...eastings)).toBeLessThanOrEqual(highest + scale);
  }
});

it('a viewer of COPC reads a private cloud by HEAD and ranges, with the cookie of the session', async () => {
  const url = `${service.url}/orgs/admin/ds/secret${build}/copc/cloud.copc.laz`;
  const headers = { cookie: `jwtToken=${service.token}` };
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(401);
  const head = await fetch(url, { method: 'HEAD', headers });
  expect([head.status, head.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
  const get = async (begin: number, end: number): Promise<Uint8Array> => {
    const answer = await fetch(url, { headers: { ...headers, range: `bytes=${begin}-${end - 1}` } });
    expect(answer.status).toBe(206);
    return new Uint8Array(await answer.arrayBuffer());
  };
  const copc = await Copc.create(get);
  const { nodes } = await Copc.loadHierarchyPage(get, copc.info.rootHierarchyPage);
  let points = 0;
  for (const node of Object.values(nodes)) points += (await Copc.loadPointDataView(get, copc, node!)).pointCount;
  expect(points).toBe(POINTS);
});
