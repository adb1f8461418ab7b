import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fillEntries } from '../../bench/support/many-entries.ts';
import type { BlobStore } from '../../src/blobs/index.ts';
import { createQuota } from '../../src/accounts/index.ts';
import type { OpenDatabase } from '../../src/database/index.ts';
import { createObjects, type Objects } from '../../src/datasets/objects/service.ts';
import type { Engine } from '../../src/engine/index.ts';
import { describeOnOneDatabase } from '../support/databases.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { inspectorOf } from '../../src/kinds/testing/inspect-file.ts';

/** Some steps of a tree, with folders of less and of more than one. */
const FILES = 5000;
const FOLDER = 2400;
const ROWS = FILES + 3 + 1;
const NEVER = new AbortController().signal;
const USER = { id: randomUUID(), isAdmin: true };

describeOnOneDatabase('trees of many entries', (environment) => {
  let folder: string;
  let database: OpenDatabase;
  let objects: Objects;
  const [here, there] = [{ id: randomUUID() }, { id: randomUUID() }];
  const organization = { id: randomUUID() };
  const freed: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'alidade-trees-'));
    const { DATABASE_URL: url } = await environment();
    database = await openTestDatabase(folder, url);
    const { db } = database;
    await db
      .insertInto('organizations')
      .values({ ...organization, slug: 'trees', name: 'Trees', description: null, is_public: false, owner_id: null })
      .execute();
    for (const [slug, { id }] of Object.entries({ here, there }))
      await db.insertInto('datasets').values({ id, organization_id: organization.id, slug }).execute();
    objects = createObjects({
      db,
      blobs: {} as BlobStore,
      inspector: inspectorOf({} as Engine),
      observer: {
        written: () => Promise.resolve(),
        moved: () => Promise.resolve(),
        rebuild: () => Promise.resolve(),
        unused(_transaction, _dataset, hashes) {
          freed.push(...hashes);
          return Promise.resolve(() => Promise.resolve());
        },
        datasetsDeleted: () => Promise.resolve(() => Promise.resolve()),
        types: [],
        states: () => Promise.resolve(new Map()),
        properties: () => Promise.resolve({}),
      },
      quota: createQuota(false),
      reinspection: { note: () => Promise.resolve(), refresh: () => Promise.resolve() },
    });
  });
  beforeEach(async () => {
    await sql`delete from entries`.execute(database.db);
    await sql`delete from dataset_metadata`.execute(database.db);
    await sql`delete from jobs`.execute(database.db);
    await sql`update datasets set entry_count = 0, size_bytes = 0`.execute(database.db);
    await fillEntries(database.db, here.id, { files: FILES, perFolder: FOLDER });
    await sql`delete from outputs`.execute(database.db);
    for (const { id } of [here, there])
      await sql`insert into outputs (dataset_id, hash, kind, version, size_bytes)
        select ${id}::uuid, hash, 'thumbnail', gen_random_uuid(), 0 from entries where hash is not null`.execute(
        database.db,
      );
    freed.length = 0;
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** @returns how often others had their turn meanwhile */
  const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await work().finally(() => clearInterval(timer));
    return turns;
  };
  /** Entries and bytes as they are and as they are counted, and how many have columns that do not tell of their path. */
  const facts = async ({ id }: { id: string }): Promise<Record<string, number>> => {
    const { rows } = await sql<Record<string, number>>`
      select entry_count as entries, size_bytes as bytes,
        (select count(*) from entries where dataset_id = id) as rows,
        (select coalesce(sum(size), 0)::bigint from entries where dataset_id = id) as sum,
        (select count(*) from entries where dataset_id = id and (
          path <> (case parent when '' then '' else parent || '/' end) || substring(path from '[^/]*$')
          or depth <> length(path) - length(replace(path, '/', ''))
          or name <> lower(substring(path from '[^/]*$')))) as wrong
      from datasets where id = ${id}::uuid`.execute(database.db);
    return rows[0]!;
  };
  const all = (rows: number, files = FILES) => ({
    entries: rows,
    bytes: files * 1000,
    rows,
    sum: files * 1000,
    wrong: 0,
  });

  it('G-6 moves them in steps between which others are served, in one transaction', async () => {
    const turns = await turnsDuring(() => objects.move(here, 'flights', 'a/b/Moved', USER, NEVER));
    expect(turns).toBeGreaterThanOrEqual(2);
    expect(await facts(here)).toEqual(all(ROWS + 2));
    expect((await objects.get(here, 'a/b/Moved/f000002/DJI_0004999.JPG')).depth).toBe(4);
    await expect(objects.get(here, 'flights')).rejects.toThrow('no entry');
  });

  it('G-6 copies them in steps, also in place of others that have the same bytes', async () => {
    const turns = await turnsDuring(() =>
      objects.copy(here, { source: 'flights', destination: 'copy', overwrite: false }, USER, NEVER),
    );
    expect(turns).toBeGreaterThanOrEqual(2);
    expect(await facts(here)).toEqual(all(2 * ROWS, 2 * FILES));
    const again = { source: 'flights', destination: undefined, overwrite: true, keepSource: true };
    await objects.transfer(here, there, again, USER, NEVER);
    await objects.transfer(here, there, again, USER, NEVER);
    expect(await facts(there)).toEqual(all(ROWS));
    expect(freed).toEqual([]);
    // In place of more than what comes: only bytes that do not come back are free.
    await objects.transfer(here, there, { ...again, source: 'flights/f000000', destination: 'flights' }, USER, NEVER);
    expect([new Set(freed).size, freed.length]).toEqual([FILES - FOLDER, FILES - FOLDER]);
  });

  it('G-6 transfers and deletes them in steps, and tells once of each hash that is gone', async () => {
    const input = { source: 'flights', destination: 'taken', overwrite: false, keepSource: false };
    expect(await turnsDuring(() => objects.transfer(here, there, input, USER, NEVER))).toBeGreaterThanOrEqual(4);
    expect([await facts(here), await facts(there)]).toEqual([all(0, 0), all(ROWS)]);
    expect([new Set(freed).size, freed.length]).toEqual([FILES, FILES]);
    freed.length = 0;
    // The last entry of the first batch has the bytes of the last entry of all.
    await sql`update entries set hash = (select hash from entries where path = 'taken/f000002/DJI_0004999.JPG')
      where path = 'taken/f000000/DJI_0000000.JPG'`.execute(database.db);
    expect(await turnsDuring(() => objects.remove(there, 'taken'))).toBeGreaterThanOrEqual(2);
    expect([new Set(freed).size, freed.length, await facts(there)]).toEqual([FILES - 1, FILES - 1, all(0, 0)]);
  });

  it('tells of no hash of which nothing is built, and of one that is yet to be', async () => {
    await sql`delete from outputs`.execute(database.db);
    const { rows } = await sql<{ hash: string }>`
      insert into jobs (id, dataset_id, tool_id, hash, state) select gen_random_uuid(), dataset_id, 'build', hash, 'Enqueued'
      from entries where path = 'flights/f000001/DJI_0002500.JPG' returning hash`.execute(database.db);
    await objects.remove(here, 'flights');
    expect(freed).toEqual([rows[0]!.hash]);
    expect(await facts(here)).toEqual(all(0, 0));
  });

  it('takes metadata along in steps, to other paths and datasets, and removes it', async () => {
    const { db } = database;
    // Every file has a value, one has so many that a step ends among them, and so have neighbours in the order of names.
    await sql`insert into dataset_metadata (id, dataset_id, path, key, data)
      select gen_random_uuid(), dataset_id, path, 'note', '1' from entries, generate_series(1, case path
        when 'flights' then 3 when 'flights/f000000/DJI_0001995.JPG' then 20 else 1 end)`.execute(db);
    await sql`insert into dataset_metadata (id, dataset_id, path, key, data)
      select gen_random_uuid(), ${here.id}::uuid, path, 'note', '1' from unnest(array['', 'flights-b', 'flights0']) path`.execute(
      db,
    );
    const values = async ({ id }: { id: string }, path: string): Promise<readonly number[]> => {
      const { rows } = await sql<{ counts: number[] }>`
        select array[count(*), count(*) filter (where path = ${path} or path like ${`${path}/%`}), max(counted)]::integer[] as counts
        from (select metadata.path, metadata_count as counted from datasets
          left join dataset_metadata metadata on metadata.dataset_id = datasets.id where datasets.id = ${id}::uuid) value
        where path is not null`.execute(db);
      return rows[0]!.counts;
    };
    const [others, inTree] = [3, ROWS + 2 + 19];
    await objects.move(here, 'flights', 'a/Moved', USER, NEVER);
    expect(await values(here, 'a/Moved')).toEqual([inTree + others, inTree, inTree + others]);
    const input = { source: 'a/Moved', destination: 'taken', overwrite: false, keepSource: false };
    await objects.transfer(here, there, input, USER, NEVER);
    expect(await values(here, 'a/Moved')).toEqual([others, 0, others]);
    expect(await values(there, 'taken')).toEqual([inTree, inTree, inTree]);
    await objects.removeMany(there, ['taken/f000002', 'taken/f000000/DJI_0000000.JPG'], NEVER);
    const left = inTree - 1 - (FILES - 2 * FOLDER) - 1;
    expect(await values(there, 'taken')).toEqual([left, left, left]);
    await objects.remove(there, 'taken');
    const { rows } = await sql`select from dataset_metadata where dataset_id = ${there.id}::uuid`.execute(db);
    expect(rows).toEqual([]);
  });

  it('deletes many paths at once, small trees and large ones, one within the other', async () => {
    const { rows } = await sql<{ path: string }>`
      select path from entries where dataset_id = ${here.id}::uuid and path not like 'flights/f000002/%9.JPG' and path <> 'flights'
        and path <> 'flights/f000002'`.execute(database.db);
    const paths = rows.map(({ path }) => path);
    const { deleted, failed } = await objects.removeMany(here, [...paths, 'none'], NEVER);
    expect([deleted.length, Object.keys(failed)]).toEqual([paths.length, ['none']]);
    expect(await facts(here)).toEqual(all(ROWS - paths.length, 20));
    await objects.removeMany(here, ['flights/f000002', 'flights'], NEVER);
    expect(await facts(here)).toEqual(all(0, 0));
  });
});
