import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../src/database/index.ts';
import { REMOVAL_TOOL } from '../../src/datasets/index.ts';
import { describeInRounds } from '../support/databases.ts';
import { FULL } from '../support/full.ts';
import { startProcess } from '../support/process.ts';
import { ADMIN, until } from '../support/service.ts';
import { placeDatabase } from '../support/test-database.ts';

/** So many that their removal takes a while, and a test can end the process within it. */
const FILES = FULL ? 60_000 : 15_000;
const BYTES = 1000;

/** What a dataset is made of besides its row. */
const TABLES = [
  ...(['entries', 'dataset_metadata', 'outputs', 'access_tokens', 'jobs', 'upload_batches'] as const),
  ...(['resumable_uploads', 'download_selections'] as const),
];

describeInRounds('a large dataset', (environment) => {
  let dataDir: string;
  let settings: Record<string, string>;
  const authorization = `Basic ${btoa(`${ADMIN.userName}:${ADMIN.password}`)}`;
  const dataset = randomUUID();

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'alidade-removal-'));
    const given = await environment();
    settings = { ...given, DATA_DIR: dataDir, DefaultAdmin__Password: ADMIN.password, BUILDS__CONCURRENCY: '0' };
    await placeDatabase(dataDir, given['DATABASE_URL']);
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  const inDatabase = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    const database = await openDatabase({ url: settings['DATABASE_URL'] || undefined, folder: dataDir });
    try {
      return await work(database.db);
    } finally {
      await database.close();
    }
  };
  const countRows = async (db: Database, table: (typeof TABLES)[number]): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where dataset_id = ${dataset}::uuid`.execute(db);
    return rows[0]!.count;
  };
  const ask = async (url: string, method: string, path: string, json?: object): Promise<Response> =>
    fetch(url + path, {
      method,
      headers: { authorization, ...(json ? { 'content-type': 'application/json' } : {}) },
      ...(json ? { body: JSON.stringify(json) } : {}),
    });
  const used = async (url: string): Promise<number> =>
    ((await (await ask(url, 'GET', '/users/storage')).json()) as { used: number }).used;

  it('is gone at once; its rows go in the background, also when the process ends in between', async () => {
    let service = await startProcess(settings);
    try {
      await service.end('SIGTERM');
      await inDatabase((db) => fill(db, dataset));
      service = await startProcess(settings);
      expect(await used(service.url)).toBe(FILES * BYTES);
      expect((await ask(service.url, 'GET', '/orgs/admin/ds/large/stamp')).status).toBe(200);
      expect(await readdir(join(dataDir, 'stamps'))).toEqual([dataset]);
      expect((await ask(service.url, 'HEAD', '/orgs/admin/ds/large/svc')).status).toBe(200);
      expect(await readdir(join(dataDir, 'indexes'))).toEqual([dataset]);
      await ask(service.url, 'POST', '/orgs/admin/ds', { slug: 'other' });

      const started = performance.now();
      expect((await ask(service.url, 'DELETE', '/orgs/admin/ds/large')).status).toBe(204);
      // A hundredth of that when nothing else is going on.
      expect(performance.now() - started).toBeLessThan(15_000);
      await service.end('SIGKILL');
      await inDatabase(async (db) => {
        expect(await countRows(db, 'entries')).toBeGreaterThan(0);
        // As when every attempt met a fault, or ended with its process: the queue does not try it again.
        await db.updateTable('jobs').set({ state: 'Failed' }).where('tool_id', '=', REMOVAL_TOOL).execute();
      });

      service = await startProcess(settings);
      expect((await ask(service.url, 'GET', '/orgs/admin/ds/large')).status).toBe(404);
      expect(await used(service.url)).toBe(0);
      expect((await ask(service.url, 'POST', '/orgs/admin/ds', { slug: 'large' })).status).toBe(201);
      expect(await (await ask(service.url, 'POST', '/orgs/admin/ds/large/list', {})).json()).toEqual([]);
      const { url } = service;
      const states = async (): Promise<string[]> => {
        const tasks = (await (await ask(url, 'GET', '/sys/tasks')).json()) as unknown;
        return [
          ...JSON.stringify(tasks).matchAll(/"dataset-removal"[^}]*?"(Succeeded|Failed|Processing|Enqueued)"/g),
        ].map(([, state]) => state!);
      };
      await until(states, (found) => found.includes('Succeeded'), 120);
      await service.end('SIGTERM');
      for (const kept of ['stamps', 'indexes']) expect(await readdir(join(dataDir, kept))).toEqual([]);
      await inDatabase(async (db) => {
        for (const table of TABLES) expect([table, await countRows(db, table)]).toEqual([table, 0]);
        expect((await sql`select from upload_batch_entries`.execute(db)).rows).toEqual([]);
        const left = await db.selectFrom('datasets').select('slug').orderBy('slug').execute();
        expect(left.map(({ slug }) => slug)).toEqual(['large', 'other']);
      });
    } finally {
      await service.end('SIGKILL');
    }
    // A server's queue finds out within half a minute that a process is dead.
  }, 300_000);
});

/** A dataset `admin/large` of many files, with some of everything that belongs to a dataset. */
async function fill(db: Database, id: string): Promise<void> {
  const { id: organization } = await db
    .selectFrom('organizations')
    .select('id')
    .where('slug', '=', 'admin')
    .executeTakeFirstOrThrow();
  const { id: user } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  await db
    .insertInto('datasets')
    .values({ id, organization_id: organization, slug: 'large', entry_count: FILES, size_bytes: FILES * BYTES })
    .execute();
  await sql`insert into entries (dataset_id, path, parent, hash, type, mtime, size, depth)
    select ${id}::uuid, n || '.bin', '', md5(n::text) || md5((-n)::text), 2, 0, ${BYTES}::bigint, 0
    from generate_series(1, ${FILES}::integer) n`.execute(db);
  await sql`insert into dataset_metadata (id, dataset_id, path, key, data)
    select gen_random_uuid(), ${id}::uuid, n || '.bin', 'note', '1' from generate_series(1, 5000) n`.execute(db);
  await sql`insert into jobs (id, dataset_id, tool_id, path, hash, state)
    select gen_random_uuid(), dataset_id, 'build', path, hash, 'Succeeded' from entries limit 5000`.execute(db);
  await sql`insert into outputs (dataset_id, hash, kind, version, size_bytes)
    select dataset_id, hash, 'cog', gen_random_uuid(), 1 from entries limit 100`.execute(db);
  await sql`insert into access_tokens (id, kind, user_id, name, secret_hash, dataset_id, read_only)
    values (gen_random_uuid(), 'link', ${user}::uuid, 'link', ${'0'.repeat(64)}, ${id}::uuid, true)`.execute(db);
  await sql`insert into upload_batches (id, dataset_id, token, user_name)
    select gen_random_uuid(), ${id}::uuid, 'batch ' || n, 'admin' from generate_series(1, 3) n`.execute(db);
  await sql`insert into upload_batch_entries (batch_id, path, hash, type, size)
    select upload_batches.id, path, hash, type, size from upload_batches, (select * from entries limit 1500) entry`.execute(
    db,
  );
  await sql`insert into resumable_uploads (id, dataset_id, user_id, path, size, metadata, conditions, expires_at)
    select gen_random_uuid(), ${id}::uuid, ${user}::uuid, 'u' || n, 1, '{}', '{}', now() + interval '1 day'
    from generate_series(1, 10) n`.execute(db);
  await sql`insert into download_selections (id, dataset_id, paths)
    select gen_random_uuid(), ${id}::uuid, '[]' from generate_series(1, 10)`.execute(db);
}
