import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { PgBoss, TestClock } from 'pg-boss';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '../database/index.ts';
import { ClaimLost, openJobQueue, type Attempt, type JobQueue } from './index.ts';
import { openTestDatabase } from '../../test/support/test-database.ts';
import { startPostgres, type TestPostgres } from '../../test/support/postgres.ts';

/** The session setting by which the statements of a connection tell the time of the test clock. */
const WITH_TEST_CLOCK = '?options=-c%20pgboss.test_clock%3Don';

/** An attempt that runs until the test ends it, whatever its signal says. */
interface Running {
  readonly attempt: Attempt;
  readonly end: (cause?: Error) => void;
}

let server: TestPostgres;
let url: string;
let made = 0;
let clock: TestClock;
/** The engine alone: what another process does to a job, piece by piece. */
let other: PgBoss;
let database: OpenDatabase;
let first: JobQueue;
let running: Running[];
const faults: unknown[] = [];

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

beforeEach(async () => {
  url = `${await server.createDatabase(`takeover_${(made += 1)}`)}${WITH_TEST_CLOCK}`;
  clock = new TestClock(Date.now());
  running = [];
  database = await openTestDatabase(tmpdir(), url);
  first = await open();
  other = new PgBoss({ connectionString: url, schema: 'queue', clock, supervise: false });
  await other.start();
});
afterEach(async () => {
  for (const { end } of running) end();
  await first.close();
  await other.stop({ graceful: false });
  await database.close();
  if (faults.length > 0) throw new AggregateError(faults.splice(0));
});

/** The clock of these tests passes 20 s in no time, in which no server has answered whether it still listens: that is asked anew. */
const isLate = (fault: unknown): boolean => String(fault).includes('LISTEN/NOTIFY heartbeat timed out');

const open = (): Promise<JobQueue> =>
  openJobQueue(database, ['test'], (fault) => isLate(fault) || faults.push(fault), clock);

const work = (queue: JobQueue): Promise<void> =>
  queue.work('test', 1, async (attempt) => {
    const ended = Promise.withResolvers<void>();
    const end = (cause?: Error): void => (cause === undefined ? ended.resolve() : ended.reject(cause));
    running.push({ attempt, end });
    await ended.promise;
  });

/** Lets time pass until something is so. */
async function passUntil(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const begin = performance.now(); !(await isSo());) {
    if (performance.now() - begin > 30_000) throw new Error('It never came to that');
    await clock.tick(1000);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const send = async (): Promise<string> => {
  const id = randomUUID();
  await database.db.transaction().execute((transaction) => first.send('test', id, transaction));
  return id;
};

/** A job that the first process has, but was not heard of in time: it waits for somebody to take it. */
async function losesItsJob(): Promise<{ id: string; lost: Running }> {
  await work(first);
  const id = await send();
  await passUntil(() => running.length === 1);
  await sql`update queue.job set heartbeat_on = queue.job_now() - interval '1 hour'`.execute(database.db);
  await other.supervise('test');
  expect(await first.state('test', id)).toBe('waiting');
  return { id, lost: running[0]! };
}

/** Another process takes the job. */
async function isTaken(id: string): Promise<void> {
  await clock.setTime(clock.now() + 6000);
  const [job] = await other.fetch<object>('test', { includeMetadata: true });
  expect([job?.id, job?.retryCount]).toEqual([id, 1]);
}

const row = async (id: string): Promise<{ state: string; retries: number; heard: Date }> => {
  const { rows } = await sql<{ state: string; retries: number; heard: Date }>`
    select state::text as state, retry_count as retries, heartbeat_on as heard
    from queue.job where id = ${id}::uuid`.execute(database.db);
  return rows[0]!;
};

const isLost = ({ attempt }: Running): boolean => attempt.signal.aborted;

it('a worker that lost its job keeps nobody waiting, and the job goes on when its new worker dies as well', async () => {
  const { id, lost } = await losesItsJob();
  await isTaken(id);
  await passUntil(() => isLost(lost));
  expect(lost.attempt.signal.reason).toBeInstanceOf(ClaimLost);
  lost.end(lost.attempt.signal.reason as Error);
  const { heard } = await row(id);
  const next = await send();
  await passUntil(() => running.length === 2);
  expect(running[1]!.attempt.id).toBe(next);
  await clock.tick(20_000);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await row(id)).toEqual({ state: 'active', retries: 1, heard });
  running[1]!.end();
  // The other one is heard of no more: it was killed.
  await passUntil(() => running.length === 3);
  expect(running[2]!.attempt).toMatchObject({ id, number: 3 });
});

it.each(['returns', 'throws'])('a worker that lost its job and %s has no say in what becomes of it', async (how) => {
  const { id, lost } = await losesItsJob();
  await isTaken(id);
  const taken = await row(id);
  // Before it has noticed.
  lost.end(how === 'throws' ? new Error('too late') : undefined);
  const next = await send();
  await passUntil(() => running.length === 2);
  expect(running[1]!.attempt.id).toBe(next);
  expect(await row(id)).toEqual(taken);
});

it('a worker that lost its job and stops leaves it to its new worker', async () => {
  const { id, lost } = await losesItsJob();
  const second = await open();
  await work(second);
  await passUntil(() => running.length === 2);
  const { attempt, end } = running[1]!;
  await passUntil(() => isLost(lost));
  lost.end(lost.attempt.signal.reason as Error);
  await first.close();
  expect([await row(id), attempt.number, attempt.signal.aborted]).toMatchObject([
    { state: 'active', retries: 1 },
    2,
    false,
  ]);
  end();
  await passUntil(async () => (await row(id)).state === 'completed');
  await second.close();
});

it('a worker that sleeps is told of a job at once, no matter who sends it', async () => {
  await work(first);
  // Time stands still: no look into the queue falls due.
  const second = await open();
  const id = randomUUID();
  await database.db.transaction().execute((transaction) => second.send('test', id, transaction));
  await expect.poll(() => running.map(({ attempt }) => attempt.id), { timeout: 20_000 }).toEqual([id]);
  await second.close();
});

it('a handler that does not end in time gives its job back when the process stops', async () => {
  await work(first);
  const id = await send();
  await passUntil(() => running.length === 1);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const closed = first.close();
  await vi.advanceTimersByTimeAsync(31_000);
  vi.useRealTimers();
  await closed;
  expect(await row(id)).toMatchObject({ state: 'retry', retries: 0 });
  running[0]!.end();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await row(id)).toMatchObject({ state: 'retry', retries: 0 });
});

it('H-3 what was sent before the clock was set back is taken at once, and once', async () => {
  const id = await send();
  await clock.setTime(clock.now() - 3_600_000);
  await work(first);
  await vi.waitFor(() => expect(running.map(({ attempt }) => attempt.id)).toEqual([id]), { timeout: 20_000 });
  await clock.setTime(clock.now() + 2 * 3_600_000);
  running[0]!.end();
  await vi.waitFor(async () => expect((await row(id)).state).toBe('completed'), { timeout: 20_000 });
  expect(running).toHaveLength(1);
});
