import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSurvey, type Survey } from '../testing/survey.ts';
import { listBatches } from './batches.ts';

let survey: Survey;

beforeAll(async () => {
  survey = await openSurvey();
});
afterAll(() => survey[Symbol.asyncDispose]());

it('lists batches with their files, a thousand of each at most, page by page', async () => {
  const { db } = survey;
  const id = await survey.addDataset('many');
  const batches = [randomUUID(), randomUUID(), randomUUID()];
  const counts = [2, 1500, 0];
  for (const [index, batch] of batches.entries()) {
    await sql`insert into upload_batches (id, dataset_id, token, user_name, started_at)
      values (${batch}::uuid, ${id}::uuid, ${`token ${index}`}, 'ann', to_timestamp(${index}::integer))`.execute(db);
    await sql`insert into upload_batch_entries (batch_id, path, hash, type, size, added_at)
      select ${batch}::uuid, lpad(n::text, 5, '0'), repeat('a', 64), 2, n, to_timestamp(0)
      from generate_series(1, ${counts[index]!}::integer) n`.execute(db);
  }
  const found = await listBatches(db, id, undefined, 10);
  expect(found.map((batch) => [batch.id, batch.token, batch.entries.length])).toEqual([
    [batches[0], 'token 0', 2],
    [batches[1], 'token 1', 1000],
    [batches[2], 'token 2', 0],
  ]);
  expect(found[0]!.entries[1]).toEqual({
    path: '00002',
    hash: 'a'.repeat(64),
    type: 2,
    size: 2,
    addedOn: '1970-01-01T00:00:00.000Z',
  });
  expect(found[1]!.entries.at(-1)!.path).toBe('01000');
  expect((await listBatches(db, id, batches[0], 1)).map((batch) => batch.id)).toEqual([batches[1]]);
});
