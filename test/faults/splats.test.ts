import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { densePlane } from '../../src/kinds/splat/lod/testing/scenes.ts';
import { plyOf } from '../../src/kinds/splat/testing/encode-ply.ts';
import { expectBuiltOnce, expectWholeAfterKills, leftOvers } from '../support/killed-builds.ts';
import { markPending } from '../support/pending-marker.ts';
import { readWhole } from '../support/read-whole.ts';
import { form, startService, until, type TestService } from '../support/service.ts';
import { fillDisk, mountSmallDisk, unmountDisk } from '../support/small-disk.ts';
import { copyOnServer, type TestDatabase } from '../support/test-database.ts';

/** Enough that merging takes some seconds. */
const SPLATS = 100_000;
const [READING, BUILDING] = ['Reading splats', 'Building levels of detail'];
const ARTIFACTS = ['gsplat/model.rad', 'gsplat/bounds.json'];

describe('kill -9 in each phase of a build of splats', () => {
  it('H-1 leaves nothing half-done to be seen, and builds the splats in the end', { timeout: 600_000 }, () =>
    expectWholeAfterKills(
      { path: 'a.ply', file: plyOf(densePlane(SPLATS)), artifacts: ARTIFACTS },
      [
        { phase: READING, afterMs: 0 },
        { phase: BUILDING, afterMs: 0 },
      ],
      [{ phase: BUILDING, afterMs: 500 }],
    ),
  );
});

describe('two processes', () => {
  it('H-2 build each file of splats once', { timeout: 300_000 }, () => {
    const counts = [4000, 4001, 4002, 4003];
    return expectBuiltOnce(Object.fromEntries(counts.map((count) => [`${count}.ply`, plyOf(densePlane(count))])), 1);
  });
});

interface Entry {
  readonly hash: string;
  readonly buildStatus: string | null;
  readonly buildError: string | null;
}

interface Job {
  readonly phaseMessage: string | null;
  readonly outcome: string | null;
}

const root = await mkdtemp(join(tmpdir(), 'alidade-disk-'));
const builds = join(root, 'builds');
await mkdir(builds);
const obstacle = mountSmallDisk(builds, 160);
if (obstacle !== undefined) console.warn(`H-3 of splats skipped: ${obstacle}`);

describe.skipIf(obstacle !== undefined)('a disk that is full while splats are built', () => {
  const DATASET = '/orgs/admin/ds/splats';
  let database: TestDatabase;
  let service: TestService;
  beforeAll(async () => {
    // Not the embedded one: the test writes the row of a pending build.
    database = await copyOnServer();
    service = await startService({
      DATA_DIR: root,
      DATABASE_URL: database.url,
      BUILDS__MINFREEDISKMB: '0',
      BUILDS__CONCURRENCY: '1',
    });
    await service.call('POST', '/orgs/admin/ds', { json: { slug: 'splats' } });
  });
  afterAll(async () => {
    await service.app.close();
    await database.remove();
    unmountDisk(builds);
    await rm(root, { recursive: true, force: true });
  });

  const upload = async (path: string, count: number): Promise<void> => {
    const body = form({ path, file: plyOf(densePlane(count)) });
    expect((await service.call('POST', `${DATASET}/obj`, { body })).status).toBe(201);
  };
  const entry = async (path: string): Promise<Entry> =>
    (await (await service.call('GET', `${DATASET}/obj?path=${path}`)).json()) as Entry;
  const jobs = async (path: string): Promise<readonly Job[]> =>
    (await (await service.call('GET', `${DATASET}/builds?path=${path}`)).json()) as Job[];
  const outcomes = async (path: string): Promise<(string | null)[]> => (await jobs(path)).map(({ outcome }) => outcome);
  const radFiles = async (): Promise<string[]> => {
    const names = await readWhole(() => readdir(builds, { recursive: true }));
    return names.filter((name) => name.endsWith('model.rad')).toSorted();
  };
  const built = (path: string): Promise<Entry> =>
    until(
      () => entry(path),
      ({ buildStatus }) => buildStatus === null,
      120,
    );

  it('H-3 fails by that name before it begins, and keeps the marker of a build that waits', async () => {
    const free = await fillDisk(builds, 200_000);
    await upload('before.ply', SPLATS);
    const failed = await until(
      () => entry('before.ply'),
      ({ buildStatus }) => buildStatus === 'failed',
      120,
    );
    expect([await outcomes('before.ply'), failed.buildError]).toEqual([
      ['no-space'],
      expect.stringMatching(/disk is full/),
    ]);
    await free();
    await using marker = await markPending(service, 'splats', 'before.ply', []);
    const full = await fillDisk(builds, 200_000);
    const ask = { json: { path: 'before.ply' } };
    await service.call('POST', `${DATASET}/build`, ask);
    await until(
      () => outcomes('before.ply'),
      (all) => all.join() === 'no-space,no-space',
      120,
    );
    expect(await marker.missing()).toEqual([[], []]);

    await full();
    await service.call('POST', `${DATASET}/build`, ask);
    await built('before.ply');
    await until(marker.missing, ([row, file]) => row === undefined && file === undefined);
  });

  it('H-3 fails by that name in the midst of it, leaves nothing, and is built when there is room', async () => {
    await upload('writing.ply', SPLATS + 1);
    const before = await radFiles();
    await until(
      () => jobs('writing.ply'),
      ([job]) => job?.phaseMessage === BUILDING,
      120,
    );
    const free = await fillDisk(builds, 0);
    const failed = await until(
      () => entry('writing.ply'),
      ({ buildStatus }) => buildStatus === null || buildStatus === 'failed',
      120,
    );
    expect([await outcomes('writing.ply'), failed.buildError]).toEqual([
      ['no-space'],
      expect.stringMatching(/disk is full/),
    ]);
    expect((await service.call('GET', `${DATASET}/build/${failed.hash}/gsplat/model.rad`)).status).toBe(404);
    await free();
    expect(await leftOvers(builds)).toEqual([]);
    expect(await radFiles()).toEqual(before);

    await service.call('POST', `${DATASET}/build`, { json: { path: 'writing.ply' } });
    const { hash } = await built('writing.ply');
    for (const path of ARTIFACTS)
      expect((await service.call('HEAD', `${DATASET}/build/${hash}/${path}`)).status).toBe(200);
  });
});
