import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openFileBlobStore, type BlobStore } from '../../blobs/index.ts';
import type { Staging } from '../../datasets/index.ts';
import { batchReading, createStoredBytes } from '../../datasets/testing/dataset-parts.ts';
import { openSurvey, type Survey } from '../../datasets/testing/survey.ts';
import { fail } from '../../errors/index.ts';
import type { MadeFile, RunningTask } from '../tool.ts';
import { createManyWriter } from './writing-many.ts';

const CALLER = { id: randomUUID(), name: 'ann', roles: [], isAdmin: false, carrier: 'bearer' } as const;

let survey: Survey;
let blobs: BlobStore;
let folder: string;

beforeEach(async () => {
  survey = await openSurvey();
  folder = join(survey.folder, 'work');
  await mkdir(folder);
  blobs = await openFileBlobStore(join(survey.folder, 'blobs'));
});
afterEach(() => survey[Symbol.asyncDispose]());

async function writerWith(
  stageTogether: Staging['files']['stageTogether'],
): Promise<RunningTask<unknown>['writeMany']> {
  const datasetId = await survey.addDataset('field');
  const { db } = survey;
  return createManyWriter(
    {
      storing: { db, blobs },
      staging: { read: batchReading, files: { stageTogether } },
      bytes: createStoredBytes({ db, blobs }),
    },
    { dataset: { id: datasetId }, makes: undefined, folders: [folder], signal: new AbortController().signal },
    {
      begin: () => Promise.resolve({ id: randomUUID(), datasetId }),
      requireWriter: () => ({ ...CALLER, tokenExpires: undefined }),
      replacing: { paths: new Set(), bytes: 0 },
    },
  );
}

/** A file of the attempt. Equal contents share one file, as unpacked files do. */
async function made(path: string, text: string): Promise<MadeFile> {
  const hash = createHash('sha256').update(text).digest('hex');
  const file = join(folder, hash);
  await writeFile(file, text);
  return { path, file, hash, size: text.length };
}

it('gives the reason of the first failed set for all sets that shared its contents', async () => {
  const [first, second, later] = [await made('a', 'same'), await made('b', 'same'), await made('c', 'other')];
  const { promise: secondWaits, resolve: waits } = Promise.withResolvers<void>();
  const { promise: firstHasEnded, resolve: ended } = Promise.withResolvers<void>();
  const writeMany = await writerWith(async (_, [file]) => {
    if (file!.path === 'a') {
      await secondWaits;
      throw fail('quota-exceeded', 'The quota is full.');
    }
    waits();
    await firstHasEnded;
    // As staging does it: bytes are named only while they are there.
    if (!(await blobs.has(file!.hash))) throw fail('busy', 'The stored file was cleaned up.');
  });
  const reasonOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'written',
      (cause: Error) => cause.message,
    );
  const both = [reasonOf(writeMany([first])).finally(ended), reasonOf(writeMany([second]))];
  expect(await Promise.all(both)).toEqual(['The quota is full.', 'The quota is full.']);
  expect(await reasonOf(writeMany([later]))).toBe('The quota is full.');
  expect(await blobs.has(first.hash)).toBe(false);
  expect(await readdir(folder)).toEqual([later.hash]);
});
