import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DatasetGrant } from '../access/index.ts';
import { readAudit, type AuditLine } from '../audit/index.ts';
import { fail } from '../errors/index.ts';
import type { TaskCaller } from './service.ts';
import { openTaskBench, type TaskBench } from './testing/task-bench.ts';

const MANAGER = { name: 'ann', address: '192.0.2.9' };

let bench: TaskBench;
let owner: Awaited<ReturnType<TaskBench['person']>>;
let dataset: DatasetGrant;
let subject: string;
beforeAll(async () => {
  bench = await openTaskBench({ settings: { MaxQueuedTasksPerUser: '1' } });
  owner = await bench.person();
  dataset = await bench.dataset(owner);
  subject = `${dataset.organization.slug}/${dataset.slug}`;
});
afterAll(() => bench[Symbol.asyncDispose]());

/** Lines that something wrote. */
async function linesOf(work: () => Promise<unknown>): Promise<readonly Omit<AuditLine, 'id' | 'at'>[]> {
  const newest = async () => (await readAudit(bench.db, { limit: 1 }))[0]?.id ?? 0;
  const before = await newest();
  await work();
  const lines = await readAudit(bench.db, { limit: 100 });
  return lines.filter(({ id }) => id > before).map(({ id: _, at: __, ...line }) => line);
}

it('is who started a task, with what, from where; and nothing of what was refused or was there already', async () => {
  let id = '';
  const start =
    (caller: TaskCaller, given: object = {}) =>
    async () =>
      void (id = (await bench.submit(dataset, caller, given)).task.id);
  const line = { action: 'task.start', subject, address: '127.0.0.1' };
  const own = await linesOf(start(owner, { force: false }));
  const details = { task: id, tool: 'reader', path: null };
  expect(own).toEqual([{ ...line, actor: owner.user.name, details }]);
  expect(await linesOf(start(owner, { force: false }))).toEqual([]);
  expect(await linesOf(() => expect(start(owner)()).rejects.toMatchObject({ code: 'throttled' }))).toEqual([]);
  await bench.platform.tasks.cancel(dataset, id, MANAGER);

  const scope = {
    tokenId: 'c0000000-0000-4000-8000-000000000001',
    kind: 'personal',
    readOnly: false,
    path: '',
  } as const;
  const byToken = await linesOf(start({ ...owner, user: { ...owner.user, scope } as TaskCaller['user'] }));
  expect(byToken).toMatchObject([{ actor: owner.user.name, details: { task: id, token: scope.tokenId } }]);
  await bench.platform.tasks.cancel(dataset, id, MANAGER);

  const byVisitor = await linesOf(start({ ...owner, user: undefined, address: '192.0.2.1' }));
  expect(byVisitor).toMatchObject([{ ...line, actor: 'a visitor', address: '192.0.2.1', details: { task: id } }]);
  await bench.platform.tasks.cancel(dataset, id, MANAGER);
});

it('is what was done with tasks, wherever the call was sent to', async () => {
  const { tasks } = bench.platform;
  await bench.platform.work();
  const line = (action: string, more: object = {}) => ({
    action,
    subject,
    actor: 'ann',
    address: MANAGER.address,
    details: expect.objectContaining(more) as object,
  });
  const ended = async (given: object, state: string): Promise<string> => {
    const { task } = await bench.submit(dataset, owner, given);
    await bench.until(dataset, task.id, state);
    return task.id;
  };
  bench.script.run = () => Promise.reject(fail('invalid-input', 'No such band.'));
  const failed = await ended({}, 'Failed');
  const about = { task: failed, tool: 'reader' };
  expect(await linesOf(() => tasks.retry(dataset, failed, MANAGER))).toEqual([line('task.retry', about)]);
  await bench.until(dataset, failed, 'Failed');
  expect(await linesOf(() => tasks.administration.retry(failed, MANAGER))).toEqual([line('task.retry', about)]);
  await bench.until(dataset, failed, 'Failed');
  expect(await linesOf(() => tasks.administration.cancel(failed, MANAGER))).toEqual([line('task.cancel', about)]);
  expect(await linesOf(() => tasks.cancel(dataset, failed, MANAGER))).toEqual([]);
  expect(await linesOf(() => tasks.remove(dataset, failed, MANAGER))).toEqual([line('task.delete', about)]);

  bench.script.run = async (task) => {
    await writeFile(join(task.folder, 'file'), 'x');
    await task.write('x.txt', join(task.folder, 'file'));
    return {};
  };
  const wrote = await ended({ toolId: 'writer' }, 'Succeeded');
  const undone = await linesOf(() => tasks.undo(dataset, wrote, owner, MANAGER));
  expect(undone).toEqual([line('task.undo', { task: wrote, tool: 'writer', files: 1 })]);
  const forgotten = await linesOf(() => tasks.administration.remove(wrote, MANAGER));
  expect(forgotten).toEqual([line('system.task-delete', { task: wrote, tool: 'writer' })]);
  const cleared = await linesOf(() => tasks.clear(dataset, { toolId: 'Reader' }, MANAGER));
  expect(cleared).toEqual([line('task.clear', { tasks: 3, tool: 'Reader' })]);
  expect(bench.faults).toEqual([]);
});
