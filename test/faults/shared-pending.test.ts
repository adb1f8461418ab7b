import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { expect, it } from 'vitest';
import { PENDING_QUEUE } from '../../src/builds/index.ts';
import { findControls } from '../../src/builds/pending/controls-store.ts';
import { holdCoordination } from '../../src/builds/pending/coordination.ts';
import { type Database, openDatabase } from '../../src/database/index.ts';
import { pointShapefile } from '../support/point-shapefile.ts';
import { startPostgres } from '../support/postgres.ts';
import { basic, startProcess, startWorker, type WorkerProcess } from '../support/process.ts';
import { form, until } from '../support/service.ts';

const HEADERS = basic('secret123');
const DATASET = '/orgs/admin/ds/shared';
const PATHS = ['0.shp', '1.shp'];
/** Controls of an older form: the sixth run comes next. */
const LEGACY = { coordinatorId: '11111111-2222-4333-8444-555555555555', epoch: 3, attempt: 5 };

/** Lets the time pass until the next run of a chain. */
async function makeDue(db: Database, jobId: string): Promise<void> {
  await sql`update pending_builds set last_attempt = last_attempt - interval '1 hour'`.execute(db);
  await sql`update queue.job set start_after = now() where id = ${jobId}::uuid`.execute(db);
}

/** Lets the time pass until the queue takes a job from a process that is not heard of any more. */
async function missHeartbeat(url: string, db: Database, jobId: string): Promise<void> {
  await sql`update queue.job set heartbeat_on = heartbeat_on - interval '1 minute' where id = ${jobId}::uuid`.execute(
    db,
  );
  const boss = new PgBoss({ connectionString: url, schema: 'queue', supervise: false, monitorIntervalSeconds: 1 });
  await boss.start();
  const isLost = async (): Promise<boolean> => {
    await boss.supervise(PENDING_QUEUE);
    return (await boss.getJobById(PENDING_QUEUE, jobId))?.state === 'retry';
  };
  await until(isLost, Boolean);
  await boss.stop({ graceful: false });
}

it(
  'H-2 processes share one coordinator and one budget, also when one is killed in a run: nothing is attempted twice',
  { timeout: 300_000 },
  async () => {
    const server = await startPostgres();
    const dataDir = await mkdtemp(join(tmpdir(), 'alidade-pending-'));
    const url = await server.createDatabase('shared');
    const environment = { DATA_DIR: dataDir, DATABASE_URL: url, DefaultAdmin__Password: 'secret123' };
    const { db, close } = await openDatabase({ folder: dataDir, url });
    const builder = (): WorkerProcess => startWorker({ ...environment, BUILDS__CONCURRENCY: '1' });
    const processes: WorkerProcess[] = [];
    try {
      const api = await startProcess({ ...environment, BUILDS__CONCURRENCY: '0' });
      processes.push(api);
      await fetch(`${api.url}/orgs/admin/ds`, { method: 'POST', headers: HEADERS, body: form({ slug: 'shared' }) });
      for (const [index, path] of PATHS.entries()) {
        const body = form({ path, file: pointShapefile([[index, 46]]).shp });
        expect((await fetch(`${api.url}${DATASET}/obj`, { method: 'POST', headers: HEADERS, body })).status).toBe(201);
      }
      const { id } = await db
        .selectFrom('datasets')
        .select('id')
        .where('slug', '=', 'shared')
        .executeTakeFirstOrThrow();
      const controls = async () => (await findControls(db, id))!;
      const attempted = async (runs: number): Promise<void> => {
        const waiting = () =>
          db.selectFrom('jobs').select(['path', 'outcome']).where('tool_id', '=', 'build').execute();
        const jobs = await until(waiting, (all) => all.every(({ outcome }) => outcome !== null));
        const each = PATHS.map((path) => jobs.filter((job) => job.path === path).map(({ outcome }) => outcome));
        expect(each).toEqual(PATHS.map(() => Array<string>(runs).fill('deferred')));
      };
      const folder = join(dataDir, 'pending-cache/admin');
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'shared.json'), JSON.stringify(LEGACY));

      // What is built first may begin retries: the controls are taken over before.
      const first = builder();
      processes.push(first);
      const waiting = () => db.selectFrom('pending_builds').select('path').execute();
      await until(waiting, ({ length }) => length === PATHS.length);
      await attempted(1);
      const sixth = await controls();
      expect([sixth, await readdir(folder)]).toMatchObject([{ ...LEGACY, attempt: 6 }, ['shared.json.imported']]);

      const builders = () => db.selectFrom('processes').select('id').where('workers', '>', 0).execute();
      const [killed] = await builders();
      await db.transaction().execute(async (transaction) => {
        await holdCoordination(transaction, id);
        await makeDue(db, sixth.jobId!);
        const taken = async () =>
          sql`select from queue.job where id = ${sixth.jobId}::uuid and state = 'active'`.execute(db);
        await until(taken, ({ rows }) => rows.length === 1);
        processes.push(builder(), builder());
        await first.end('SIGKILL');
      });
      await missHeartbeat(url, db, sixth.jobId!);
      await attempted(1);
      expect(await controls()).toEqual(sixth);
      await makeDue(db, sixth.jobId!);
      const seventh = await until(controls, ({ attempt }) => attempt > 6);
      await attempted(2);

      // Now there are two who may take it.
      await until(builders, (all) => all.filter(({ id: one }) => one !== killed!.id).length === 2);
      await makeDue(db, seventh.jobId!);
      await until(controls, ({ attempt }) => attempt > 7);
      await attempted(3);
      expect(await controls()).toMatchObject({ ...LEGACY, attempt: 8, state: 'scheduled' });
      const runs = await db.selectFrom('jobs').select('state').where('tool_id', '=', PENDING_QUEUE).execute();
      expect(runs.map(({ state }) => state).toSorted()).toEqual(['Scheduled', 'Succeeded', 'Succeeded']);
    } finally {
      for (const one of processes) await one.end('SIGTERM');
      await close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
