import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { BlobStore } from '../../blobs/index.ts';
import { LockLost, type Database, type OpenDatabase, type SessionLocks } from '../../database/index.ts';
import { EngineError, type Engine } from '../../engine/index.ts';
import { EntryType } from '../../inspection/index.ts';
import { ClaimLost, type Attempt, type JobQueue, type JobState, type Places } from '../../jobs/index.ts';
import { createOutputFolders, type OutputFolders } from '../output-folders.ts';
import { findOutput } from '../output-store.ts';
import { insertBuildJobs } from '../jobs/asked-jobs.ts';
import { createBuildQueue } from '../jobs/build-queue.ts';
import { findJob, findJobLog, setJobState } from '../jobs/job-store.ts';
import { settleLostJobs } from '../jobs/lost-jobs.ts';
import { outputsOf } from '../outputs/index.ts';
import { assemblePending } from '../pending/index.ts';
import { scriptedOutput, type Script } from '../testing/scripted-output.ts';
import { buildPlaces } from './places.ts';
import { startBuildWorker } from './worker.ts';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { inspectorOf } from '../../kinds/testing/inspect-file.ts';

const HASH = 'a'.repeat(64);

let folder: string;
let database: OpenDatabase;
let db: Database;
let folders: OutputFolders;
let datasetId: string;

const organization = { id: randomUUID(), slug: 'survey', name: 'Survey', description: null, is_public: false };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-worker-'));
  database = await openTestDatabase(folder);
  db = database.db;
  folders = createOutputFolders(join(folder, 'builds'));
  await writeFile(join(folder, HASH), 'II*');
  await db
    .insertInto('organizations')
    .values({ ...organization, owner_id: null })
    .execute();
});
beforeEach(async () => {
  datasetId = randomUUID();
  await db.insertInto('datasets').values({ id: datasetId, organization_id: organization.id, slug: 'flight' }).execute();
  const entry = { dataset_id: datasetId, path: 'a.tif', parent: '', hash: HASH, type: EntryType.GeoRaster };
  const rest = { properties: null, mtime: 0, size: 1, depth: 0, point_geom: null, polygon_geom: null };
  await db
    .insertInto('entries')
    .values({ ...entry, ...rest })
    .execute();
});
afterEach(async () => {
  for (const table of ['jobs', 'datasets'] as const) await db.deleteFrom(table).execute();
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function enqueue(state = 'Enqueued'): Promise<string> {
  const id = randomUUID();
  const job = {
    id,
    dataset_id: datasetId,
    tool_id: 'build',
    path: 'a.tif',
    hash: HASH,
    user_id: null,
    state,
    forced: true,
  };
  await db
    .insertInto('jobs')
    .values({ ...job, progress: null, phase: null, error: null })
    .execute();
  return id;
}

/** Runs one attempt of a job as the queue would. */
async function attempt(
  id: string,
  parts: {
    db?: Database;
    locks?: SessionLocks;
    folders?: OutputFolders;
    number?: number;
    signal?: AbortSignal;
    timeoutSeconds?: number;
    script?: Script;
    /** Script of an output that is made before. */
    first?: Script;
  } = {},
) {
  let handler: ((attempt: Attempt) => Promise<void>) | undefined;
  const queue = {
    send: () => Promise.resolve(),
    workTogether: (_queues: readonly string[], _places: Places, given: typeof handler) => {
      handler = given;
      return Promise.resolve();
    },
  } as unknown as JobQueue;
  const faults: unknown[] = [];
  const onError = (fault: unknown): void => void faults.push(fault);
  const pending = assemblePending({
    db: parts.db ?? db,
    queue,
    buildQueue: createBuildQueue(queue, outputsOf([])),
    locks: database.locks,
    now: Date.now,
    onError,
    outputs: outputsOf([]),
    folder: join(folder, 'builds'),
    legacyFolder: join(folder, 'pending-cache'),
  });
  await startBuildWorker({
    db: parts.db ?? db,
    queue,
    places: buildPlaces({ concurrency: 1, memoryBytes: 0 }),
    folders: parts.folders ?? folders,
    blobs: { locate: (hash: string) => join(folder, hash) } as BlobStore,
    engine: {} as Engine,
    inspector: inspectorOf({} as Engine),
    settings: {
      timeoutSeconds: parts.timeoutSeconds ?? 60,
      idleTimeoutSeconds: 60,
      minFreeDiskMB: 0,
      compressModels: true,
    },
    folder: join(folder, 'builds'),
    locks: parts.locks ?? database.locks,
    outputs: outputsOf([
      ...(parts.first === undefined ? [] : [scriptedOutput(new Map([['a.tif', parts.first]]), [], true)]),
      scriptedOutput(parts.script === undefined ? new Map() : new Map([['a.tif', parts.script]]), []),
    ]),
    settle: pending.settle,
    observer: { written: () => Promise.resolve() },
    pauseMs: 20,
    onError,
  });
  await handler!({ id, number: parts.number ?? 1, signal: parts.signal ?? new AbortController().signal });
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

it('tries again what failed by a fault of its own, whatever restarts came before, and gives up after the third time', async () => {
  const broken: OutputFolders = { ...folders, seal: () => Promise.reject(new Error('EIO')) };
  const id = await enqueue();
  for (const number of [8, 12]) {
    await expect(attempt(id, { folders: broken, number })).rejects.toThrow('EIO');
    expect(await stateOf(id)).toBe('Enqueued');
  }
  await attempt(id, { folders: broken, number: 15 });
  expect(await stateOf(id)).toBe('Failed');
  expect(await storedVersions()).toEqual([]);
});

it('hands outputs the settings that they go by', async () => {
  const handed: unknown[] = [];
  await attempt(await enqueue(), { script: ({ settings }) => void handed.push(settings?.compressModels) });
  expect(handed).toEqual([true]);
});

it('waits as long as the engine is busy, which is no fault', async () => {
  let attempts = 0;
  const id = await enqueue();
  await attempt(id, {
    script: () => {
      attempts += 1;
      if (attempts < 8) throw new EngineError('busy', 'Too much is being read.');
    },
  });
  expect([await stateOf(id), attempts]).toEqual(['Succeeded', 8]);
});

it('waits for the lock of an attempt from before, whose job it is now', async () => {
  const lock = (await database.locks.tryTake(`build ${datasetId} ${HASH}:`))!;
  const id = await enqueue('Processing');
  const running = attempt(id);
  await expect.poll(async () => (await findJobLog(db, datasetId, id)) ?? '').toContain('Another process');
  expect(await stateOf(id)).toBe('Processing');
  await lock.release();
  await running;
  expect(await db.selectFrom('jobs').select(['state', 'outcome']).execute()).toEqual([
    { state: 'Succeeded', outcome: 'built' },
  ]);
});

it('writes no state of a job that another worker has by then', async () => {
  const claim = new AbortController();
  const id = await enqueue();
  const running = attempt(id, {
    signal: claim.signal,
    script: () => {
      claim.abort(new ClaimLost('given away'));
      throw new Error('ended');
    },
  });
  await expect(running).rejects.toThrow('given away');
  expect(await stateOf(id)).toBe('Processing');
});

it('ends an attempt when the time for all its outputs together is over', async () => {
  const id = await enqueue();
  await attempt(id, {
    timeoutSeconds: 1,
    script: ({ signal }) =>
      new Promise((resolve, reject) => {
        // Time enough for each of them, and too little for both.
        setTimeout(resolve, 900);
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
    first: () => new Promise((resolve) => setTimeout(resolve, 600)),
  });
  expect(await db.selectFrom('jobs').select(['state', 'outcome', 'error']).execute()).toEqual([
    { state: 'Failed', outcome: 'timeout', error: 'The build took longer than 1 seconds and was ended.' },
  ]);
});

it('builds once more what was asked for while it was built', async () => {
  const id = await enqueue();
  await attempt(id, {
    script: async () => {
      for (const forced of [false, true])
        await insertBuildJobs(db, [
          {
            id: randomUUID(),
            datasetId,
            path: 'a.tif',
            hash: HASH,
            companions: '',
            userId: null,
            forced,
            buildClass: 'light',
            turn: 0,
          },
        ]);
    },
  });
  const waiting = db.selectFrom('jobs').select(['state', 'forced', 'asked_again']).where('id', '!=', id);
  expect(await waiting.execute()).toEqual([{ state: 'Enqueued', forced: true, asked_again: false }]);
  expect(await stateOf(id)).toBe('Succeeded');
});

it('builds once what was asked for while an attempt ran that was cut off', async () => {
  const id = await enqueue('Processing');
  await db.updateTable('jobs').set({ asked_again: true }).where('id', '=', id).execute();
  await attempt(id, { number: 2 });
  const jobs = await db.selectFrom('jobs').select(['id', 'state', 'outcome']).execute();
  expect(jobs).toEqual([{ id, state: 'Succeeded', outcome: 'built' }]);
});

it('puts back a job whose lock was lost, however often, and counts it as no fault', async () => {
  const id = await enqueue();
  for (let time = 1; time <= 5; time += 1) {
    const lost = new AbortController();
    const losing: SessionLocks = {
      ...database.locks,
      tryTake: () => Promise.resolve({ lost: lost.signal, release: () => Promise.resolve() }),
    };
    const running = attempt(id, {
      locks: losing,
      script: ({ signal }) => {
        lost.abort(new LockLost('The connection was lost'));
        signal.throwIfAborted();
      },
    });
    await expect(running).rejects.toBeInstanceOf(LockLost);
    expect(await db.selectFrom('jobs').select(['state', 'faults']).execute()).toEqual([
      { state: 'Enqueued', faults: 0 },
    ]);
  }
});

it('forces what waits already when somebody asks for that', async () => {
  const ask = (forced: boolean): Promise<string[]> =>
    insertBuildJobs(db, [
      {
        id: randomUUID(),
        datasetId,
        path: 'a.tif',
        hash: HASH,
        companions: '',
        userId: null,
        forced,
        buildClass: 'light',
        turn: 0,
      },
    ]);
  const [id] = await ask(false);
  expect([await ask(false), (await findJob(db, id!))?.forced]).toEqual([[], false]);
  expect([await ask(true), (await findJob(db, id!))?.forced]).toEqual([[], true]);
});

it('H-1 settles jobs that the queue has given up, sends those it lost again, and leaves those that run or wait', async () => {
  const sent: string[] = [];
  const later = Date.now() + 120_000;
  const given: unknown[] = [];
  const settle = (state: JobState, now = later): Promise<void> =>
    settleLostJobs({
      db,
      now,
      settle: (job, outcome, log) =>
        Promise.resolve(void given.push([job.id, outcome.kind === 'failed' && outcome.reason, log])),
      queue: {
        states: (ids) => Promise.resolve(new Map(state === 'unknown' ? [] : ids.map((id) => [id, state]))),
        sendAgain: async (at, { id }) => {
          sent.push(id);
          await setJobState(at, id, 'Enqueued');
        },
      },
    });
  const job = await enqueue('Processing');
  await settle('active');
  await settle('waiting');
  await settle('failed', Date.now());
  expect(await stateOf(job)).toBe('Processing');
  await settle('unknown');
  expect([await stateOf(job), sent]).toEqual(['Enqueued', [job]]);
  await db.updateTable('jobs').set({ log: 'Begun.' }).where('id', '=', job).execute();
  await settle('failed');
  expect(given).toEqual([[job, 'fault', expect.stringMatching(/^Begun\.\n\S+ Every attempt ended/)]]);
});
