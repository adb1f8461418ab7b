import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BlobStore } from '../blobs/index.ts';
import { openDatabase, type Database, type OpenDatabase } from '../database/index.ts';
import type { Engine } from '../engine/index.ts';
import { EntryType } from '../formats/index.ts';
import type { Attempt, JobQueue, JobState } from '../jobs/index.ts';
import { createOutputFolders, type OutputFolders } from './output-folders.ts';
import { findOutput } from './output-store.ts';
import { settleLostJobs, startBuildWorker } from './worker.ts';

const HASH = 'a'.repeat(64);

let folder: string;
let database: OpenDatabase;
let db: Database;
let folders: OutputFolders;
const datasetId = randomUUID();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-worker-'));
  database = await openDatabase({ folder });
  db = database.db;
  folders = createOutputFolders(join(folder, 'builds'));
  const organization = { id: randomUUID(), slug: 'survey', name: 'Survey', description: null, is_public: false };
  await db
    .insertInto('organizations')
    .values({ ...organization, owner_id: null })
    .execute();
  await db.insertInto('datasets').values({ id: datasetId, organization_id: organization.id, slug: 'flight' }).execute();
  const entry = { dataset_id: datasetId, path: 'a.tif', parent: '', hash: HASH, type: EntryType.GeoRaster };
  const rest = { properties: null, mtime: 0, size: 1, depth: 0, point_geom: null, polygon_geom: null };
  await db
    .insertInto('entries')
    .values({ ...entry, ...rest })
    .execute();
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** An engine that finds a small raster in Paris, and converts it to nothing. */
const engine = {
  call: (name: string) =>
    Promise.resolve(
      name === 'raster-statistics'
        ? { bands: {} }
        : {
            width: 10,
            height: 10,
            bands: [{ type: 'Byte', colorInterp: 'Gray', nodata: null }],
            colorTable: null,
            hasMask: false,
            thematic: false,
            placement: { mercator: { minX: 261_000, minY: 6_250_000, maxX: 261_100, maxY: 6_250_100, resolution: 10 } },
          },
    ),
  run: () => Promise.resolve({ durationMs: 1, peakBytes: 1 }),
} as unknown as Engine;

async function enqueue(state = 'Enqueued'): Promise<string> {
  const id = randomUUID();
  const job = { id, dataset_id: datasetId, tool_id: 'build', path: 'a.tif', hash: HASH, user_id: null, state };
  await db
    .insertInto('jobs')
    .values({ ...job, progress: null, phase: null, error: null })
    .execute();
  return id;
}

/** Runs one attempt of a job as the queue would. */
async function attempt(id: string, parts: { db?: Database; folders?: OutputFolders; number?: number } = {}) {
  let handler: ((attempt: Attempt) => Promise<void>) | undefined;
  const queue = {
    work: (_queue: string, _concurrency: number, given: typeof handler) => {
      handler = given;
      return Promise.resolve();
    },
  } as unknown as JobQueue;
  const faults: unknown[] = [];
  await startBuildWorker({
    db: parts.db ?? db,
    queue,
    folders: parts.folders ?? folders,
    blobs: { locate: (hash: string) => join(folder, hash) } as BlobStore,
    engine,
    settings: { workers: 1, timeoutSeconds: 60, idleTimeoutSeconds: 60, minFreeDiskMB: 0 },
    dataDir: folder,
    onError: (fault) => faults.push(fault),
  });
  await handler!({ id, number: parts.number ?? 1, signal: new AbortController().signal });
}

const stateOf = async (id: string): Promise<string | undefined> =>
  (await db.selectFrom('jobs').select('state').where('id', '=', id).executeTakeFirst())?.state;
const servedVersion = async (): Promise<string | undefined> => (await findOutput(db, datasetId, HASH, 'cog'))?.version;
const storedVersions = (): Promise<string[]> => readdir(join(folder, 'builds', datasetId));

it('keeps the new output when the one it replaces cannot be removed', async () => {
  await attempt(await enqueue());
  const first = await servedVersion();
  const stubborn: OutputFolders = {
    ...folders,
    remove: (dataset, version) =>
      version === first ? Promise.reject(new Error('busy')) : folders.remove(dataset, version),
  };
  const id = await enqueue();
  await attempt(id, { folders: stubborn });
  expect(await stateOf(id)).toBe('Succeeded');
  const second = await servedVersion();
  expect(second).not.toBe(first);
  expect(await storedVersions()).toContain(second);
});

it('I-1 keeps an output that was named although the answer to the commit was lost', async () => {
  const losing = Object.assign(Object.create(db) as Database, {
    selectFrom: db.selectFrom.bind(db),
    updateTable: db.updateTable.bind(db),
    transaction: () => ({
      execute: async (work: (transaction: Database) => Promise<unknown>) => {
        await db.transaction().execute(work);
        throw new Error('Connection terminated');
      },
    }),
  });
  await attempt(await enqueue(), { db: losing }).catch(() => undefined);
  expect(await storedVersions()).toEqual([await servedVersion()]);
});

it('tries again what failed by a fault of its own, and gives up after the third time', async () => {
  const broken: OutputFolders = { ...folders, seal: () => Promise.reject(new Error('EIO')) };
  const id = await enqueue();
  for (const number of [1, 2]) {
    await expect(attempt(id, { folders: broken, number })).rejects.toThrow('EIO');
    expect(await stateOf(id)).toBe('Enqueued');
  }
  await attempt(id, { folders: broken, number: 3 });
  expect(await stateOf(id)).toBe('Failed');
  expect(await storedVersions()).toEqual([]);
});

it('H-1 settles jobs that the queue has given up, and leaves those that run or wait', async () => {
  const lost = await enqueue('Processing');
  const queueSays = (state: JobState): JobQueue => ({ state: () => Promise.resolve(state) }) as unknown as JobQueue;
  await settleLostJobs({ db, queue: queueSays('active') });
  await settleLostJobs({ db, queue: queueSays('waiting') });
  expect(await stateOf(lost)).toBe('Processing');
  await settleLostJobs({ db, queue: queueSays('failed') });
  expect(await stateOf(lost)).toBe('Failed');
  const waiting = await enqueue();
  await settleLostJobs({ db, queue: queueSays('failed') });
  expect(await stateOf(waiting)).toBe('Enqueued');
});
