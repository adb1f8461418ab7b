import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFileBlobStore } from '../../blobs/index.ts';
import { createEngine, type Engine } from '../../engine/index.ts';
import { fail } from '../../errors/index.ts';
import { openSurvey, type Survey } from '../testing/survey.ts';
import { rescan } from './rescan.ts';
import { inspectorOf } from '../../kinds/testing/inspect-file.ts';

let survey: Survey;
let engine: Engine;

beforeAll(async () => {
  survey = await openSurvey();
  engine = createEngine({ children: 1, callTimeoutMs: 10_000, memoryLimitBytes: 1024 ** 3 });
});
afterAll(async () => {
  await engine.close();
  await survey[Symbol.asyncDispose]();
});

it('ends when the caller loses the right to write, 200 files later at most', async () => {
  const { db, folder, organization } = survey;
  const id = await survey.addDataset('many');
  // Without bytes: that they are missing is told at once.
  await sql`insert into entries (dataset_id, path, parent, hash, type, mtime, size, depth)
    select ${id}::uuid, lpad(n::text, 4, '0') || '.txt', '', md5(n::text) || md5((-n)::text), 2, 0, 1, 0
    from generate_series(1, 450) n`.execute(db);
  const observer = { rebuild: () => Promise.resolve(), written: () => Promise.resolve() };
  let asked = 0;
  const files = rescan(
    {
      db,
      inspector: inspectorOf(engine),
      blobs: await openFileBlobStore(join(folder, 'blobs')),
      report: () => undefined,
      observer,
    },
    {
      id,
      organization,
    },
    {
      types: [],
      stopOnError: false,
      rebuildFor: randomUUID(),
      signal: new AbortController().signal,
      readmit: async () => {
        asked += 1;
        if (asked === 3) throw fail('forbidden', 'You may not write here any more.');
      },
    },
  );
  const seen: string[] = [];
  const walk = async (): Promise<void> => {
    for await (const { path, success } of files) {
      expect(success).toBe(false);
      seen.push(path);
    }
  };
  await expect(walk()).rejects.toMatchObject({ code: 'forbidden' });
  expect([seen.length, seen.at(-1)]).toEqual([400, '0400.txt']);
});
