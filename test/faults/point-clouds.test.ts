import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { writeFlight } from '../../src/kinds/pointcloud/testing/flight.ts';
import { inFull } from '../support/full.ts';
import { basic, startProcess, type ServiceProcess } from '../support/process.ts';
import { readWhole } from '../support/read-whole.ts';
import { form, startService, until, type TestService } from '../support/service.ts';
import { fillDisk, mountSmallDisk, unmountDisk } from '../support/small-disk.ts';

const DATASET = '/orgs/admin/ds/clouds';
/** Some seconds of reading, and some of arranging. */
const POINTS = 1_500_000;

interface Entry {
  readonly hash: string;
  readonly buildStatus: string | null;
  readonly buildError: string | null;
}

const isRun = inFull('builds of a million points that are killed, or lose their disk, take minutes');

/** Files below a folder of builds that are no finished output's. */
async function leftOvers(folder: string): Promise<string[]> {
  const names = await readWhole(() => readdir(folder, { recursive: true }));
  return names.filter((name) => /\.tmp$|request\.json$|answer\.json$/.test(name));
}

describe.runIf(isRun)('kill -9 in every phase of the build of a cloud', () => {
  const headers = basic('secret123');
  /** From the start of the program to the last bytes. */
  const DELAYS_MS = [300, 800, 1400, 2000, 2800, 3600];

  it(
    'H-1 serves the old cloud until the new one is whole, and builds it in the end',
    { timeout: 600_000 },
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'alidade-kill-'));
      const environment = { DATA_DIR: join(folder, 'data'), DefaultAdmin__Password: 'secret123', LOG_LEVEL: 'error' };
      const source = join(folder, 'flight.laz');
      await writeFlight(source, POINTS);
      let service: ServiceProcess = await startProcess(environment);
      const call = (path: string, body?: FormData): Promise<Response> =>
        fetch(service.url + path, { headers, ...(body && { method: 'POST', body }) });
      const entry = async (): Promise<Entry> => (await (await call(`${DATASET}/obj?path=a.laz`)).json()) as Entry;
      const built = (): Promise<Entry> =>
        until(entry, ({ buildStatus }) => buildStatus === null || buildStatus === 'failed', 300);
      const digest = async ({ hash }: Entry): Promise<string> => {
        const answer = await call(`${DATASET}/build/${hash}/copc/cloud.copc.laz`);
        expect(answer.status).toBe(200);
        return createHash('sha256')
          .update(Buffer.from(await answer.arrayBuffer()))
          .digest('hex');
      };
      try {
        await call('/orgs/admin/ds', form({ slug: 'clouds' }));
        expect((await call(`${DATASET}/obj`, form({ path: 'a.laz', file: await readFile(source) }))).status).toBe(201);
        const whole = await digest(await built());
        for (const delay of DELAYS_MS) {
          await call(`${DATASET}/build`, form({ path: 'a.laz', force: 'true' }));
          await until(entry, ({ buildStatus }) => buildStatus === 'building', 60);
          await pause(delay);
          await service.end('SIGKILL');
          service = await startProcess(environment);
          expect(await digest(await entry())).toBe(whole);
        }
        const last = await built();
        expect([last.buildStatus, last.buildError]).toEqual([null, null]);
        // The same file gives the same bytes, however often it was begun.
        expect(await digest(last)).toBe(whole);
        await until(
          () => leftOvers(join(folder, 'data/builds')),
          (names) => names.length === 0,
          120,
        );
      } finally {
        await service.end('SIGTERM');
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
});

const root = await mkdtemp(join(tmpdir(), 'alidade-disk-'));
const builds = join(root, 'builds');
await mkdir(builds);
const obstacle = isRun ? mountSmallDisk(builds, 160) : 'it is not asked for';
if (isRun && obstacle !== undefined) console.warn(`H-3 of clouds skipped: ${obstacle}`);

describe.skipIf(obstacle !== undefined)('a disk that is full while a cloud is built', () => {
  it(
    'H-3 fails with the reason in every phase, leaves nothing, and builds when there is room',
    { timeout: 300_000 },
    async () => {
      const source = join(root, 'flight.laz');
      await writeFlight(source, POINTS);
      const file = await readFile(source);
      const service: TestService = await startService({
        DATA_DIR: root,
        BUILDS__MINFREEDISKMB: '0',
        BUILDS__CONCURRENCY: '1',
      });
      const entry = async (path: string): Promise<Entry> =>
        (await (await service.call('GET', `${DATASET}/obj?path=${path}`)).json()) as Entry;
      const ended = (path: string): Promise<Entry> =>
        until(
          () => entry(path),
          ({ buildStatus }) => buildStatus === null || buildStatus === 'failed',
          120,
        );
      /** Each is a file of its own: bytes behind the list of chunks are nobody's. */
      const upload = async (path: string): Promise<void> => {
        const body = form({ path, file: Buffer.concat([file, Buffer.from(path)]) });
        expect((await service.call('POST', `${DATASET}/obj`, { body })).status).toBe(201);
      };
      try {
        await service.call('POST', '/orgs/admin/ds', { json: { slug: 'clouds' } });
        const free = await fillDisk(builds, 20_000_000);
        await upload('before.laz');
        expect((await ended('before.laz')).buildError).toMatch(/disk is full/);
        await free();
        for (const [name, sign] of [
          ['reading', /points-.*\.tmp$/],
          ['arranging', /cloud\.copc\.laz$/],
        ] as const) {
          await upload(`${name}.laz`);
          await until(
            () => readWhole(() => readdir(builds, { recursive: true })),
            (names) => names.some((one) => sign.test(one)),
            600,
          );
          const clear = await fillDisk(builds, 0);
          const failed = await ended(`${name}.laz`);
          expect([name, failed.buildStatus, failed.buildError]).toEqual([
            name,
            'failed',
            expect.stringMatching(/disk is full/) as unknown,
          ]);
          expect((await service.call('GET', `${DATASET}/build/${failed.hash}/copc/cloud.copc.laz`)).status).toBe(404);
          await clear();
          expect((await readdir(builds, { recursive: true })).filter((one) => /\.(?:tmp|laz|json)$/.test(one))).toEqual(
            [],
          );
        }
        await service.call('POST', `${DATASET}/build`, { json: { path: 'reading.laz', force: true } });
        const last = await until(
          () => entry('reading.laz'),
          ({ buildStatus }) => buildStatus === null,
          120,
        );
        expect((await service.call('HEAD', `${DATASET}/build/${last.hash}/copc/cloud.copc.laz`)).status).toBe(200);
      } finally {
        await service.app.close();
        unmountDisk(builds);
        await rm(root, { recursive: true, force: true });
      }
    },
  );
});
