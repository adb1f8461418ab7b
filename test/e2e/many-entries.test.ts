import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BlobStore } from '../../src/blobs/index.ts';
import {
  createBuildQueue,
  createBuilds,
  createMarkers,
  createOutputFolders,
  outputsOf,
} from '../../src/builds/index.ts';
import type { OpenDatabase } from '../../src/database/index.ts';
import { createQuota } from '../../src/accounts/index.ts';
import { createObjects, type Objects } from '../../src/datasets/objects/service.ts';
import type { Engine } from '../../src/engine/index.ts';
import { EntryType } from '../../src/inspection/index.ts';
import type { JobQueue } from '../../src/jobs/index.ts';
import { describeOnOneDatabase } from '../support/databases.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { inspectorOf } from '../../src/kinds/testing/inspect-file.ts';
import { allKinds } from '../../src/kinds/index.ts';

/** More than a statement takes parameters. */
const FILES = 100_001;
const JOBS = 2000;

describeOnOneDatabase('a folder of many rasters', (environment) => {
  let folder: string;
  let database: OpenDatabase;
  let objects: Objects;
  const dataset = { id: randomUUID() };
  const cancelled: string[] = [];
  const queue = {
    cancel: (_queue: string, ids: readonly string[]) => {
      cancelled.push(...ids);
      return Promise.reject(new Error('The database is away for a moment'));
    },
  } as unknown as JobQueue;
  const faults: unknown[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'alidade-many-'));
    const { DATABASE_URL: url } = await environment();
    database = await openTestDatabase(folder, url);
    const { db, changes } = database;
    const organization = { id: randomUUID(), slug: 'survey', name: 'Survey', description: null, is_public: false };
    await db
      .insertInto('organizations')
      .values({ ...organization, owner_id: null })
      .execute();
    await db
      .insertInto('datasets')
      .values({ ...dataset, organization_id: organization.id, slug: 'many', entry_count: FILES, size_bytes: FILES })
      .execute();
    await sql`insert into entries (dataset_id, path, parent, hash, type, mtime, size, depth)
      select ${dataset.id}::uuid, 'all/' || n || '.tif', 'all', md5(n::text) || md5((-n)::text), ${EntryType.GeoRaster}::smallint, 0, 1, 1
      from generate_series(1, ${FILES - 1}::integer) n
      union all select ${dataset.id}::uuid, 'all', '', null, ${EntryType.Directory}::smallint, 0, 0, 0`.execute(db);
    await sql`insert into jobs (id, dataset_id, tool_id, path, hash, state)
      select gen_random_uuid(), dataset_id, 'build', path, hash, 'Enqueued' from entries
      where hash is not null order by path limit ${JOBS}::integer`.execute(db);
    const folders = createOutputFolders(join(folder, 'builds'));
    const builds = createBuilds({
      db,
      queue,
      buildQueue: createBuildQueue(queue, outputsOf(allKinds.outputs)),
      folders,
      outputs: outputsOf(allKinds.outputs),
      changes,
      markers: createMarkers(join(folder, 'builds')),
      onError: (fault) => faults.push(fault),
    });
    objects = createObjects({
      db,
      blobs: {} as BlobStore,
      inspector: inspectorOf({} as Engine),
      observer: builds.observer,
      quota: createQuota(false),
      reinspection: { note: () => Promise.resolve(), refresh: () => Promise.resolve() },
    });
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('G-6 is listed page by page with its build states, and deleted as one', async () => {
    const listed: { path: string; buildStatus: string | null }[] = [];
    for (let after: string | undefined = undefined, asked = 0; asked < 11; asked += 1) {
      const { json, next } = await objects.list(dataset, 'all', { after, limit: 10_000 });
      let text = '';
      for await (const piece of typeof json === 'string' ? [json] : json) text += piece;
      const page = JSON.parse(text) as typeof listed;
      // As the database writes it, it is what one entry is shown as.
      expect(page[0]).toEqual(await objects.get(dataset, page[0]!.path));
      listed.push(...page);
      if (next === undefined) break;
      after = next;
    }
    expect(new Set(listed.map(({ path }) => path)).size).toBe(FILES - 1);
    expect(listed).toHaveLength(FILES - 1);
    expect(new Set(listed.map(({ buildStatus }) => buildStatus))).toEqual(new Set(['queued']));
    await objects.remove(dataset, 'all');
    expect((await objects.list(dataset, undefined)).json).toBe('[]');
    // Committed already: that the queue could not be told is no failure of the request.
    expect(cancelled).toHaveLength(JOBS);
    expect(faults.length).toBeGreaterThan(0);
    const states = await database.db.selectFrom('jobs').select('state').distinct().execute();
    expect(states).toEqual([{ state: 'Deleted' }]);
  });
});
