import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../test/support/postgres.ts';
import { openBench, type BuildBench } from '../testing/build-bench.ts';
import { createJobReader, type JobReader } from './changed-jobs.ts';
import { setJobProgress } from '../../jobs/index.ts';
import { setJobLog, setJobState } from './job-store.ts';

// A server: what commits late needs a second connection.
let server: TestPostgres;
let bench: BuildBench;

beforeAll(async () => {
  server = await startPostgres();
  bench = await openBench({ url: await server.createDatabase('changed') });
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await server.stop();
});
beforeEach(() => bench.reset());

const readAll = async (reader: JobReader): Promise<string[]> => {
  const read: string[] = [];
  for await (const { job } of reader.read()) read.push(`${job.path} ${job.state} ${job.progress ?? '-'}`);
  return read;
};
const running = async (path: string): Promise<string> => (await bench.processing(await bench.addEntry(path))).id;

it('reads the active jobs first, then each change once, however often a job changed meanwhile', async () => {
  const [a, b] = [await running('a'), await running('b')];
  await setJobState(bench.db, b, 'Failed', { outcome: 'invalid-input', error: 'No.' });
  const reader = createJobReader(bench.db, bench.datasetId);
  const first = await readAll(reader);
  expect(first).toContain('a Processing -');
  expect(await readAll(reader)).toEqual([]);
  for (let percent = 1; percent <= 50; percent += 1) await setJobProgress(bench.db, a, percent, 'x');
  expect(await readAll(reader)).toEqual(['a Processing 50']);
  expect(await readAll(reader)).toEqual([]);
});

it('reads what was committed after later changes had been read', async () => {
  const [early, late] = [await running('early'), await running('late')];
  const reader = createJobReader(bench.db, bench.datasetId);
  await readAll(reader);
  await bench.db.transaction().execute(async (transaction) => {
    await setJobProgress(transaction, late, 10, 'x');
    await setJobProgress(bench.db, early, 20, 'x');
    expect(await readAll(reader)).toEqual(['early Processing 20']);
  });
  expect(await readAll(reader)).toEqual(['late Processing 10']);
});

it('reads more changes than one statement gives, and the end of a long log', async () => {
  const reader = createJobReader(bench.db, bench.datasetId);
  await readAll(reader);
  const ids = [];
  for (let index = 0; index < 450; index += 1) ids.push(await running(`f${index}`));
  await setJobLog(bench.db, ids[7]!, `${'x'.repeat(90_000)}\nthe last line`);
  const ends = new Map<string, string>();
  for await (const { job } of reader.read()) ends.set(job.path!, job.logEnd);
  expect(ends.size).toBe(450);
  expect(ends.get('f7')).toMatch(/^x{1,600}\nthe last line$/);
});
