import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { processorTime } from '../../../test/support/processor-time.ts';
import { createQuota } from '../../accounts/index.ts';
import type { ObjectDependencies } from '../objects/context.ts';
import type { Change } from '../objects/dependants.ts';
import { lockDataset } from '../store.ts';
import { counted } from '../testing/counted.ts';
import { openSurvey, type Survey } from '../testing/survey.ts';
import { applyStaged, type AppliedFiles } from './applying.ts';
import { findBatch, insertBatch, newBatchToken, type BatchRef } from './batch-store.ts';
import { createStaging } from './staging.ts';

const USER = { id: randomUUID(), name: 'ann', isAdmin: false };
const GEO_RASTER = 4;
/** What was asked for by the last commit. */
let [built, noted, unused]: [string[], Change[], string[]] = [[], [], []];
const dependencies = {
  quota: createQuota(true),
  reinspection: {
    note: (_transaction: unknown, _dataset: unknown, changes: readonly Change[]) => {
      noted = [...changes];
      return Promise.resolve();
    },
    refresh: () => Promise.resolve(),
  },
  observer: {
    types: [GEO_RASTER],
    written: (_transaction: unknown, _dataset: unknown, entries: readonly { readonly path: string }[]) => {
      built = entries.map(({ path }) => path);
      return Promise.resolve();
    },
    unused: (_transaction: unknown, _dataset: unknown, hashes: readonly string[]) => {
      unused = [...hashes];
      return Promise.resolve(() => Promise.resolve());
    },
    rebuild: () => Promise.resolve(),
    moved: () => Promise.resolve(),
    datasetsDeleted: () => Promise.resolve(() => Promise.resolve()),
    states: () => Promise.resolve(new Map()),
    properties: () => Promise.resolve({}),
  },
};

let survey: Survey;
beforeAll(async () => {
  survey = await openSurvey();
  await survey.db
    .insertInto('users')
    .values({ id: USER.id, name: USER.name, email: '', storage_quota: 1_000_000, metadata: '{}', password_hash: null })
    .execute();
  await survey.db.updateTable('organizations').set({ owner_id: USER.id }).execute();
});
afterAll(() => survey[Symbol.asyncDispose]());

async function begin(datasetId: string): Promise<BatchRef & { readonly token: string }> {
  const batch = { id: randomUUID(), datasetId, token: newBatchToken() };
  await insertBatch(survey.db, { ...batch, kind: 'share', user: USER, createdDataset: false });
  return batch;
}

/** Stages files as rows, their hashes repeated letters. */
async function stage(batch: BatchRef, files: readonly (readonly [path: string, letter: string, type?: number])[]) {
  for (const [path, letter, type = 2] of files)
    await sql`insert into upload_batch_entries (batch_id, path, parent, depth, hash, type, size, name)
      values (${batch.id}::uuid, ${path}, ${path.slice(0, Math.max(0, path.lastIndexOf('/')))},
        ${path.split('/').length - 1}::integer, repeat(${letter}, 64), ${type}::integer, 10, ${path.split('/').at(-1)!})`.execute(
      survey.db,
    );
}

const apply = (batch: BatchRef, db = survey.db): Promise<AppliedFiles> =>
  db.transaction().execute(async (transaction) => {
    await lockDataset(transaction, batch.datasetId);
    return applyStaged(dependencies, transaction, batch, USER);
  });
const commit = async (datasetId: string, files: Parameters<typeof stage>[1]): Promise<AppliedFiles> => {
  const batch = await begin(datasetId);
  await stage(batch, files);
  return apply(batch);
};
const entriesOf = async (datasetId: string): Promise<(readonly [string, string])[]> =>
  (
    await survey.db
      .selectFrom('entries')
      .select(['path', 'hash'])
      .where('dataset_id', '=', datasetId)
      .orderBy('path')
      .execute()
  ).map(({ path, hash }) => [path, hash?.[0] ?? '/'] as const);
const countersOf = (datasetId: string) =>
  survey.db
    .selectFrom('datasets')
    .select(['entry_count as entries', 'size_bytes as bytes', 'revision'])
    .where('id', '=', datasetId)
    .executeTakeFirst();

it('makes files entries, with their folders, in place of those of their paths', async () => {
  const id = await survey.addDataset('placed');
  await commit(id, [
    ['a.txt', 'a'],
    ['deep/er/b.tif', 'b', GEO_RASTER],
  ]);
  expect(built).toEqual(['deep/er/b.tif']);
  expect(await countersOf(id)).toEqual({ entries: 4, bytes: 20, revision: 1 });
  const applied = await commit(id, [
    ['a.txt', 'c'],
    ['deep/er/b.tif', 'b', GEO_RASTER],
    ['deep/x.txt', 'a'],
  ]);
  expect(await entriesOf(id)).toEqual([
    ['a.txt', 'c'],
    ['deep', '/'],
    ['deep/er', '/'],
    ['deep/er/b.tif', 'b'],
    ['deep/x.txt', 'a'],
  ]);
  expect(await countersOf(id)).toEqual({ entries: 5, bytes: 30, revision: 2 });
  expect([applied.files, applied.bytes, unused]).toEqual([3, 30, []]);
  await commit(id, [['a.txt', 'd']]);
  expect(unused).toEqual(['c'.repeat(64)]);
});

it('refuses a file in the place of a folder and a folder in the place of a file, of the dataset and of the batch', async () => {
  const id = await survey.addDataset('meeting');
  await commit(id, [['folder/file', 'a']]);
  const before = await countersOf(id);
  const refused = [
    [['folder', 'b']],
    [['folder/file/below', 'b']],
    [
      ['new', 'a'],
      ['new/below', 'b'],
    ],
  ] as const;
  for (const files of refused)
    await expect(commit(id, files)).rejects.toMatchObject({ code: 'conflict', message: /folder/ });
  expect(await countersOf(id)).toEqual(before);
});

it('notes what was inspected when something else lay beside it, and nothing where no file needs others', async () => {
  const id = await survey.addDataset('beside');
  await commit(id, [['a.jpg', 'a']]);
  expect(noted).toEqual([]);
  const batch = await begin(id);
  await stage(batch, [
    ['b.tif', 'b'],
    ['c.tif', 'c'],
    ['b.tfw', 'd'],
  ]);
  const see = (path: string, seen: object) =>
    sql`update upload_batch_entries set seen = ${JSON.stringify(seen)}::jsonb where path = ${path}
      and batch_id = ${batch.id}::uuid`.execute(survey.db);
  await see('b.tif', { 'b.tfw': null });
  await see('c.tif', { 'c.tfw': null, 'a.jpg': 'a'.repeat(64) });
  await apply(batch);
  expect(noted.filter(({ itself }) => itself).map(({ path }) => path)).toEqual(['b.tif']);
  expect(noted.map(({ path }) => path)).toContain('b.tfw');
});

it('commits a batch once, and not beyond the quota', async () => {
  const id = await survey.addDataset('bounded');
  const batch = await begin(id);
  await stage(batch, [['a.txt', 'a']]);
  await apply(batch);
  expect((await findBatch(survey.db, 'share', batch.token))?.state).toBe(1);
  expect(await findBatch(survey.db, 'push', batch.token)).toBeUndefined();
  await expect(apply(batch)).rejects.toMatchObject({ code: 'invalid-input', message: /committed/ });
  const large = await begin(id);
  await stage(large, [['b.txt', 'b']]);
  await sql`update upload_batch_entries set size = 2000000 where batch_id = ${large.id}::uuid`.execute(survey.db);
  await expect(apply(large)).rejects.toMatchObject({ code: 'quota-exceeded' });
  expect(await entriesOf(id)).toEqual([['a.txt', 'a']]);
  expect((await findBatch(survey.db, 'share', large.token))?.state).toBe(0);
});

it('G-6 counts files of 0 bytes, and of sizes about 2 and 4 GiB', async () => {
  const id = await survey.addDataset('large');
  const batch = await begin(id);
  const sizes = [0, 2 ** 31 - 1, 2 ** 31, 2 ** 32 + 1];
  await stage(
    batch,
    sizes.map((size) => [`${size}.bin`, 'a']),
  );
  for (const size of sizes)
    await sql`update upload_batch_entries set size = ${size} where path = ${`${size}.bin`}`.execute(survey.db);
  // What another test has bounded is the user's.
  await survey.db.updateTable('users').set({ storage_quota: null }).execute();
  const { bytes } = await apply(batch);
  expect(bytes).toBe(sizes.reduce((sum, size) => sum + size, 0));
  expect(await countersOf(id)).toEqual({ entries: sizes.length, bytes, revision: 1 });
  const entries = await survey.db.selectFrom('entries').select('size').where('dataset_id', '=', id).execute();
  expect(entries.map(({ size }) => size).toSorted((left, right) => left - right)).toEqual(sizes);
});

it('commits ten thousand files by a handful of statements', async () => {
  const id = await survey.addDataset('many');
  const batch = await begin(id);
  await sql`insert into upload_batch_entries (batch_id, path, parent, depth, hash, type, size, name, properties,
      taken_at, point_geom, bounds, seen)
    select ${batch.id}::uuid, format('flight%s/IMG_%s.jpg', n % 20, n), format('flight%s', n % 20), 1,
      md5(n::text) || md5(n::text), 3, 10, format('img_%s.jpg', n), '{"width":4000,"make":"dji"}',
      now(), '{"type":"Point","coordinates":[7,46,0]}', box(point(7, 46), point(7, 46)), '{"beside.xml": null}'
    from generate_series(1, 10000) n`.execute(survey.db);
  const { db, statements } = counted(survey.db);
  const start = processorTime();
  await apply(batch, db);
  const used = processorTime() - start;
  expect(statements()).toBeLessThan(30);
  expect(await countersOf(id)).toEqual({ entries: 10_020, bytes: 100_000, revision: 1 });
  // About a second, some more on a processor that is shared; to look at all files once for each of them takes twelve.
  expect(used).toBeLessThan(8000);
});

it('has the database look at its entries after a commit of more than ten thousand files', async () => {
  const { db } = survey;
  const id = await survey.addDataset('more');
  const batch = await begin(id);
  await sql`insert into upload_batch_entries (batch_id, path, hash, type, size, name)
    select ${batch.id}::uuid, 'new' || n, md5(n::text) || md5(n::text), 2, 10, 'new' || n
    from generate_series(1, 10001) n`.execute(db);
  const counted = async (): Promise<number> =>
    (
      await sql<{ entries: number }>`select coalesce(sum(reltuples), 0) as entries from pg_class
        where oid = 'entries'::regclass`.execute(db)
    ).rows[0]!.entries;
  const { entries: before } = await db
    .selectFrom('entries')
    .select(({ fn }) => fn.countAll<number>().as('entries'))
    .executeTakeFirstOrThrow();
  const staging = createStaging({ ...dependencies, db } as unknown as ObjectDependencies);
  const { finish } = await db.transaction().execute(async (transaction) => {
    await lockDataset(transaction, id);
    return staging.apply(transaction, batch, USER);
  });
  expect(await counted()).toBeLessThan(before + 10_001);
  await finish(AbortSignal.timeout(60_000));
  expect(await counted()).toBe(before + 10_001);
});
