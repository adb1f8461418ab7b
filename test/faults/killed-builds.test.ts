import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createMarkers } from '../../src/builds/index.ts';
import { mendPending } from '../../src/builds/pending/mend.ts';
import { type Database, openDatabase } from '../../src/database/index.ts';
import { listProcesses } from '../../src/engine/process-tree.ts';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { placeEmbeddedDatabase } from '../support/embedded-template.ts';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { pointShape } from '../support/point-shape.ts';
import { basic, type ServiceProcess, startProcess, startWorker, type WorkerProcess } from '../support/process.ts';
import { form, until } from '../support/service.ts';

/** All 50 kills during 200 builds take six minutes of two cores; a tenth of that looks at the same places. */
const ALL = process.env['ALIDADE_FAULTS'] === 'all';
/** Rasters, on each of the two databases, and shapefiles without an index, which wait for it. */
const BUILDS = ALL ? 100 : 16;
const WAITING = ALL ? 10 : 4;
const KILLS = ALL ? 25 : 5;
const DATASET = '/orgs/admin/ds/killed';
const HEADERS = basic('secret123');

interface Listed {
  readonly path: string;
  readonly hash: string;
  readonly buildStatus: string | null;
  readonly buildError: string | null;
}

/** The same delays and victims every time. */
function seededNumbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Downloads what is built, again and again, and looks whether it can be opened: every pixel of it. */
function startReader(url: () => string): { stop(): Promise<number> } {
  let running = true;
  let opened = 0;
  const random = seededNumbers(7);
  const look = async (): Promise<void> => {
    const files = (await fetchJson(`${url()}${DATASET}/list`)) as Listed[];
    for (const { hash } of [...files].sort(() => random() - 0.5).slice(0, 3)) {
      const answer = await fetch(`${url()}${DATASET}/build/${hash}/cog/cog.tif`, { headers: HEADERS });
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (answer.status === 404) continue;
      expect(answer.status).toBe(200);
      expect(bytes.length).toBe(Number(answer.headers.get('content-length')));
      await sharp(bytes).stats();
      opened += 1;
    }
  };
  const done = (async () => {
    while (running) {
      await look().catch((error: unknown) => {
        // The service was killed while it answered.
        if (!(error instanceof TypeError)) throw error;
      });
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  })();
  // Told when it is stopped; meanwhile it is no unhandled one.
  done.catch(() => undefined);
  return {
    async stop() {
      running = false;
      await done;
      return opened;
    },
  };
}

async function fetchJson(url: string): Promise<unknown> {
  const answer = await fetch(url, { headers: HEADERS });
  expect([url, answer.status]).toEqual([url, 200]);
  return answer.json();
}

/** Kills one of the processes that a service started: a child that reads files, a program, the watchdog. */
async function killChildOf(parent: number | undefined, random: () => number): Promise<boolean> {
  const children = (await listProcesses()).filter((row) => row.parent === parent && !row.zombie);
  const victim = children[Math.floor(random() * children.length)];
  if (victim === undefined) return false;
  try {
    process.kill(victim.pid, 'SIGKILL');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false; // It ended by itself a moment ago.
    throw error;
  }
}

describeOnEveryDatabase('kill -9 during builds', (database) => {
  it(
    `H-1 H-2 loses no build, makes none twice and serves nothing half-done through ${KILLS} kills of whatever is there`,
    { timeout: 900_000 },
    async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'alidade-kill-'));
      const onServer = await database();
      const url = onServer['DATABASE_URL'];
      if (url === undefined) await placeEmbeddedDatabase(dataDir);
      const environment = { ...onServer, DATA_DIR: dataDir, DefaultAdmin__Password: 'secret123', LOG_LEVEL: 'error' };
      // With a server the API builds nothing: a worker does.
      const startApi = (): Promise<ServiceProcess> =>
        startProcess({ ...environment, BUILDS__WORKERS: url === undefined ? '2' : '0' });
      const startBuilder = (): WorkerProcess | undefined =>
        url === undefined ? undefined : startWorker({ ...environment, BUILDS__WORKERS: '2' });
      const random = seededNumbers(20);
      const killed = { api: 0, worker: 0, child: 0 };
      let api = await startApi();
      let worker = startBuilder();
      try {
        const hashes = await upload(api.url);
        const reader = startReader(() => api.url);
        for (let kills = 0; kills < KILLS; kills = killed.api + killed.worker + killed.child) {
          await new Promise((resolve) => setTimeout(resolve, 100 + random() * 1400));
          if (kills % 3 === 0) {
            await api.end('SIGKILL');
            killed.api += 1;
            api = await startApi();
          } else if (kills % 3 === 1 && worker !== undefined) {
            await worker.end('SIGKILL');
            killed.worker += 1;
            worker = startBuilder();
          } else if (await killChildOf(worker?.child.pid ?? api.child.pid, random)) killed.child += 1;
        }
        // What a killed process held comes back when its heartbeat has been missed.
        const files = await until(
          () => fetchJson(`${api.url}${DATASET}/list?pageSize=1000`) as Promise<Listed[]>,
          (all) => all.every(({ buildStatus }) => [null, 'failed', 'pending'].includes(buildStatus)),
          400,
        );
        expect(await reader.stop()).toBeGreaterThan(ALL ? 10 : 2);
        expect(new Map(files.map(({ path, hash }) => [path, hash]))).toEqual(hashes);
        // Only what was killed again and again failed, or what was read when the reader was killed, and says so.
        const failed = files.filter(({ buildStatus }) => buildStatus === 'failed');
        for (const { buildError } of failed)
          expect(buildError).toMatch(/The service failed while building|ended unexpectedly/);
        expect(failed.length).toBeLessThanOrEqual(killed.child);
        for (const { path, hash, buildStatus } of files)
          if (isRaster(path)) await expectServed(api.url, hash, buildStatus === null);
      } finally {
        expect(await worker?.end('SIGTERM')).toBe(worker === undefined ? undefined : 0);
        expect(await api.end('SIGTERM')).toBe(0);
      }
      await expectSettled(dataDir, url);
      await rm(dataDir, { recursive: true, force: true });
    },
  );
});

/** @returns the hashes of the small rasters it uploads, by path */
async function upload(url: string): Promise<ReadonlyMap<string, string>> {
  await fetch(`${url}/orgs/admin/ds`, { method: 'POST', headers: HEADERS, body: form({ slug: 'killed' }) });
  const hashes = new Map<string, string>();
  const raster = quadrantOrthophoto(24);
  const shapes = Array.from({ length: WAITING }, (_, index) => [`${index}.shp`, pointShape(index).shp] as const);
  const rasters = Array.from(
    { length: BUILDS },
    (_, index) => [`${index}.tif`, Buffer.concat([raster, Buffer.from(`killed ${index}`)])] as const,
  );
  for (const [path, file] of [...shapes, ...rasters]) {
    const body = form({ path, file });
    const { status } = await fetch(`${url}${DATASET}/obj`, { method: 'POST', headers: HEADERS, body });
    expect([path, status]).toEqual([path, 201]);
    hashes.set(path, createHash('sha256').update(file).digest('hex'));
  }
  return hashes;
}

const isRaster = (path: string | null): boolean => path?.endsWith('.tif') ?? false;

async function expectServed(url: string, hash: string, isBuilt: boolean): Promise<void> {
  const answer = await fetch(`${url}${DATASET}/build/${hash}/cog/cog.tif`, { headers: HEADERS });
  expect([hash, answer.status]).toEqual([hash, isBuilt ? 200 : 404]);
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (isBuilt) await sharp(bytes).stats();
}

/** Of each raster one job that has ended and at most one output; what waits has a row and a marker that agree. */
async function expectSettled(dataDir: string, url: string | undefined): Promise<void> {
  const { db, close } = await openDatabase({ folder: dataDir, url });
  try {
    const all = await db.selectFrom('jobs').select(['path', 'state', 'hash']).where('tool_id', '=', 'build').execute();
    const jobs = all.filter(({ path }) => isRaster(path));
    expect(jobs).toHaveLength(BUILDS);
    expect(new Set(jobs.map(({ path }) => path)).size).toBe(BUILDS);
    expect(jobs.filter(({ state }) => state !== 'Succeeded' && state !== 'Failed')).toEqual([]);
    const outputs = await db.selectFrom('outputs').select(['hash', 'kind']).execute();
    const built = jobs.filter(({ state }) => state === 'Succeeded').map(({ hash }) => `${hash} cog`);
    expect(outputs.map(({ hash, kind }) => `${hash} ${kind}`).sort(byText)).toEqual(built.sort(byText));
    await expectMarkers(db, dataDir);
  } finally {
    await close();
  }
}

/** After the sweep, which mends what a kill left between the row and its file. */
async function expectMarkers(db: Database, dataDir: string): Promise<void> {
  const markers = createMarkers(join(dataDir, 'builds'));
  const rows = await db.selectFrom('pending_builds').select(['dataset_id', 'path', 'hash']).execute();
  const datasetId = rows[0]?.dataset_id ?? '';
  expect(rows.length).toBeGreaterThan(WAITING / 2);
  await mendPending(datasetId, { db, markers, now: Date.now });
  const found: string[] = [];
  for await (const piece of markers.pieces(datasetId))
    found.push(...piece.map(({ path, hash }) => `${hash} ${path ?? ''}`));
  expect(found.sort(byText)).toEqual(rows.map(({ path, hash }) => `${hash} ${path}`).sort(byText));
}

const byText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
