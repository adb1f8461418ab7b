import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createQuota } from '../../accounts/index.ts';
import { openFileBlobStore, type BlobStore } from '../../blobs/index.ts';
import type { Engine } from '../../engine/index.ts';
import { fail } from '../../errors/index.ts';
import type { Upload } from '../../forms/index.ts';
import { inspectorOf } from '../../kinds/testing/inspect-file.ts';
import { counted } from '../testing/counted.ts';
import { openSurvey, type Survey } from '../testing/survey.ts';
import { createObjects, type Objects } from './service.ts';
import type { FileUpload } from './placing.ts';

const NEVER = new AbortController().signal;
const nothing = (): Promise<void> => Promise.resolve();

let survey: Survey;
let blobs: BlobStore;
let objects: Objects;
let statements: () => number;
let dataset: { readonly id: string };

beforeAll(async () => {
  survey = await openSurvey();
  blobs = await openFileBlobStore(join(survey.folder, 'blobs'));
  const counting = counted(survey.db);
  statements = counting.statements;
  objects = createObjects({
    db: counting.db,
    blobs,
    inspector: inspectorOf({} as Engine),
    observer: {
      types: [],
      written: nothing,
      rebuild: nothing,
      moved: nothing,
      unused: () => Promise.resolve(nothing),
      datasetsDeleted: () => Promise.resolve(nothing),
      states: () => Promise.resolve(new Map()),
      properties: () => Promise.resolve({}),
    },
    quota: createQuota(true),
    reinspection: { note: nothing, refresh: nothing },
  });
  dataset = { id: await survey.addDataset('uploads') };
});
afterAll(() => survey[Symbol.asyncDispose]());

/** A form with the fields and a file of this text, or without a file. @param end runs when the file is stored */
const formOf = (fields: Record<string, unknown>, text?: string, end: () => void = () => undefined): Upload => ({
  async read(store) {
    const file = text === undefined ? undefined : await store(Readable.from([Buffer.from(text)]), NEVER, fields);
    end();
    return { fields, file };
  },
});
const upload = (form: Upload, parts: Partial<FileUpload> = {}) => {
  const uploader = { id: randomUUID(), isAdmin: true };
  return objects.upload(
    dataset,
    { upload: form, leastBytes: 1, headers: {}, conditions: {}, uploader, ...parts },
    NEVER,
  );
};
const isStored = (text: string): Promise<boolean> => blobs.has(createHash('sha256').update(text).digest('hex'));

it('makes a file an entry by three statements', async () => {
  const before = statements();
  expect(await upload(formOf({ path: 'a.txt' }, 'first'))).toMatchObject({ path: 'a.txt', size: 5 });
  const used = statements() - before;
  expect([await isStored('first'), used]).toEqual([true, 3]);
  expect(await upload(formOf({ path: 'folder' }))).toMatchObject({ path: 'folder', type: 1 });
});

it('keeps no bytes of an upload that it refuses, whenever that is', async () => {
  const cut = (): never => {
    throw fail('invalid-input', 'The body was cut off.');
  };
  await expect(upload(formOf({ path: 'b.txt' }, 'cut off', cut))).rejects.toThrow('cut off');
  await expect(upload(formOf({}, 'no path'))).rejects.toThrow('The path field is required.');
  const before = statements();
  await expect(upload(formOf({ path: 'b.txt', sha256: 'ab'.repeat(32) }, 'other'))).rejects.toThrow('SHA-256');
  // One locks the bytes, one looks for rows that name them.
  expect(statements() - before).toBe(2);
  const readmit = (): Promise<never> => Promise.reject(fail('forbidden', 'You may not write any more.'));
  const uploader = { id: randomUUID(), isAdmin: true, readmit };
  await expect(upload(formOf({ path: 'b.txt' }, 'late'), { uploader })).rejects.toThrow('any more');
  const conditions = { ifNoneMatch: '*' };
  await expect(upload(formOf({ path: 'a.txt' }, 'second'), { conditions })).rejects.toMatchObject({
    code: 'precondition-failed',
  });
  for (const text of ['cut off', 'no path', 'other', 'late', 'second'])
    expect([text, await isStored(text)]).toEqual([text, false]);
  expect(await isStored('first')).toBe(true);
  // The bytes of an entry stay when the same bytes are refused at another path.
  await expect(upload(formOf({ path: 'a.txt/below' }, 'first'))).rejects.toMatchObject({ code: 'conflict' });
  expect(await isStored('first')).toBe(true);
});
