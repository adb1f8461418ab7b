import { afterAll, beforeAll, expect, it } from 'vitest';
import { EntryType } from '../../inspection/index.ts';
import type { EntryText } from '../entries/entry-text.ts';
import { putEntries } from '../entries/entry-store.ts';
import { applyChange } from '../store.ts';
import { openSurvey, type Survey } from '../testing/survey.ts';
import { createFolderPages, PART, type FolderPage, type FolderPages } from './folder-pages.ts';

let survey: Survey;
let datasetId: string;
let pages: FolderPages;

beforeAll(async () => {
  survey = await openSurvey();
  datasetId = await survey.addDataset('flight');
  pages = createFolderPages(survey.db, []);
  await add(...Array.from({ length: 2 * PART + 5 }, (_, index) => `${String(index).padStart(5, '0')}.txt`));
});
afterAll(() => survey[Symbol.asyncDispose]());

async function add(...names: string[]): Promise<void> {
  const facts = { properties: null, mtime: 0, size: 1, pointGeometry: null, polygonGeometry: null };
  const place = { parent: '', depth: 0, hash: 'a'.repeat(64), companions: '', type: EntryType.Generic };
  const entries = names.map((path) => ({ path, ...place, ...facts }));
  await survey.db.transaction().execute(async (transaction) => {
    await putEntries(transaction, datasetId, entries);
    await applyChange(transaction, datasetId, { entries: names.length, bytes: names.length });
  });
}

async function paths({ parts }: FolderPage): Promise<string[]> {
  const all: EntryText[] = [];
  for await (const part of parts) all.push(part);
  const entries = JSON.parse(`[${all.map(({ text }) => text).join(',')}]`) as { path: string }[];
  return entries.map(({ path }) => path);
}

it('keeps a page of several parts until something of its dataset changes', async () => {
  const limit = 10_000;
  const first = await pages.read(datasetId, '', { limit });
  expect(Array.isArray(first.parts)).toBe(false);
  const all = await paths(first);
  expect(all).toHaveLength(2 * PART + 5);
  const again = await pages.read(datasetId, '', { limit });
  expect(Array.isArray(again.parts)).toBe(true);
  expect(await paths(again)).toEqual(all);
  await add('00000 new.txt');
  expect(await paths(await pages.read(datasetId, '', { limit }))).toEqual(['00000 new.txt', ...all].toSorted());
});

it('keeps no page that was not read to its end', async () => {
  const page = { limit: 10_000, after: '00001.txt' };
  for await (const part of (await pages.read(datasetId, '', page)).parts) if (part.count > 0) break;
  expect(Array.isArray((await pages.read(datasetId, '', page)).parts)).toBe(false);
});

it('tells pages of other limits and beginnings apart', async () => {
  const limit = 1500;
  const begin = await pages.read(datasetId, '', { limit });
  const listed = await paths(begin);
  const rest = await pages.read(datasetId, '', { limit, after: begin.next });
  expect([listed.length, listed.at(-1), rest.next]).toEqual([limit, begin.next, undefined]);
  expect(new Set([...listed, ...(await paths(rest))]).size).toBe(2 * PART + 6);
  expect((await pages.read(datasetId, '', { limit })).next).toBe(begin.next);
});

it('refuses a dataset that is gone', async () => {
  await expect(pages.read('00000000-0000-4000-8000-000000000000', '', { limit: 10 })).rejects.toMatchObject({
    code: 'not-found',
  });
});
