import { randomUUID } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tables } from '../../src/database/index.ts';
import { extensions } from '../../src/database/extensions.ts';
import { migrations } from '../../src/database/migrations/index.ts';
import { searchEntries } from '../../src/datasets/entries/entry-search.ts';
import { refillSearchColumns } from '../../src/datasets/entries/search-refill.ts';

const FILES = 1200;
const ORGANIZATION = randomUUID();

describe('entries that are older than the columns they are searched by', () => {
  const pglite = new PGlite({ extensions });
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
  const [first, second] = [randomUUID(), randomUUID()].toSorted() as [string, string];

  beforeAll(async () => {
    const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } });
    await migrator.migrateTo('0006-role-names');
    await sql`insert into organizations (id, slug, name, is_public) values (${ORGANIZATION}, 'o', 'O', false)`.execute(
      db,
    );
    for (const id of [first, second])
      await sql`insert into datasets (id, organization_id, slug) values (${id}, ${ORGANIZATION}, ${id})`.execute(db);
    const properties = JSON.stringify({ make: 'Ödland', captureTime: 1_700_000_000_000 });
    const footprint = JSON.stringify({
      type: 'Polygon',
      coordinates: [
        [
          [179, 1],
          [182, 1],
          [182, 2],
          [179, 1],
        ],
      ],
    });
    await sql`insert into entries (dataset_id, path, parent, hash, type, properties, mtime, size, depth, polygon_geom)
      values (${second}, 'Ä.JPG', '', repeat('a', 64), 3, ${properties}, 5, 1, 0, null),
        (${second}, 'Strip.tif', '', repeat('b', 64), 3, null, 5, 1, 0, ${footprint})`.execute(db);
    await sql`insert into entries (dataset_id, path, parent, hash, type, mtime, size, depth)
      select ${first}, 'Ж' || n, '', repeat('c', 64), 2, 5, 1, 0 from generate_series(1, ${FILES}) n`.execute(db);
    const { error } = await migrator.migrateToLatest();
    if (error) throw new Error('The migration failed', { cause: error });
  });
  afterAll(() => pglite.close());

  const found = async (filter: Parameters<typeof searchEntries>[2]): Promise<string[]> =>
    (await searchEntries(db, [first, second], filter, { limit: 5 })).map(({ path }) => path);

  it('are found by letters, words and places like new ones, once they are filled', async () => {
    expect(await found({ glob: 'ä.jpg' })).toEqual([]);
    await refillSearchColumns(db);
    expect(await found({ glob: 'ä.jpg' })).toEqual(['Ä.JPG']);
    expect(await found({ words: 'öDLAND' })).toEqual(['Ä.JPG']);
    expect(await found({ bbox: [-179, 0, -178, 3] })).toEqual(['Strip.tif']);
    expect(await found({ glob: `ж${FILES}` })).toEqual([`Ж${FILES}`]);
    expect(await db.selectFrom('search_refill').selectAll().execute()).toEqual([]);
  });

  it('go on where they were cut off, and are left alone when nothing is to be done', async () => {
    await sql`update entries set name = '' where dataset_id = ${first} or path = 'Ä.JPG'`.execute(db);
    await refillSearchColumns(db);
    expect(await found({ glob: 'ä.jpg' })).toEqual([]);
    await sql`insert into search_refill (dataset_id, path) values (${first}, ${`Ж${FILES}`})`.execute(db);
    await refillSearchColumns(db);
    expect(await found({ glob: 'ä.jpg' })).toEqual(['Ä.JPG']);
    const { rows } = await sql`select path from entries where dataset_id = ${first} and name = ''`.execute(db);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).not.toContainEqual({ path: 'Ж999' });
  });
});
