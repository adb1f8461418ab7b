import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openFileBlobStore, type BlobStore } from '../../blobs/index.ts';
import { openDatabase, type OpenDatabase } from '../../database/index.ts';
import type { Engine } from '../../engine/index.ts';
import { EntryType } from '../../formats/index.ts';
import { depthOf, parentOf } from '../entries/entry-path.ts';
import { findEntry, putEntry } from '../entries/entry-store.ts';
import { createReinspection } from './reinspection.ts';

let folder: string;
let database: OpenDatabase;
let blobs: BlobStore;
const organization = randomUUID();
let dataset: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-reinspection-'));
  database = await openDatabase({ folder: join(folder, 'database') });
  blobs = await openFileBlobStore(join(folder, 'blobs'));
  await database.db
    .insertInto('organizations')
    .values({ id: organization, slug: 'survey', name: 'Survey', is_public: false })
    .execute();
}, 60_000);
beforeEach(async () => {
  dataset = randomUUID();
  const values = { id: dataset, organization_id: organization, slug: dataset, visibility: 0 };
  await database.db.insertInto('datasets').values(values).execute();
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** Empty files need no parser; that one was looked at is told by its type. */
const engine = {} as Engine;
const never = new AbortController().signal;

async function add(path: string, content: string | null, type: EntryType = EntryType.DroneDB): Promise<void> {
  const bytes = Buffer.from(content ?? '');
  const stored =
    content === null
      ? null
      : await blobs.write(
          (async function* () {
            yield bytes;
          })(),
          never,
          100,
        );
  await putEntry(database.db, dataset, {
    ...{ path, parent: parentOf(path), depth: depthOf(path), mtime: 0, pointGeometry: null, polygonGeometry: null },
    ...{ hash: stored?.hash ?? null, size: bytes.length, type: content === null ? EntryType.Directory : type },
    properties: content === null ? null : {},
  });
}

/** Paths of entries that were inspected again: their type is then no longer the odd one they were given. */
async function refreshed(changed: readonly string[], paths: readonly string[]): Promise<string[]> {
  const faults: unknown[] = [];
  const report = (fault: unknown): void => void faults.push(fault);
  await createReinspection({ db: database.db, blobs, engine, report }).refresh({ id: dataset }, changed, never);
  expect(faults).toEqual([]);
  const rows = await Promise.all(paths.map((path) => findEntry(database.db, dataset, path)));
  return rows.flatMap((row) => (row && row.hash !== null && row.type !== EntryType.DroneDB ? [row.path] : []));
}

it('inspects what depends on a file that came, in its folder alone', async () => {
  const paths = ['a/roads.shp', 'a/roads.SHP', 'a/rails.shp', 'roads.shp', 'a/roads.shp.txt'];
  for (const path of paths) await add(path, '');
  expect(await refreshed(['a/roads.prj'], paths)).toEqual(['a/roads.shp', 'a/roads.SHP']);
  const { revision } = await database.db
    .selectFrom('datasets')
    .select('revision')
    .where('id', '=', dataset)
    .executeTakeFirstOrThrow();
  expect(Number(revision)).toBe(2);
});

it('inspects models below the folder that a reference of all came to', async () => {
  for (const path of ['a', 'a/one', 'a/two', 'a/two/deep']) await add(path, null);
  const paths = ['a/top.obj', 'a/one/m.obj', 'a/two/m.PLY', 'a/two/deep/m.obj', 'a/one/m.txt'];
  for (const path of paths) await add(path, '');
  expect(await refreshed(['a/opensfm'], paths)).toEqual(['a/one/m.obj', 'a/two/m.PLY']);
  expect(await refreshed(['a/georef.json'], paths)).toContain('a/top.obj');
});

it('inspects what moved itself, and what a moved folder holds', async () => {
  for (const path of ['b', 'c%', 'c0']) await add(path, null);
  const paths = ['b/roads.shp', 'c%/m.obj', 'c%/photo.jpg', 'c0/m.obj'];
  for (const path of paths) await add(path, '');
  expect(await refreshed(['b/roads.shp', 'c%'], paths)).toEqual(['b/roads.shp', 'c%/m.obj']);
});

it('reports what fails, and leaves the entry as it is', async () => {
  await add('roads.shp', '');
  const row = (await findEntry(database.db, dataset, 'roads.shp'))!;
  await blobs.remove(row.hash!, 0);
  const faults: unknown[] = [];
  const report = (fault: unknown): void => void faults.push(fault);
  await createReinspection({ db: database.db, blobs, engine, report }).refresh({ id: dataset }, ['roads.dbf'], never);
  expect(faults).toMatchObject([{ code: 'ENOENT' }]);
  expect(await findEntry(database.db, dataset, 'roads.shp')).toEqual(row);
});
