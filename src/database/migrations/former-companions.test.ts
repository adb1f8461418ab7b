import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it } from 'vitest';
import { extensions } from '../extensions.ts';
import { migrations } from './index.ts';

it('has shapefiles looked at whose fingerprint nobody has made', async () => {
  const pglite = await PGlite.create({ extensions });
  const db = new Kysely<unknown>({ dialect: new PGliteDialect({ pglite }) });
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } });
  await migrator.migrateTo('0017-builds');
  await sql`insert into organizations (id, slug, name, is_public) values (gen_random_uuid(), 'survey', 'Survey', false)`.execute(
    db,
  );
  await sql`insert into datasets (id, organization_id, slug) select gen_random_uuid(), id, 'flight' from organizations`.execute(
    db,
  );
  await sql`
    insert into entries (dataset_id, path, parent, name, hash, companions, type, mtime, size, depth)
    select datasets.id, path, '', lower(path), ${'0'.repeat(64)}, companions, 14, 0, 1, 0
    from datasets, (values ('Old.SHP', ''), ('new.shp', 'f'), ('house.obj', ''), ('shp', '')) file (path, companions)`.execute(
    db,
  );

  const { error } = await migrator.migrateToLatest();
  expect(error).toBeUndefined();
  expect((await sql`select path, itself from reinspections`.execute(db)).rows).toEqual([
    { path: 'Old.SHP', itself: true },
  ]);
  await pglite.close();
});
