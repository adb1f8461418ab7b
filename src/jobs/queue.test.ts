import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { TestClock, type Clock } from 'pg-boss';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OpenDatabase } from '../database/index.ts';
import { ClaimLost, openJobQueue, type Attempt, type JobQueue, type Places } from './index.ts';
import { openTestDatabase } from '../../test/support/test-database.ts';

let folder: string;
let database: OpenDatabase;
let queue: JobQueue;

const open = (clock?: Clock): Promise<JobQueue> =>
  openJobQueue(
    database,
    ['test'],
    (error) => {
      throw error;
    },
    clock,
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-jobs-'));
  database = await openTestDatabase(folder);
});
beforeEach(async () => {
  queue = await open();
});
afterEach(async () => {
  await queue.close();
  await sql`delete from queue.job`.execute(database.db);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const send = async (count: number): Promise<string[]> => {
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const id of ids) await database.db.transaction().execute((transaction) => queue.send('test', id, transaction));
  return ids;
};

it('sends a job exactly when its transaction commits', async () => {
  const id = randomUUID();
  const undone = database.db.transaction().execute(async (transaction) => {
    await queue.send('test', id, transaction);
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  expect(await queue.state('test', id)).toBe('unknown');
  const [sent] = await send(1);
  expect(await queue.state('test', sent!)).toBe('waiting');
});

it('runs jobs that waited one after another without a pause, and each once', async () => {
  const ids = await send(10);
  const ran: string[] = [];
  const begin = performance.now();
  await new Promise<void>((resolve, reject) => {
    queue
      .work('test', 1, async ({ id }) => {
        ran.push(id);
        if (ran.length === ids.length) resolve();
      })
      .catch(reject);
  });
  expect(ran.toSorted()).toEqual(ids.toSorted());
  // Were each found by polling, ten would take 45 s; else it is half a second, on a busy machine some.
  expect(performance.now() - begin).toBeLessThan(20_000);
});

it('tries again what threw, and cancels what waits or runs', async () => {
  const [failing, waiting] = (await send(2)) as [string, string];
  await queue.cancel('test', [waiting]);
  const attempts: Attempt[] = [];
  await new Promise<void>((resolve, reject) => {
    queue
      .work('test', 1, async (attempt) => {
        attempts.push(attempt);
        if (attempts.length === 1) throw new Error('first attempt');
        resolve();
      })
      .catch(reject);
  });
  expect(attempts.map(({ id, number }) => [id, number])).toEqual([
    [failing, 1],
    [failing, 2],
  ]);
  expect(await queue.state('test', waiting)).toBe('ended');
});

it('gives a job that was running when the process ended to the next one', async () => {
  const [id] = await send(1);
  const started = Promise.withResolvers<AbortSignal>();
  await queue.work('test', 1, async ({ signal }) => {
    started.resolve(signal);
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  });
  await started.promise;
  expect(await queue.state('test', id!)).toBe('active');
  await queue.close();
  expect((await started.promise).aborted).toBe(true);
  queue = await open();
  const again = Promise.withResolvers<number>();
  await queue.work('test', 1, async ({ number }) => again.resolve(number));
  expect(await again.promise).toBe(2);
});

it('H-7 fires the signal of a running attempt when its job is cancelled', async () => {
  const [id] = await send(1);
  const begun = Promise.withResolvers<AbortSignal>();
  await queue.work('test', 1, async ({ signal }) => {
    begun.resolve(signal);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    signal.throwIfAborted();
  });
  const signal = await begun.promise;
  expect([signal.aborted, await queue.state('test', id!)]).toEqual([false, 'active']);
  await queue.cancel('test', [id!]);
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  expect(await queue.state('test', id!)).toBe('ended');
});

it.each(['returns', 'throws'])('leaves a job to the worker that took it over, when its own attempt %s', async (how) => {
  const [id] = (await send(1)) as [string];
  const told: unknown[] = [];
  const ran: string[] = [];
  await queue.work('test', 1, async (attempt) => {
    ran.push(attempt.id);
    if (attempt.id !== id) return;
    await sql`update queue.job set retry_count = retry_count + 1 where id = ${id}`.execute(database.db);
    await new Promise((resolve) => attempt.signal.addEventListener('abort', resolve));
    told.push(attempt.signal.reason);
    if (how === 'throws') throw attempt.signal.reason;
  });
  await expect.poll(() => told.length, { timeout: 30_000 }).toBe(1);
  expect(told[0]).toBeInstanceOf(ClaimLost);
  const [next] = (await send(1)) as [string];
  await expect.poll(() => ran, { timeout: 30_000 }).toEqual([id, next]);
  // Told its end after the first one's, had that been told.
  await expect.poll(() => queue.state('test', next), { timeout: 30_000 }).toBe('ended');
  expect(await queue.state('test', id)).toBe('active');
});

it('tells a worker that sleeps of a job at once', async () => {
  await queue.close();
  // Time stands still: no look into the queue falls due.
  queue = await open(new TestClock(Date.now()));
  const ran: string[] = [];
  await queue.work('test', 1, async ({ id }) => void ran.push(id));
  const first = await send(1);
  await expect.poll(() => ran, { timeout: 30_000 }).toEqual(first);
  const ids = await send(2);
  await expect.poll(() => ran, { timeout: 30_000 }).toEqual([...first, ...ids]);
});

it('takes jobs in the order of their turns, and of the queues that are open', async () => {
  const other = 'other';
  await queue.close();
  queue = await openJobQueue(database, ['test', other], (error) => {
    throw error;
  });
  const [second, first, third] = [randomUUID(), randomUUID(), randomUUID()];
  const ofOther: string[] = [randomUUID(), randomUUID()];
  await database.db.transaction().execute(async (transaction) => {
    await queue.send('test', [second, first, third], transaction, { turns: [1, 0, 2] });
    await queue.send(other, ofOther, transaction);
  });
  const started: string[] = [];
  const ended: string[] = [];
  let most = 0;
  const ends = new Map<string, () => void>();
  // Two at a time, one of each queue.
  const places: Places = (those) => ['test', other].filter((name) => !those.includes(name));
  await queue.workTogether(['test', other], places, async ({ id }) => {
    started.push(id);
    most = Math.max(most, started.length - ended.length);
    await new Promise<void>((resolve) => ends.set(id, resolve));
    ended.push(id);
  });
  /** The job that starts when this one of those that run ends. */
  const nextAfter = async (id: string): Promise<string | undefined> => {
    const before = started.length;
    ends.get(id)!();
    await expect.poll(() => started.length, { timeout: 30_000 }).toBe(before + 1);
    return started.at(-1);
  };
  await expect.poll(() => started.length, { timeout: 30_000 }).toBe(2);
  expect(started[0]).toBe(first);
  expect(ofOther).toContain(started[1]);
  // The second one of the other queue waits for the first one of its own only.
  expect(ofOther).toContain(await nextAfter(started[1]!));
  expect(await nextAfter(first)).toBe(second);
  expect(await nextAfter(second)).toBe(third);
  expect(started.filter((id) => ofOther.includes(id)).sort()).toEqual(ofOther.sort());
  expect(ended).toEqual([started[1], first, second]);
  expect(most).toBe(2);
  ends.forEach((end) => end());
});
