import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFileBlobStore, type BlobStore } from '../../blobs/index.ts';
import { takeAway } from '../removal/removal-store.ts';
import { openSurvey, type Survey } from '../testing/survey.ts';
import { findBatch, insertBatch, newBatchToken } from './batch-store.ts';
import { createBatchEnding, type BatchEnding } from './ending.ts';

const USER = { id: randomUUID(), name: 'ann' };
const HOUR = 3600;
let survey: Survey;
let blobs: BlobStore;
let ending: BatchEnding;

beforeAll(async () => {
  survey = await openSurvey();
  const { db } = survey;
  blobs = await openFileBlobStore(join(survey.folder, 'blobs'));
  ending = createBatchEnding({ db, blobs, removal: { begin: takeAway } });
  await db
    .insertInto('users')
    .values({ ...USER, email: '', metadata: '{}', password_hash: null })
    .execute();
});
afterAll(() => survey[Symbol.asyncDispose]());

/** Begins a batch with a file in it. @returns its token, its dataset and the hash of the file */
async function begin(slug: string, text: string, createdDataset: boolean) {
  const datasetId = await survey.addDataset(slug);
  const batch = { id: randomUUID(), datasetId, token: newBatchToken() };
  await insertBatch(survey.db, { ...batch, kind: 'share', user: USER, createdDataset });
  const { hash, size } = await blobs.write(textStream(text));
  await survey.db
    .insertInto('upload_batch_entries')
    .values({ batch_id: batch.id, path: 'a.txt', hash, size, type: 2 })
    .execute();
  return { ...batch, hash };
}
async function* textStream(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}
const idle = (id: string, hours: number) =>
  sql`update upload_batches set touched_at = now() - make_interval(hours => ${hours}::integer) where id = ${id}::uuid`.execute(
    survey.db,
  );
const stateOf = async (token: string) => (await findBatch(survey.db, 'share', token))?.state;
const isThere = async (datasetId: string): Promise<boolean> => {
  const rows = await survey.db
    .selectFrom('datasets')
    .select('id')
    .where('id', '=', datasetId)
    .where('organization_id', 'is not', null)
    .execute();
  return rows.length > 0;
};

it('takes back what was given up, with the dataset that came with it, and forgets it as long again afterwards', async () => {
  const [old, made, used] = [
    await begin('old', 'old', false),
    await begin('made', 'made', true),
    await begin('used', 'used', true),
  ];
  for (const { id } of [old, made]) await idle(id, 2);
  await ending.expire(HOUR);
  expect(await Promise.all([old, made, used].map(({ token }) => stateOf(token)))).toEqual([2, 2, 0]);
  expect(await Promise.all([old, made, used].map(({ datasetId }) => isThere(datasetId)))).toEqual([true, false, true]);
  expect(await Promise.all([old, made, used].map(({ hash }) => blobs.has(hash)))).toEqual([false, false, true]);
  await ending.expire(HOUR);
  expect(await stateOf(old.token)).toBe(2);
  for (const { id } of [old, made]) await idle(id, 2);
  await ending.expire(HOUR);
  expect(await Promise.all([old, made].map(({ token }) => stateOf(token)))).toEqual([undefined, undefined]);
  const audit = await survey.db.selectFrom('audit_log').select(['action', 'subject']).orderBy('id').execute();
  expect(audit).toContainEqual({ action: 'dataset.delete', subject: 'survey/made' });
});

it('leaves bytes that another running batch has', async () => {
  const [one, other] = [await begin('one', 'shared', false), await begin('other', 'shared', false)];
  await idle(one.id, 2);
  await ending.expire(HOUR);
  expect(await blobs.has(other.hash)).toBe(true);
  await idle(other.id, 2);
  await ending.expire(HOUR);
  expect(await blobs.has(other.hash)).toBe(false);
});
