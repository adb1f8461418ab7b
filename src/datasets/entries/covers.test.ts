import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../database/index.ts';
import { EntryType } from '../../inspection/index.ts';
import { openSurvey, type Survey } from '../testing/survey.ts';
import { coverPaths, datasetMarks } from './covers.ts';

const COVERS = [
  { type: EntryType.GeoRaster, output: 'cog' },
  ...[EntryType.Image, EntryType.Panorama, EntryType.Vector].map((type) => ({ type })),
];
const MANY = 5000;
/** Rows that may be read of a dataset: those that are looked at for each cover, and some more. */
const MOST_READ = 2000;

let survey: Survey;
beforeAll(async () => {
  survey = await openSurvey();
});
afterAll(() => survey[Symbol.asyncDispose]());

/** A dataset with many files of one type. */
async function datasetOf(type: EntryType): Promise<string> {
  const id = await survey.addDataset(`many-${type}`);
  await sql`insert into entries (dataset_id, path, parent, hash, type, mtime, size, depth)
    select ${id}::uuid, 'all/' || n, 'all', lpad(to_hex(n), 64, '0'), ${type}::smallint, 0, 0, 1
    from generate_series(1, ${MANY}::integer) n`.execute(survey.db);
  return id;
}

/** Rows of entries that work reads. */
function readBy(work: (transaction: Database) => Promise<unknown>): Promise<number> {
  return survey.db.transaction().execute(async (transaction) => {
    const count = async (): Promise<number> => {
      const { rows } = await sql<{ read: number }>`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read
        from pg_stat_xact_user_tables where relname = 'entries'`.execute(transaction);
      return rows[0]!.read;
    };
    const before = await count();
    await work(transaction);
    return (await count()) - before;
  });
}

it('what properties hold ranks files of one type', async () => {
  const id = await survey.addDataset('ranked');
  const put = (path: string, bands: readonly object[]) =>
    sql`insert into entries (dataset_id, path, parent, hash, type, mtime, size, depth, properties)
      values (${id}::uuid, ${path}, '', ${'b'.repeat(64)}, ${EntryType.Image}::smallint, 0, 0, 0, ${JSON.stringify({ bands })}::jsonb)`.execute(
      survey.db,
    );
  await put('a heights.tif', [{ type: 'Float32', colorInterp: 'Gray' }]);
  await put(
    'b colours.tif',
    ['Red', 'Green', 'Blue'].map((colorInterp) => ({ type: 'Byte', colorInterp })),
  );
  const colours = { type: EntryType.Image, holds: { bands: [{ colorInterp: 'Blue' }, { colorInterp: 'Red' }] } };
  const paths = (covers: Parameters<typeof coverPaths>[2]) => coverPaths(survey.db, id, covers, 4);
  const told = async (covers: Parameters<typeof coverPaths>[2]) =>
    (await datasetMarks(survey.db, [id], [], covers)).get(id)?.hasCover;
  expect(await paths([colours])).toEqual(['b colours.tif']);
  expect(await paths([colours, { type: EntryType.Image }])).toEqual(['b colours.tif', 'a heights.tif']);
  expect(await paths([{ type: EntryType.Image }])).toEqual(['a heights.tif', 'b colours.tif']);
  const infrared = { type: EntryType.Image, holds: { bands: [{ colorInterp: 'NIR' }] } };
  expect([await told([colours]), await told([infrared])]).toEqual([true, false]);
  expect(await told([infrared, { type: EntryType.Image }])).toBe(true);
});

it('a cover is looked for among the first files of a type alone, however many there are', async () => {
  const ids = [];
  for (const type of [EntryType.Generic, EntryType.Image, EntryType.GeoRaster]) ids.push(await datasetOf(type));
  await sql`analyze entries`.execute(survey.db);
  const [, pictures, unbuilt] = ids;
  for (const id of ids) {
    const marks = async (db: Database): Promise<void> => {
      const found = await datasetMarks(db, [id], ['cover.png'], COVERS);
      expect(found.get(id)?.hasCover).toBe(id === pictures);
    };
    expect(await readBy(marks)).toBeLessThan(MOST_READ);
    expect(await readBy((db) => coverPaths(db, id, COVERS, 4))).toBeLessThan(MOST_READ);
  }
  expect(await coverPaths(survey.db, pictures!, COVERS, 2)).toEqual(['all/1', 'all/10']);

  const build = async (path: string): Promise<void> => {
    await sql`insert into outputs (dataset_id, hash, companions, kind, version, size_bytes)
      select dataset_id, hash, companions, 'cog', gen_random_uuid(), 1 from entries
      where dataset_id = ${unbuilt}::uuid and path = ${path}`.execute(survey.db);
  };
  // Beyond the first thousand in the order of paths.
  await build('all/999');
  expect(await coverPaths(survey.db, unbuilt!, COVERS, 4)).toEqual([]);
  await build('all/1002');
  expect(await coverPaths(survey.db, unbuilt!, COVERS, 4)).toEqual(['all/1002']);
  expect((await datasetMarks(survey.db, [unbuilt!], [], COVERS)).get(unbuilt!)?.hasCover).toBe(true);
});
