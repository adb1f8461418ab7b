import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeGeoTiff } from '../support/geotiff.ts';
import { pointShapefile } from '../support/point-shapefile.ts';
import { readWhole } from '../support/read-whole.ts';
import { form, startService, until, type TestService } from '../support/service.ts';
import { fillDisk, mountSmallDisk, unmountDisk } from '../support/small-disk.ts';

const DATASET = '/orgs/admin/ds/full';
const SHAPE = pointShapefile([[11, 46]]);

const root = await mkdtemp(join(tmpdir(), 'alidade-disk-'));
const builds = join(root, 'builds');
await mkdir(builds);
const obstacle = mountSmallDisk(builds, 24);
if (obstacle !== undefined) console.warn(`H-3 skipped: ${obstacle}`);

interface Entry {
  readonly buildStatus: string | null;
  readonly buildError: string | null;
  readonly hash: string;
}
interface Job {
  readonly path: string;
  readonly currentState: string;
}

describe.skipIf(obstacle !== undefined)('a disk that is full', () => {
  let service: TestService;
  beforeAll(async () => {
    // One build after the other: when a second one has ended, what the first one does behind its rows has been done.
    service = await startService({ DATA_DIR: root, BUILDS__MINFREEDISKMB: '0', BUILDS__CONCURRENCY: '1' });
    await service.call('POST', '/orgs/admin/ds', { json: { slug: 'full' } });
  });
  afterAll(async () => {
    await service.app.close();
    unmountDisk(builds);
    await rm(root, { recursive: true, force: true });
  });

  const upload = async (path: string, file: Uint8Array): Promise<void> => {
    const { status } = await service.call('POST', `${DATASET}/obj`, { body: form({ path, file }) });
    expect([path, status]).toEqual([path, 201]);
  };
  const entry = async (path: string): Promise<Entry> =>
    (await (await service.call('GET', `${DATASET}/obj?path=${path}`)).json()) as Entry;
  const rebuild = async (path: string): Promise<void> =>
    expect((await service.call('POST', `${DATASET}/build`, { json: { path } })).status).toBe(200);
  const jobs = async (path: string): Promise<string[]> => {
    const all = (await (await service.call('GET', `${DATASET}/builds`)).json()) as Job[];
    return all.filter((job) => job.path === path).map(({ currentState }) => currentState);
  };
  const markers = (): Promise<{ readonly name: string; readonly text: string }[]> =>
    readWhole(async () => {
      const names = (await readdir(builds, { recursive: true })).filter((name) => /\.(?:pending|new)$/.test(name));
      return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(builds, name), 'utf8') })));
    });
  /** Folders of outputs, named or not. */
  const versions = async (): Promise<string[]> => {
    const names = await readWhole(() => readdir(builds, { recursive: true }));
    return names.filter((name) => /^[^/]+\/[0-9a-f-]{36}$/.test(name));
  };

  it('H-3 in the middle of a build fails it with the reason, leaves nothing, and is built when there is room', async () => {
    // Noise, which nothing makes smaller: more than the disk holds as a raster on its grid and as a COG.
    const noise = randomBytes(1500 * 1500 * 3);
    const colour = (column: number, row: number): readonly [number, number, number] => {
      const at = 3 * (row * 1500 + column);
      return [noise[at] ?? 0, noise[at + 1] ?? 0, noise[at + 2] ?? 0];
    };
    const place = { origin: [680_000, 5_151_000], pixel: 0.2, epsg: 32632 } as const;
    const free = await fillDisk(builds, 8_000_000);
    await upload('noise.tif', writeGeoTiff({ width: 1500, height: 1500, ...place, colour }));
    const failed = await until(
      () => entry('noise.tif'),
      ({ buildStatus }) => buildStatus === 'failed',
      100,
    );
    expect(failed.buildError).toMatch(/disk is full/);
    expect([await jobs('noise.tif'), await markers(), await versions()]).toEqual([['Failed'], [], []]);
    expect((await service.call('GET', `${DATASET}/build/${failed.hash}/cog/cog.tif`)).status).toBe(404);

    await free();
    await upload('small.tif', writeGeoTiff({ width: 64, height: 64, ...place, colour }));
    await until(
      () => entry('small.tif'),
      ({ buildStatus }) => buildStatus === null,
      100,
    );
    expect(await versions()).toHaveLength(1);
  });

  it('H-3 while a marker is replaced keeps the old one with its hints, and what waits is built at last', async () => {
    await upload('point.shp', SHAPE.shp);
    await until(
      () => entry('point.shp'),
      ({ buildStatus }) => buildStatus === 'pending',
      100,
    );
    const before = await until(markers, (found) => found.length === 1 && found[0]?.name.endsWith('.pending') === true);
    expect(JSON.parse(before[0]?.text ?? '')).toMatchObject({ path: 'point.shp', missingDependencies: ['point.shx'] });

    const free = await fillDisk(builds, 0);
    // A marker tells whole seconds: one that is written now is another.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    for (const attempts of [2, 3]) {
      await rebuild('point.shp');
      const ended = Array.from({ length: attempts }, () => 'Succeeded');
      await until(
        () => jobs('point.shp'),
        (states) => isDeepStrictEqual(states, ended),
        100,
      );
    }
    // What the last attempt does behind its row, the attempt to replace the marker, may go on.
    await until(markers, (found) => isDeepStrictEqual(found, before));
    expect((await entry('point.shp')).buildStatus).toBe('pending');

    await free();
    await upload('point.shx', SHAPE.shx);
    await until(
      () => entry('point.shp'),
      ({ buildStatus }) => buildStatus === null,
      100,
    );
    await until(markers, (found) => found.length === 0);
  });
});
