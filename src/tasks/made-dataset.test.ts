import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeOnOneDatabase } from '../../test/support/databases.ts';
import type { DatasetGrant } from '../access/index.ts';
import { createAccessTokens, createLinkProofs } from '../accounts/index.ts';
import { fail } from '../errors/index.ts';
import { openTaskBench, type ScriptedTask, type TaskBench } from './testing/task-bench.ts';

const ACTOR = { name: 'ann' };

describeOnOneDatabase('tasks that make a dataset', (environment) => {
  let bench: TaskBench;
  let owner: Awaited<ReturnType<TaskBench['person']>>;
  let dataset: DatasetGrant;
  /** Called in the midst of a task, after it has written. */
  let midst: (task: ScriptedTask) => Promise<void>;

  beforeAll(async () => {
    bench = await openTaskBench({ url: (await environment())['DATABASE_URL'] });
    bench.script.run = async (task) => {
      for (const path of ['map/a.txt', 'b.txt']) {
        const file = join(task.folder, 'file');
        await writeFile(file, `bytes of ${path}`);
        await task.write(path, file);
      }
      await midst(task);
      return {};
    };
    await bench.platform.work();
  });
  afterAll(() => bench[Symbol.asyncDispose]());
  beforeEach(async () => {
    owner = await bench.person();
    dataset = await bench.dataset(owner);
    bench.script.makes = { organization: null, slug: 'map', visibility: 1 };
    midst = () => Promise.resolve();
  });

  const submit = (force = false) => bench.submit(dataset, owner, { toolId: 'writer', force });
  const made = async (): Promise<{ readonly id: string; readonly visibility: number } | undefined> =>
    bench.db
      .selectFrom('datasets')
      .select(['id', 'visibility'])
      .where('organization_id', '=', dataset.organization.id)
      .where('slug', '=', 'map')
      .executeTakeFirst();
  const running = async (): Promise<number> => (await bench.leftovers()).batches;
  const undo = (id: string, by = owner) => bench.platform.tasks.undo(dataset, id, by, ACTOR);

  it('show it with all that is in it when they have succeeded, not before, and take it away by undo', async () => {
    const seen: unknown[] = [];
    midst = async () => void seen.push(await made(), await running());
    const { task } = await submit();
    expect(await bench.until(dataset, task.id, 'Succeeded', 'Failed')).toMatchObject({
      state: 'Succeeded',
      written: 2,
    });
    expect(seen).toEqual([undefined, 1]);
    const { id, visibility } = (await made())!;
    expect(visibility).toBe(1);
    expect(await bench.paths({ id })).toEqual(['b.txt', 'map', 'map/a.txt']);
    expect(await bench.paths(dataset)).toEqual([]);
    const names = await bench.db.selectFrom('dataset_metadata').select('data').where('dataset_id', '=', id).execute();
    expect(names.map(({ data }) => data)).toContain('map');
    const audit = await bench.db
      .selectFrom('audit_log')
      .select(['action', 'actor_name as by'])
      .where('subject', '=', `${dataset.organization.slug}/map`)
      .execute();
    expect(audit).toEqual([{ action: 'dataset.create', by: (owner.user as { name?: string }).name }]);
    // The same wish is answered with it, while it is there.
    const same = await submit();
    expect([same.deduplicated, same.task.id]).toEqual([true, task.id]);
    await expect(submit(true)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/map already/),
    });
    expect(await undo(task.id)).toBe(2);
    expect(await made()).toBeUndefined();
    await expect(undo(task.id)).rejects.toMatchObject({ code: 'not-found' });
    midst = () => Promise.resolve();
    const again = await submit();
    expect(again.deduplicated).toBe(false);
    await bench.until(dataset, again.task.id, 'Succeeded');
    expect(await made()).toBeDefined();
  });

  it('leave in it by undo what others put there', async () => {
    bench.script.makes = null;
    await bench.until(dataset, (await submit()).task.id, 'Succeeded');
    bench.script.makes = { organization: null, slug: 'map', visibility: 0 };
    const { task } = await submit(true);
    await bench.until(dataset, task.id, 'Succeeded');
    const { id } = (await made())!;
    await bench.db
      .updateTable('entries')
      .set({ hash: 'f'.repeat(64) })
      .where('dataset_id', '=', id)
      .where('path', '=', 'b.txt')
      .execute();
    expect(await undo(task.id)).toBe(1);
    expect(await bench.paths({ id })).toEqual(['b.txt', 'map']);
    // The same bytes at the same path in the dataset of the task are none of what it wrote.
    expect(await bench.paths(dataset)).toEqual(['b.txt', 'map', 'map/a.txt']);
  });

  it('leave nothing when they are cancelled, fail, or find it there at their end', async () => {
    const began = Promise.withResolvers<void>();
    midst = ({ signal }) =>
      new Promise((_, reject) => {
        began.resolve();
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const cancelled = await submit();
    await began.promise;
    await bench.platform.tasks.cancel(dataset, cancelled.task.id, ACTOR);
    await expect.poll(running, { timeout: 20_000 }).toBe(0);
    expect(await made()).toBeUndefined();

    midst = async () => {
      await bench.db
        .insertInto('datasets')
        .values({ id: crypto.randomUUID(), organization_id: dataset.organization.id, slug: 'map' })
        .execute();
    };
    const late = await submit();
    expect(await bench.until(dataset, late.task.id, 'Succeeded', 'Failed')).toMatchObject({ errorType: 'Conflict' });
    expect(await bench.paths({ id: (await made())!.id })).toEqual([]);
    expect(await running()).toBe(0);
  });

  it('are bound by the quota of the owner of the organization, at their end as well', async () => {
    midst = async () => {
      await bench.db.updateTable('users').set({ storage_quota: 10 }).where('id', '=', owner.user.id).execute();
    };
    const { task } = await submit();
    expect(await bench.until(dataset, task.id, 'Succeeded', 'Failed')).toMatchObject({ errorType: 'QuotaExceeded' });
    expect([await made(), await running()]).toEqual([undefined, 0]);
  });

  it('need the right to make one there, when they are sent and when they end', async () => {
    const other = await bench.dataset(await bench.person());
    const to = (organization: string | null, slug = 'map') => {
      bench.script.makes = { organization, slug, visibility: 0 };
      return submit();
    };
    await expect(to(other.organization.slug)).rejects.toMatchObject({ code: 'invalid-input' });
    await bench.db
      .updateTable('organizations')
      .set({ is_public: true })
      .where('id', '=', other.organization.id)
      .execute();
    await expect(to(other.organization.slug)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(to(null, 'No Slug')).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(to(null, dataset.slug)).rejects.toMatchObject({ code: 'conflict' });
    const scope = { tokenId: 't', kind: 'personal', readOnly: false, datasetId: dataset.id, path: '' } as const;
    const narrow = { ...owner, user: { ...owner.user!, scope } };
    bench.script.makes = { organization: null, slug: 'map', visibility: 0 };
    await expect(bench.submit(dataset, narrow as never, { toolId: 'writer' })).rejects.toMatchObject({
      code: 'forbidden',
    });

    // Nor may a task that failed be tried again with such a token.
    midst = () => Promise.reject(fail('invalid-input', 'Not this time.'));
    const { task: failed } = await to(null);
    await bench.until(dataset, failed.id, 'Failed');
    midst = () => Promise.resolve();
    const wish = {
      kind: 'personal',
      name: 'narrow',
      readOnly: false,
      expiresAt: null,
      datasetId: dataset.id,
    } as const;
    const { id: token } = await createAccessTokens(bench.db, createLinkProofs('secret')).create(
      owner.user!,
      wish,
      ACTOR,
    );
    await bench.platform.tasks.retry(dataset, failed.id, { ...ACTOR, token });
    expect(await bench.until(dataset, failed.id, 'Succeeded', 'Failed')).toMatchObject({ errorType: 'Forbidden' });

    // Into another organization of his; when the task ends it is his no more.
    const second = await bench.dataset(owner);
    midst = async () => {
      await bench.db
        .updateTable('organizations')
        .set({ owner_id: null, is_public: true })
        .where('id', '=', second.organization.id)
        .execute();
    };
    const { task } = await to(second.organization.slug);
    expect(await bench.until(dataset, task.id, 'Succeeded', 'Failed')).toMatchObject({ errorType: 'Forbidden' });
    expect(await running()).toBe(0);
  });
});
