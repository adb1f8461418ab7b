import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '../database/index.ts';
import {
  createOperations,
  openJobQueue,
  OPERATION_QUEUES,
  startOperationWorker,
  type JobQueue,
  type OperationContext,
  type Operations,
} from './index.ts';
import { openTestDatabase } from '../../test/support/test-database.ts';

class ServiceError extends Error {
  override readonly name = 'ServiceError';
}

let folder: string;
let database: OpenDatabase;
let queue: JobQueue;
let operations: Operations;
let settleLost: () => Promise<void>;
const faults: unknown[] = [];
const flaky = { attempts: 0 };
const transfers = Promise.withResolvers<void>();
const onlyOne = Promise.withResolvers<void>();
const never = new AbortController().signal;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-operations-'));
  database = await openTestDatabase(folder);
  queue = await openJobQueue(database, OPERATION_QUEUES, (error) => faults.push(error));
  operations = createOperations(database.db, queue);
  ({ settleLost } = await startOperationWorker({
    db: database.db,
    queue,
    onError: (error) => faults.push(error),
    operations: {
      double: async ({ input, report }: OperationContext) => {
        report(50, 'half way');
        return { doubled: (input as { value: number }).value * 2 };
      },
      refuse: () => Promise.reject(new ServiceError('The source is not there.')),
      'import-slowly': async ({ signal }) => {
        await Promise.race([transfers.promise, once(signal, 'abort')]);
        return {};
      },
      'import-once': async () => {
        await onlyOne.promise;
        return {};
      },
      flaky: async () => {
        flaky.attempts += 1;
        if (flaky.attempts === 1) throw new Error('secret detail');
        return {};
      },
    },
  }));
});
afterAll(async () => {
  await queue.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const run = async (toolId: string, input: object = {}) => {
  const id = await database.db.transaction().execute((t) => operations.start(t, toolId, input, null));
  return operations.wait(id, AbortSignal.timeout(30_000));
};

it('runs an operation and keeps what it answered', async () => {
  const row = await run('double', { value: 21 });
  expect(row).toMatchObject({
    toolId: 'double',
    state: 'Succeeded',
    result: { doubled: 42 },
    progress: 100,
    error: null,
  });
  expect(row.finishedAt!.getTime()).toBeGreaterThanOrEqual(row.startedAt!.getTime());
  expect(await operations.find(row.id)).toEqual(row);
});

it('exists only when its transaction commits', async () => {
  let id = '';
  const undone = database.db.transaction().execute(async (transaction) => {
    id = await operations.start(transaction, 'double', {}, null);
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  expect(await operations.find(id)).toBeUndefined();
  expect(await operations.find('no id')).toBeUndefined();
});

it('ends with the text of a refusal at once', async () => {
  expect(await run('refuse')).toMatchObject({ state: 'Failed', error: 'The source is not there.', result: null });
  expect(faults).toEqual([]);
});

it('tries a fault again, and tells it to the log alone', async () => {
  expect(await run('flaky')).toMatchObject({ state: 'Succeeded', error: null });
  expect(flaky.attempts).toBe(2);
  expect(faults.splice(0)).toMatchObject([{ message: 'secret detail' }]);
});

it('imports that take long hold up no other operation', async () => {
  const imports = await database.db
    .transaction()
    .execute((t) => Promise.all([1, 2, 3, 4].map(() => operations.start(t, 'import-slowly', {}, null))));
  expect(await run('double', { value: 2 })).toMatchObject({ result: { doubled: 4 } });
  transfers.resolve();
  for (const id of imports) expect(await operations.wait(id, never)).toMatchObject({ state: 'Succeeded' });
});

it('stops waiting when its caller leaves', async () => {
  const id = await database.db.transaction().execute((t) => operations.start(t, 'double', { value: 1 }, null));
  await expect(operations.wait(id, AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
  expect(await operations.wait(id, never)).toMatchObject({ state: 'Succeeded' });
});

it('starts one of its kind while another has not ended', async () => {
  const start = () => database.db.transaction().execute((t) => operations.startOnce(t, 'import-once', {}, null));
  const ids = await Promise.all([start(), start(), start()]);
  expect(new Set(ids).size).toBe(1);
  onlyOne.resolve();
  expect(await operations.wait(ids[0]!, never)).toMatchObject({ state: 'Succeeded' });
  expect(await start()).not.toBe(ids[0]);
});

it('settles what the queue has given up', async () => {
  const lost = await run('double', { value: 1 });
  await database.db.updateTable('jobs').set({ state: 'Processing' }).where('id', '=', lost.id).execute();
  // The outcome stands before the queue knows that it is done with the job.
  await vi.waitFor(async () => {
    await settleLost();
    expect(await operations.find(lost.id)).toMatchObject({ state: 'Failed' });
  });
});
