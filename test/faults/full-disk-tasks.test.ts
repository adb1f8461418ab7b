import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heightFile } from '../../src/kinds/terrain/testing/height-file.ts';
import { writeGeoTiff } from '../support/geotiff.ts';
import { AGREED, recount } from '../support/recount.ts';
import { form, startService, until, type TestService } from '../support/service.ts';
import { fillDisk, mountSmallDisk, unmountDisk } from '../support/small-disk.ts';
import { zipBytes } from '../support/zip-bytes.ts';

const DATASET = '/orgs/admin/ds/full';
const TASKS = `${DATASET}/tasks`;
const MEGABYTES = 24;
/** What is left on a disk that is full: what tasks begin with fits, and nothing that they make. */
const LEFT = 150_000;

const root = await mkdtemp(join(tmpdir(), 'alidade-disk-'));
/** Where tasks work, where what they make for their callers is kept, and the files of datasets. */
const DISKS = ['reading', 'tasks', 'blobs'].map((name) => join(root, name));
const obstacle = (await Promise.all(DISKS.map((disk) => mkdir(disk).then(() => mountSmallDisk(disk, MEGABYTES))))).find(
  (each) => each !== undefined,
);
if (obstacle !== undefined) console.warn(`I-4 skipped: ${obstacle}`);

interface Task {
  readonly taskId: string;
  readonly state: string;
  readonly errorType: string | null;
  readonly errorText: string | null;
  readonly logTail: readonly string[];
}

/** Noise, which nothing makes smaller. */
const SIDE = 400;
const noise = randomBytes(SIDE * SIDE * 3);
const valueAt = (x: number, y: number, channel: number): number => noise[3 * (SIDE * y + x) + channel]!;
const FILES: Readonly<Record<string, Uint8Array>> = {
  'noise.bin': noise,
  'noise.zip': zipBytes([{ name: 'unpacked.bin', content: randomBytes(noise.length) }]),
  'noise.tif': writeGeoTiff({
    width: SIDE,
    height: SIDE,
    origin: [680_000, 5_151_000],
    pixel: 0.2,
    epsg: 32632,
    colour: (x, y) => [valueAt(x, y, 0), valueAt(x, y, 1), valueAt(x, y, 2)],
  }),
  'dem.tif': heightFile({
    affine: [500_000, 2, 0, 4_000_000, 0, -2],
    epsg: 32632,
    nodata: -9999,
    width: SIDE,
    height: SIDE,
    heightAt: (x, y) => valueAt(x, y, 0) / 10,
  }),
};
/** What is made of them: to download, and for the dataset. */
const TO_DOWNLOAD = {
  'bulk-download': { paths: ['noise.bin'] },
  'raster-export': { path: 'noise.tif', content: 'values', crs: 'EPSG:4326' },
};
const toDataset = (url: string) => ({
  'archive-extract': { sourcePath: 'noise.zip', destPath: 'unpacked' },
  hillshade: { path: 'dem.tif', outputPath: 'shade.tif' },
  contours: { path: 'dem.tif', interval: 20, outputPath: 'contours.gpkg' },
  'raster-zones': { path: 'dem.tif', outputPath: 'zones.gpkg' },
  'import-file': { url, fileName: 'came.bin' },
});

type Wishes = ReturnType<typeof toDataset>;
const keptOf = ({ 'import-file': fetched }: Wishes) => ({ ...TO_DOWNLOAD, 'import-file': fetched });
const workedOn = ({ 'import-file': _, ...others }: Wishes) => ({ ...TO_DOWNLOAD, ...others });

describe.skipIf(obstacle !== undefined)('tasks on a disk that is full', () => {
  let service: TestService;
  const server = createServer((_, response) => void response.end(randomBytes(noise.length)));
  let intoDataset: ReturnType<typeof toDataset>;

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    intoDataset = toDataset(`http://127.0.0.1:${(server.address() as AddressInfo).port}/file`);
    service = await startService({
      DATA_DIR: root,
      BUILDS__MINFREEDISKMB: '0',
      BUILDS__CONCURRENCY: '0',
      ProcessingPlatform__DiskSafetyMarginBytes: '0',
      Import__AllowedHosts: '127.0.0.1',
    });
    await service.call('POST', '/orgs/admin/ds', { json: { slug: 'full' } });
    for (const [path, file] of Object.entries(FILES)) {
      const { status } = await service.call('POST', `${DATASET}/obj`, { body: form({ path, file }) });
      if (status !== 201) throw new Error(`${path} was not taken: ${status}`);
    }
  });
  afterAll(async () => {
    server.close();
    await service.app.close();
    for (const disk of DISKS) unmountDisk(disk);
    await rm(root, { recursive: true, force: true });
  });

  const read = async <T>(path: string): Promise<T> => (await (await service.call('GET', path)).json()) as T;
  const ended = (id: string): Promise<Task> =>
    until(
      () => read<Task>(`${TASKS}/${id}`),
      ({ state }) => ['Succeeded', 'Failed'].includes(state),
      120,
    );
  /** Files in all places where tasks write, and the paths of the dataset. */
  const left = async (): Promise<readonly string[]> => {
    const lists = DISKS.map(async (disk) => {
      const items = await readdir(disk, { recursive: true, withFileTypes: true });
      return items.filter((item) => item.isFile()).map((item) => join(item.parentPath, item.name));
    });
    const entries = await read<readonly { path: string }[]>(`${DATASET}/list`);
    return [...(await Promise.all(lists)).flat(), ...entries.map(({ path }) => path)].toSorted();
  };
  const submit = async (toolId: string, params: object): Promise<string> => {
    const answer = await service.call('POST', TASKS, { json: { toolId, params, force: true } });
    const { taskId, error } = (await answer.json()) as { readonly taskId: string; readonly error?: string };
    expect([toolId, answer.status], error).toEqual([toolId, 202]);
    return taskId;
  };

  it.each([
    // First, as files that were taken back stay there for hours: the same ones would need no room.
    ['of the files of datasets', 2, () => intoDataset],
    ['that keeps what there is to download, and what is being fetched', 1, () => keptOf(intoDataset)],
    ['on which they work', 0, () => workedOn(intoDataset)],
  ])(
    'I-4 the disk %s: they fail and say why, leave nothing, and succeed when there is room',
    async (_, disk, wishes) => {
      const before = await left();
      const free = await fillDisk(DISKS[disk]!, LEFT);
      const filled = await left();
      const failed: (readonly [string, string])[] = [];
      for (const [tool, params] of Object.entries(wishes())) {
        const id = await submit(tool, params);
        const { state, errorType, errorText, logTail } = await ended(id);
        expect([tool, state, errorType], [errorText, ...logTail].join('\n')).toEqual([tool, 'Failed', 'NoSpace']);
        expect(errorText).toMatch(/disk is full/);
        failed.push([tool, id]);
      }
      await until(left, (files) => JSON.stringify(files) === JSON.stringify(filled));
      await free();
      for (const [tool, id] of failed) {
        expect((await service.call('POST', `${TASKS}/${id}/retry`)).ok).toBe(true);
        const { state, errorText } = await ended(id);
        expect([tool, state, errorText]).toEqual([tool, 'Succeeded', null]);
        await service.call('POST', `${TASKS}/${id}/undo`, { json: {} });
        await service.call('POST', `${TASKS}/${id}/delete`);
      }
      const paths = (files: readonly string[]): readonly string[] => files.filter((file) => !file.startsWith(root));
      expect(paths(await left()).filter((path) => path !== 'unpacked')).toEqual(
        paths(before).filter((path) => path !== 'unpacked'),
      );
    },
  );

  it('and nothing of them is counted, or lies around', async () => {
    await service.app.close();
    // Files that were taken back go with the clean-up, hours later.
    expect({ ...(await recount({ DATA_DIR: root })), blobs: [] }).toEqual(AGREED);
  });
});
