import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createMarkers, outputsOf } from '../../src/builds/index.ts';
import { allKinds } from '../../src/kinds/index.ts';
import { reconcilePending } from '../../src/builds/pending/reconcile.ts';
import { type Database, openDatabase } from '../../src/database/index.ts';
import { listProcesses } from '../../src/engine/process-tree.ts';
import { witnessBuilds, witnessedBuilds } from '../support/build-witness.ts';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { placeEmbeddedDatabase } from '../support/embedded-template.ts';
import { inFull, rounds } from '../support/full.ts';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { pointShapefile } from '../support/point-shapefile.ts';
import { basic, type ServiceProcess, startProcess, startWorker, type WorkerProcess } from '../support/process.ts';
import { form, until } from '../support/service.ts';

/** Rasters, on each of the two databases, and shapefiles without an index, which wait for it. */
const BUILDS = 100;
const WAITING = 10;
const KILLS = rounds(25);
const DATASET = '/orgs/admin/ds/killed';
const HEADERS = basic('secret123');

interface Listed {
  readonly path: string;
  readonly hash: string;
  readonly buildStatus: string | null;
  readonly buildError: string | null;
}

interface Reader {
  /** How often it opened something. */
  count(): number;
  /** @returns the means of what it opened. @throws what it met that was not whole */
  stop(): Promise<string[]>;
}

/** The same delays and victims every time. */
function seededNumbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** The means of the channels, for which every pixel is read. */
async function meansOf(bytes: Buffer): Promise<string> {
  return (await sharp(bytes).stats()).channels.map(({ mean }) => mean.toFixed(3)).join(' ');
}

/**
 * Downloads what is built, again and again, and looks whether it can be opened: every pixel of it.
 *
 * @param isKilled whether an answer of this process may be cut short
 */
function startReader(api: () => ServiceProcess, isKilled: (service: ServiceProcess) => boolean): Reader {
  let running = true;
  const opened: string[] = [];
  const random = seededNumbers(7);
  const look = async (url: string): Promise<void> => {
    const files = (await fetchJson(`${url}${DATASET}/list`)) as Listed[];
    for (const { hash } of [...files].sort(() => random() - 0.5).slice(0, 3)) {
      const answer = await fetch(`${url}${DATASET}/build/${hash}/cog/cog.tif`, { headers: HEADERS });
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (answer.status === 404) continue;
      expect(answer.status).toBe(200);
      expect(bytes.length).toBe(Number(answer.headers.get('content-length')));
      opened.push(await meansOf(bytes));
    }
  };
  const done = (async () => {
    while (running) {
      const asked = api();
      await look(asked.url).catch((error: unknown) => {
        // What `fetch` throws for a connection, or a body, that ends too early.
        if (!(error instanceof TypeError && isKilled(asked))) throw error;
      });
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  })();
  // Told when it is stopped; meanwhile it is no unhandled one.
  done.catch(() => undefined);
  return {
    count: () => opened.length,
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

const isRun = inFull('50 kills during 200 builds take six minutes');

describeOnEveryDatabase('kill -9 during builds', (database) => {
  it.runIf(isRun)(
    `H-1 H-2 loses no build, makes none twice and serves nothing half-done through ${KILLS} kills of whatever is there`,
    { timeout: 1_800_000 },
    async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'alidade-kill-'));
      const onServer = await database();
      const url = onServer.DATABASE_URL || undefined;
      if (url === undefined) await placeEmbeddedDatabase(dataDir);
      const environment = { ...onServer, DATA_DIR: dataDir, DefaultAdmin__Password: 'secret123', LOG_LEVEL: 'error' };
      // With a server the API builds nothing: a worker does.
      const startApi = (): Promise<ServiceProcess> =>
        startProcess({ ...environment, BUILDS__CONCURRENCY: url === undefined ? '2' : '0' });
      const startBuilder = (): WorkerProcess | undefined =>
        url === undefined ? undefined : startWorker({ ...environment, BUILDS__CONCURRENCY: '2' });
      const random = seededNumbers(20);
      const killed = { api: 0, worker: 0, child: 0 };
      const killedApis = new Set<ServiceProcess>();
      await inDatabase(dataDir, url, witnessBuilds);
      let api = await startApi();
      let worker = startBuilder();
      let waiting: string[] = [];
      try {
        const hashes = await upload(api.url);
        const reader = startReader(
          () => api,
          (service) => killedApis.has(service),
        );
        for (let kills = 0; kills < KILLS; kills = killed.api + killed.worker + killed.child) {
          await new Promise((resolve) => setTimeout(resolve, 100 + random() * 1400));
          if (kills % 3 === 0) {
            killedApis.add(api);
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
          1200,
        );
        // On a busy machine most is built only at the end, and little of it was there to be opened before.
        await until(
          () => Promise.resolve(reader.count()),
          (count) => count > 10,
        );
        const opened = await reader.stop();
        expect(new Map(files.map(({ path, hash }) => [path, hash]))).toEqual(hashes);
        // Only what was killed again and again failed, and says so.
        const failed = files.filter(({ buildStatus }) => buildStatus === 'failed');
        for (const { buildError } of failed) expect(buildError).toMatch(/The service failed while building/);
        expect(failed.length).toBeLessThanOrEqual(killed.child);
        for (const { path, hash, buildStatus } of files)
          if (isRaster(path)) opened.push(...(await expectServed(api.url, hash, buildStatus === null)));
        // All are the same picture.
        expect(new Set(opened).size).toBe(1);
        const shapes = files.filter(({ path }) => !isRaster(path));
        expect(shapes.filter(({ buildStatus }) => buildStatus === null)).toEqual([]);
        waiting = shapes.filter(({ buildStatus }) => buildStatus === 'pending').map(({ path }) => path);
      } finally {
        expect(await worker?.end('SIGTERM')).toBe(worker === undefined ? undefined : 0);
        expect(await api.end('SIGTERM')).toBe(0);
      }
      await inDatabase(dataDir, url, (db) => expectSettled(db, dataDir, waiting));
      await rm(dataDir, { recursive: true, force: true });
    },
  );
});

/** @returns the hashes of the small files it uploads, by path */
async function upload(url: string): Promise<ReadonlyMap<string, string>> {
  await fetch(`${url}/orgs/admin/ds`, { method: 'POST', headers: HEADERS, body: form({ slug: 'killed' }) });
  const hashes = new Map<string, string>();
  const raster = quadrantOrthophoto(24);
  const shapes = Array.from(
    { length: WAITING },
    (_, index) => [`${index}.shp`, pointShapefile([[index, 46]]).shp] as const,
  );
  const rasters = Array.from(
    { length: BUILDS },
    (_, index) => [`${index}.tif`, Buffer.concat([raster, Buffer.from(`killed ${index}`)])] as const,
  );
  // In between, so that they are looked at while there is killing.
  const step = BUILDS / WAITING;
  const mixed = rasters.flatMap((file, index) => (index % step === 0 ? [file, shapes[index / step]!] : [file]));
  for (const [path, file] of mixed) {
    const body = form({ path, file });
    const { status } = await fetch(`${url}${DATASET}/obj`, { method: 'POST', headers: HEADERS, body });
    expect([path, status]).toEqual([path, 201]);
    hashes.set(path, createHash('sha256').update(file).digest('hex'));
  }
  return hashes;
}

const isRaster = (path: string | null): boolean => path?.endsWith('.tif') ?? false;

/** @returns the means of what it is served, if it is built */
async function expectServed(url: string, hash: string, isBuilt: boolean): Promise<string[]> {
  const answer = await fetch(`${url}${DATASET}/build/${hash}/cog/cog.tif`, { headers: HEADERS });
  expect([hash, answer.status]).toEqual([hash, isBuilt ? 200 : 404]);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return isBuilt ? [await meansOf(bytes)] : [];
}

async function inDatabase(
  folder: string,
  url: string | undefined,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const { db, close } = await openDatabase({ folder, url });
  try {
    await work(db);
  } finally {
    await close();
  }
}

/** Each raster has one job that has ended and at most one output, made once; what waits has a row and a marker that agree. */
async function expectSettled(db: Database, dataDir: string, waiting: readonly string[]): Promise<void> {
  const all = await db.selectFrom('jobs').select(['path', 'state', 'hash']).where('tool_id', '=', 'build').execute();
  expect(all.filter(({ state }) => state !== 'Succeeded' && state !== 'Failed')).toEqual([]);
  const jobs = all.filter(({ path }) => isRaster(path));
  expect(jobs).toHaveLength(BUILDS);
  expect(new Set(jobs.map(({ path }) => path)).size).toBe(BUILDS);
  const built = jobs.filter(({ state }) => state === 'Succeeded').map(({ hash }) => `${hash} cog`);
  const outputs = await db.selectFrom('outputs').select(['hash', 'kind']).execute();
  expect(outputs.map(({ hash, kind }) => `${hash} ${kind}`).sort(byText)).toEqual(built.sort(byText));
  const { named, attempts } = await witnessedBuilds(db);
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(built.map((output) => [output, 1])));
  // A kill cuts short what runs, two builds at most.
  const made = [...attempts].reduce((sum, [path, times]) => sum + (isRaster(path) ? times : 0), 0);
  expect(made - BUILDS).toBeLessThanOrEqual(2 * KILLS);
  await expectMarkers(db, dataDir, waiting);
}

/** After the sweep, which reconciles what a kill left between the row and its file. */
async function expectMarkers(db: Database, dataDir: string, waiting: readonly string[]): Promise<void> {
  const markers = createMarkers(join(dataDir, 'builds'));
  const rows = await db.selectFrom('pending_builds').select(['dataset_id', 'path', 'hash']).execute();
  expect(rows.map(({ path }) => path).sort(byText)).toEqual([...waiting].sort(byText));
  const datasetId = rows[0]?.dataset_id ?? '';
  await reconcilePending(datasetId, { db, markers, outputs: outputsOf(allKinds.outputs), now: Date.now });
  const found: string[] = [];
  for await (const piece of markers.pieces(datasetId))
    found.push(...piece.map(({ path, hash }) => `${hash} ${path ?? ''}`));
  expect(found.sort(byText)).toEqual(rows.map(({ path, hash }) => `${hash} ${path}`).sort(byText));
}

const byText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
