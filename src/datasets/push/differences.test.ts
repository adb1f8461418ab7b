import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertBatch, ROLLED_BACK, setBatchState, type BatchRef } from '../staging/batch-store.ts';
import { openSurvey, type Survey } from '../testing/survey.ts';
import { freedByPush, removeEntriesOfPush } from './differences.ts';
import { forgetEndedPushes, insertPushedEntries, insertPushedIds, PUSH_PAGE } from './push-store.ts';

const FOLDERS = 3;
/** More than two pages of removals together. */
const FILES_IN_FOLDER = PUSH_PAGE - 100;
const USER = { id: randomUUID(), name: 'ann' };

let survey: Survey;
beforeAll(async () => {
  survey = await openSurvey();
  await survey.db
    .insertInto('users')
    .values({ ...USER, email: '', metadata: '{}', password_hash: null })
    .execute();
});
afterAll(() => survey[Symbol.asyncDispose]());

async function begin(slug: string): Promise<BatchRef> {
  const batch = { id: randomUUID(), datasetId: await survey.addDataset(slug) };
  await insertBatch(survey.db, { ...batch, kind: 'push', token: batch.id, user: USER, createdDataset: false });
  return batch;
}

async function count(table: 'entries' | 'dataset_metadata', { datasetId }: BatchRef): Promise<number> {
  const query = survey.db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count'));
  return (await query.where('dataset_id', '=', datasetId).executeTakeFirstOrThrow()).count;
}

async function pushesIn(table: 'push_adds' | 'push_removes' | 'push_values' | 'push_value_removes'): Promise<string[]> {
  const rows = await survey.db.selectFrom(table).select('batch_id').distinct().execute();
  return rows.map(({ batch_id: id }) => id);
}

it('removes entries page by page with their metadata, and tells what had nothing above it that went', async () => {
  const batch = await begin('removed');
  const { id, datasetId } = batch;
  await sql`
    insert into entries (dataset_id, path, parent, depth, hash, type, mtime, size, name)
    select ${datasetId}::uuid, 'f' || n, '', 0, null, 1, 0, 0, 'f' || n from generate_series(1, ${FOLDERS}::integer) n
    union all
    select ${datasetId}::uuid, 'f' || f || '/' || n, 'f' || f, 1, md5(f || '/' || n) || md5(n::text), 2, 0, 10, n::text
    from generate_series(1, ${FOLDERS}::integer) f, generate_series(1, ${FILES_IN_FOLDER}::integer) n`.execute(
    survey.db,
  );
  await sql`
    insert into dataset_metadata (id, dataset_id, path, key, data) values
      (gen_random_uuid(), ${datasetId}::uuid, 'f1/1', 'note', '1'), (gen_random_uuid(), ${datasetId}::uuid, 'f1/2', 'note', '1'),
      (gen_random_uuid(), ${datasetId}::uuid, 'f2', 'note', '1')`.execute(survey.db);
  // One of the first folder and all of the others, of which the last file of all has an output.
  await sql`
    insert into push_removes (batch_id, path, hash) select ${id}::uuid, path, hash from entries
    where dataset_id = ${datasetId}::uuid and (path = 'f1/1' or path ~ '^f[23]')`.execute(survey.db);
  const { hash } = await survey.db
    .selectFrom('push_removes')
    .select('hash')
    .orderBy('path', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await sql`
    insert into outputs (dataset_id, hash, kind, version, size_bytes) values (${datasetId}::uuid, ${hash}, 'cog', gen_random_uuid(), 1)`.execute(
    survey.db,
  );

  const gone = await survey.db.transaction().execute((transaction) => removeEntriesOfPush(transaction, batch));
  const files = 2 * FILES_IN_FOLDER + 1;
  expect(gone).toEqual({ count: files + 2, bytes: files * 10, outermost: ['f1/1', 'f2', 'f3'] });
  expect(await count('entries', batch)).toBe(FILES_IN_FOLDER);
  expect(await count('dataset_metadata', batch)).toBe(1);
  const freed: string[] = [];
  for await (const hashes of freedByPush(survey.db, batch)) freed.push(...hashes);
  expect(freed).toEqual([hash]);
});

it('forgets what is kept of pushes that ended or are gone, and nothing of one that runs', async () => {
  const [running, ended] = [await begin('running'), await begin('ended')];
  const gone = randomUUID();
  const paths = Array.from({ length: PUSH_PAGE + 1 }, (_, index) => ({ path: `${index}`, hash: null }));
  for (const id of [running.id, ended.id, gone]) {
    await insertPushedEntries(survey.db, 'push_adds', id, paths);
    await insertPushedEntries(survey.db, 'push_removes', id, paths.slice(0, 1));
    await insertPushedIds(survey.db, 'push_values', id, [randomUUID(), randomUUID()]);
    await insertPushedIds(survey.db, 'push_value_removes', id, [randomUUID()]);
  }
  await setBatchState(survey.db, ended.id, ROLLED_BACK);
  await forgetEndedPushes(survey.db);
  for (const table of ['push_adds', 'push_values', 'push_value_removes'] as const)
    expect(await pushesIn(table), table).toEqual([running.id]);
  expect(await pushesIn('push_removes')).not.toContain(ended.id);
});
