import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenDatabase } from '../../src/database/index.ts';
import type { EntryFilter } from '../../src/datasets/entries/entry-filter.ts';
import { searchMarks } from '../../src/datasets/entries/entry-marks.ts';
import { searchEntries, type FoundEntry } from '../../src/datasets/entries/entry-search.ts';
import { EntryType } from '../../src/inspection/index.ts';
import { likeOfGlob } from '../../src/datasets/entries/entry-glob.ts';
import type { NewEntry } from '../../src/datasets/entries/entry-row.ts';
import { putEntry } from '../../src/datasets/entries/entry-store.ts';
import { fold } from '../../src/datasets/entries/search-columns.ts';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { openTestDatabase } from '../support/test-database.ts';

const DATASETS = [randomUUID(), randomUUID(), randomUUID()].toSorted();
const FOLDERS = ['a', 'a/b', 'a!', 'c'];

const file = (number: number): NewEntry => {
  const parent = ['', ...FOLDERS][number % 5]!;
  const placed = number % 3 === 0;
  return {
    path: `${parent === '' ? '' : `${parent}/`}${number % 2 ? 'Foto' : 'x%y_z'} ${number}.JPG`,
    parent,
    hash: number.toString(16).padStart(64, '0'),
    type: [EntryType.Generic, EntryType.GeoImage, EntryType.GeoRaster, EntryType.PointCloud][number % 4]!,
    properties: number % 7 === 0 ? { make: 'DJI', model: `M${number % 14}` } : {},
    mtime: 1000 + number,
    size: 1,
    depth: parent === '' ? 0 : parent.split('/').length,
    pointGeometry: placed
      ? { type: 'Point', coordinates: [((number * 37) % 360) - 180, (number % 160) - 80, 0] }
      : null,
    polygonGeometry: null,
    companions: '',
  };
};
const folder = (path: string): NewEntry => ({
  ...file(1),
  path,
  parent: path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '',
  hash: null,
  type: 1,
  properties: null,
  pointGeometry: null,
});
const ENTRIES = [...FOLDERS.map(folder), ...Array.from({ length: 90 }, (_, index) => file(index))];

/** What a glob means, told plainly. */
function globMatches(glob: string, name: string): boolean {
  const [pattern, text] = [Array.from(fold(glob)), Array.from(fold(name))];
  const from = (p: number, t: number): boolean => {
    if (p === pattern.length) return t === text.length;
    if (pattern[p] === '*') return from(p + 1, t) || (t < text.length && from(p, t + 1));
    return t < text.length && (pattern[p] === '?' || pattern[p] === text[t]) && from(p + 1, t + 1);
  };
  return from(0, 0);
}

function matches(filter: EntryFilter, entry: NewEntry): boolean {
  const { glob, folder: parent = '', recursive = true, types, from, to, bbox, words = '', placed, paths } = filter;
  const name = entry.path.slice(entry.path.lastIndexOf('/') + 1);
  const point = (entry.pointGeometry as { coordinates: [number, number] } | null)?.coordinates;
  const texts = fold(Object.values(entry.properties ?? {}).join('\n'));
  const [west, south, east, north] = bbox ?? [0, 0, 0, 0];
  return [
    glob === undefined || glob === '' || globMatches(glob, name),
    recursive ? parent === '' || entry.path.startsWith(`${parent}/`) : entry.parent === parent,
    types === undefined || types.includes(entry.type),
    from === undefined || (entry.hash !== null && entry.mtime * 1000 >= from.getTime()),
    to === undefined || (entry.hash !== null && entry.mtime * 1000 <= to.getTime()),
    !bbox ||
      (point !== undefined &&
        point[1] >= south &&
        point[1] <= north &&
        (west > east ? point[0] >= west || point[0] <= east : point[0] >= west && point[0] <= east)),
    words.split(/\s+/).every((word) => texts.includes(fold(word))),
    placed === undefined || placed === (point !== undefined),
    paths === undefined || paths.includes(entry.path),
  ].every(Boolean);
}

describeOnEveryDatabase('search of entries', (environment) => {
  let data: string;
  let database: OpenDatabase;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'alidade-search-'));
    const { DATABASE_URL: url } = await environment();
    database = await openTestDatabase(data, url);
    const { db } = database;
    const organization = { id: randomUUID(), slug: 'survey', name: 'Survey', description: null, is_public: false };
    await db
      .insertInto('organizations')
      .values({ ...organization, owner_id: null })
      .execute();
    for (const id of DATASETS) {
      await db.insertInto('datasets').values({ id, organization_id: organization.id, slug: id }).execute();
      for (const entry of ENTRIES) await putEntry(db, id, entry);
    }
  });
  afterAll(async () => {
    await database.close();
    await rm(data, { recursive: true, force: true });
  });

  const globs = fc.stringMatching(/^[fFoO0-9 *?%_xX.\\ΣσÜü]{0,8}$/).filter((glob) => !glob.includes('\\'));
  const filters: fc.Arbitrary<EntryFilter> = fc.record(
    {
      glob: fc.oneof(globs, fc.constantFrom('', '*', '*foto*', '*1?.jpg', '*%y_z*', 'FOTO 7.jpg')),
      folder: fc.constantFrom('', ...FOLDERS, 'missing'),
      recursive: fc.boolean(),
      types: fc.subarray([1, 2, 3, 4, 5], { minLength: 1 }),
      from: fc.integer({ min: 990, max: 1100 }).map((seconds) => new Date(seconds * 1000)),
      to: fc.integer({ min: 990, max: 1100 }).map((seconds) => new Date(seconds * 1000)),
      bbox: fc.tuple(
        fc.integer({ min: -180, max: 180 }),
        fc.integer({ min: -90, max: 0 }),
        fc.integer({ min: -180, max: 180 }),
        fc.integer({ min: 0, max: 90 }),
      ),
      words: fc.constantFrom('', 'dji', 'DJI m7', ' m0 ', '_'),
      placed: fc.boolean(),
      paths: fc.subarray(ENTRIES.map(({ path }) => path)),
    },
    { requiredKeys: [] },
  );

  it('finds what a plain look at every entry finds, page by page, whichever plan it takes', async () => {
    const efforts = fc.constantFrom(
      { firstWalk: 1000, mostGathered: 1000, step: 1000, manyDatasets: 1000 },
      { firstWalk: 1, mostGathered: 1000, step: 1000, manyDatasets: 1000 },
      { firstWalk: 1, mostGathered: 1000, step: 1000, manyDatasets: 2 },
      { firstWalk: 1, mostGathered: 1, step: 7, manyDatasets: 2 },
    );
    await fc.assert(
      fc.asyncProperty(
        filters,
        fc.subarray(DATASETS, { minLength: 1 }),
        fc.integer({ min: 1, max: 60 }),
        efforts,
        async (filter, datasets, limit, effort) => {
          const paths = ENTRIES.filter((entry) => matches(filter, entry)).map(({ path }) => path);
          const inOrder = paths.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
          const expected = datasets.flatMap((datasetId) => inOrder.map((path) => `${datasetId} ${path}`));
          const found: FoundEntry[] = [];
          for (let page = 0; page <= expected.length; page += 1) {
            const next = await searchEntries(
              database.db,
              datasets.toReversed(),
              filter,
              { after: found.at(-1), limit },
              effort,
            );
            expect(next.length).toBeLessThanOrEqual(limit);
            if (next.length === 0) break;
            found.push(...next);
          }
          expect(found.map(({ datasetId, path }) => `${datasetId} ${path}`)).toEqual(expected);
        },
      ),
      { numRuns: 120 },
    );
  });

  it('answers whole entries', async () => {
    const [entry] = await searchEntries(database.db, DATASETS, { glob: 'foto 21.jpg' }, { limit: 5 });
    expect({ ...entry, parent: 'a' }).toEqual({ ...file(21), datasetId: DATASETS[0] });
    expect(await searchEntries(database.db, [], {}, { limit: 5 })).toEqual([]);
  });

  it('tells the marks of what has a place, was taken then and lies there', async () => {
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 60 }), async ({ types, from, to, bbox, folder }, limit) => {
        const filter = { types, from, to, bbox, folder };
        const expected = ENTRIES.filter((entry) => matches({ ...filter, placed: true }, entry)).map(({ path }) => path);
        const paths: string[] = [];
        for (let page = 0; page <= expected.length; page += 1) {
          const last = paths.at(-1);
          const after = last === undefined ? undefined : { datasetId: DATASETS[1]!, path: last };
          const marks = await searchMarks(database.db, DATASETS[1]!, filter, { after, limit });
          paths.push(...marks.map(({ path }) => path));
          if (marks.length < limit) break;
        }
        expect(paths).toEqual(expected.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
      }),
      { numRuns: 60 },
    );
  });

  it('refuses more words than it looks for', async () => {
    const words = Array.from({ length: 9 }, (_, index) => `word${index}`);
    const search = (some: readonly string[]) =>
      searchEntries(database.db, DATASETS, { words: some.join('  ') }, { limit: 5 });
    await expect(search(words)).rejects.toThrow('text must hold at most 8 words');
    expect(await search(words.slice(1))).toEqual([]);
  });

  it('reads globs as a plain matcher does', async () => {
    const characters = fc.stringMatching(/^[aAbB%_*?.ΣςσÜü😀\]['"$-]{0,10}$/u);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(characters, characters), { minLength: 50, maxLength: 100 }), async (pairs) => {
        const asked = pairs.map(([glob, name]) => ({ like: likeOfGlob(glob) ?? '%', name: fold(name) }));
        const { rows } = await sql<{ matches: boolean }>`
          select name like pattern as matches
          from unnest(${asked.map(({ name }) => name)}::text[], ${asked.map(({ like }) => like)}::text[])
            with ordinality pair(name, pattern, number) order by number`.execute(database.db);
        expect(rows.map((row) => row.matches)).toEqual(
          pairs.map(([glob, name]) => glob === '' || globMatches(glob, name)),
        );
      }),
      { numRuns: 30 },
    );
  });
});
