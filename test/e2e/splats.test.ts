import { afterAll, beforeAll, expect, it } from 'vitest';
import { densePlane } from '../../src/kinds/splat/lod/testing/scenes.ts';
import { plyOf } from '../../src/kinds/splat/testing/encode-ply.ts';
import { recordsOf } from '../../src/kinds/splat/testing/encode-records.ts';
import { spzOf } from '../../src/kinds/splat/testing/encode-spz.ts';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { form, startService, until, type TestService } from '../support/service.ts';

const DATASET = '/orgs/admin/ds/splats';

interface Entry {
  readonly path: string;
  readonly hash: string;
  readonly type: number;
  readonly properties: Record<string, unknown>;
  readonly polygon_geom: unknown;
  readonly buildStatus: string | null;
  readonly buildError: string | null;
}

describeOnEveryDatabase('Gaussian splats', (environment) => {
  let service: TestService;
  const ply = plyOf(densePlane(5000, 1));
  beforeAll(async () => {
    service = await startService(await environment());
    await service.call('POST', '/orgs/admin/ds', { json: { slug: 'splats' } });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const put = async (path: string, content: Uint8Array | string): Promise<void> => {
    const file = Buffer.from(content);
    expect((await service.call('POST', `${DATASET}/obj`, { body: form({ path, file }) })).status).toBe(201);
  };
  const entryOf = async (path: string): Promise<Entry> =>
    (await (await service.call('GET', `${DATASET}/obj?path=${path}`)).json()) as Entry;
  const settled = (path: string): Promise<Entry> =>
    until(
      () => entryOf(path),
      ({ buildStatus }) => buildStatus === null || buildStatus === 'failed',
      60,
    );
  const file = (entry: Entry, path: string, headers = {}): Promise<Response> =>
    service.call('GET', `${DATASET}/build/${entry.hash}/gsplat/${path}`, { headers });

  it('are built into a RAD that is read by ranges, with their box, and tell what they have', async () => {
    await put('yard/scan.ply', ply);
    const entry = await settled('yard/scan.ply');
    expect([entry.type, entry.buildStatus, entry.buildError]).toEqual([15, null, null]);
    const bounds = (await (await file(entry, 'bounds.json')).json()) as object;
    expect(entry.properties).toMatchObject({
      splatCount: 5000,
      dropped: 0,
      shDegree: 1,
      georeferenced: false,
      bounds,
    });
    const start = await file(entry, 'model.rad', { range: 'bytes=0-7' });
    expect([start.status, Buffer.from(await start.arrayBuffer()).toString('latin1', 0, 4)]).toEqual([206, 'RAD0']);
    expect((await file(entry, 'georef.json')).status).toBe(404);
    const thumbnail = await service.call('GET', `${DATASET}/thumb?path=yard/scan.ply&size=128`);
    expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  it.each([
    ['ply', plyOf(densePlane(4000, 1))],
    ['spz', spzOf(densePlane(4000, 1), 3)],
    ['splat', recordsOf(densePlane(4000))],
  ])('are on the map as soon as a file says where they lie: %s', async (format, bytes) => {
    const path = `placed-${format}/scan.${format}`;
    await put(path, bytes);
    expect((await settled(path)).polygon_geom).toBeNull();
    await put(`placed-${format}/coords.txt`, 'WGS84 UTM 32N\n384000 5123000\n');
    const entry = await until(
      () => entryOf(path),
      ({ buildStatus, properties }) => buildStatus === null && properties['georeferenced'] === true,
      60,
    );
    expect(entry.polygon_geom).not.toBeNull();
    const georef = (await (await file(entry, 'georef.json')).json()) as object;
    expect(georef).toMatchObject({ srs: 'EPSG:32632', offset: [384_000, 5_123_000, 0] });
  });

  it('that cannot be drawn fail with the reason', async () => {
    const model = densePlane(10);
    model.centres.fill(NaN);
    await put('bad/scan.ply', plyOf(model));
    const { buildStatus, buildError } = await settled('bad/scan.ply');
    expect([buildStatus, buildError]).toEqual([
      'failed',
      'It cannot be built. None of its 10 splats can be drawn: they are not finite, or have no size, no rotation or no opacity.',
    ]);
  });
});
