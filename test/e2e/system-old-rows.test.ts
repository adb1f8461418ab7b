import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type OpenDatabase } from '../../src/database/index.ts';
import { describeOnOneDatabase } from '../support/databases.ts';
import { startService, type TestService } from '../support/service.ts';

describeOnOneDatabase('system, on rows of long ago', (environment) => {
  let service: TestService;
  let database: OpenDatabase;

  // The embedded database serves one process only, so the rows are made before the service starts.
  const prepare = async (folder: string, url: string): Promise<void> => {
    const first = await startService({ DATABASE_URL: url, DATA_DIR: folder });
    for (const slug of ['old-empty', 'young-empty', 'was-public', 'odd'])
      await first.call('POST', '/orgs/admin/ds', { json: { slug } });
    await first.app.close();
    database = await openDatabase({ url: url || undefined, folder });
    const { db } = database;
    const long = new Date(Date.now() - 100 * 86_400_000);
    const id = async (slug: string): Promise<string> =>
      (await db.selectFrom('datasets').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id;
    await db
      .updateTable('datasets')
      .set({ changed_at: long })
      .where('slug', 'in', ['old-empty', 'was-public', 'odd'])
      .execute();
    await db.updateTable('datasets').set({ entry_count: 1 }).where('slug', 'in', ['was-public', 'odd']).execute();
    const meta = (dataset_id: string, key: string, data: unknown) =>
      db
        .insertInto('dataset_metadata')
        .values({ id: randomUUID(), dataset_id, path: '', key, data: JSON.stringify(data) })
        .execute();
    await meta(await id('was-public'), 'public', true);
    await meta(await id('odd'), 'visibility', 2);
    const job = { tool_id: 'build', dataset_id: await id('odd'), log: '', created_at: long };
    const rows = [
      { ...job, id: randomUUID(), state: 'Succeeded', succeeded_at: long },
      { ...job, id: randomUUID(), state: 'Enqueued' },
      { ...job, id: randomUUID(), state: 'Failed', failed_at: new Date() },
    ];
    for (const row of rows) await db.insertInto('jobs').values(row).execute();
    await database.close();
  };

  beforeAll(async () => {
    const { DATABASE_URL: url } = await environment();
    const folder = await mkdtemp(join(tmpdir(), 'alidade-system-'));
    await prepare(folder, url);
    service = await startService({ DATABASE_URL: url, DATA_DIR: folder });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const post = async (path: string): Promise<unknown> => (await service.call('POST', path, { json: {} })).json();
  const log = async (action: string): Promise<unknown[]> => {
    const page = (await (await service.call('GET', `/sys/audit?action=${action}`)).json()) as {
      items: { subject: string; details: object }[];
    };
    return page.items.map(({ subject, details }) => [subject, details]);
  };

  it('removes datasets that are empty for a day, and no younger ones', async () => {
    expect(await post('/sys/cleanupdatasets')).toEqual({ removedDatasets: ['old-empty'], removeDatasetErrors: [] });
    const left = (await (await service.call('GET', '/orgs/admin/ds')).json()) as { slug: string }[];
    expect(left.map(({ slug }) => slug)).toEqual(['odd', 'was-public', 'young-empty']);
    expect(await post('/sys/cleanupdatasets')).toEqual({ removedDatasets: [], removeDatasetErrors: [] });
    expect(await log('dataset.delete')).toEqual([['admin/old-empty', { for: 'clean-up' }]]);
  });

  it('brings old metadata in line with the visibility, once', async () => {
    expect(await post('/sys/migratevisibility')).toEqual([
      { organizationSlug: 'admin', datasetSlug: 'odd', isPublic: null, visibility: 0 },
      { organizationSlug: 'admin', datasetSlug: 'was-public', isPublic: true, visibility: 1 },
    ]);
    expect(await post('/sys/migratevisibility')).toEqual([]);
    expect(await log('dataset.visibility')).toEqual([['admin/was-public', { from: 0, to: 1 }]]);
    expect(await log('system.migrate')).toEqual([
      ['visibility', { datasets: 0 }],
      ['visibility', { datasets: 2 }],
    ]);
    for (const [slug, data] of [
      ['was-public', 1],
      ['odd', 0],
    ])
      expect(await (await service.call('GET', `/orgs/admin/ds/${slug}/ex`)).json()).toMatchObject({
        properties: { meta: { visibility: { data } } },
      });
    expect((await service.call('GET', '/orgs/admin/ds/was-public', { token: null })).status).toBe(200);
    expect((await service.call('GET', '/orgs/admin/ds/odd', { token: null })).status).toBe(401);
  });

  it('removes records of jobs that ended long ago, and of no others', async () => {
    expect(await post('/sys/cleanup-jobindices?retentionDays=101')).toEqual({ deletedCount: 0, retentionDays: 101 });
    expect(await post('/sys/cleanup-jobindices')).toEqual({ deletedCount: 1, retentionDays: 60 });
  });
});
