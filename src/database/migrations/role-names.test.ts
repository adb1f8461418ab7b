import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, it } from 'vitest';
import { extensions } from '../extensions.ts';
import { migrations } from './index.ts';

it('joins roles that only the database took for two, and keeps who has them', async () => {
  const pglite = await PGlite.create({ extensions });
  const db = new Kysely<unknown>({ dialect: new PGliteDialect({ pglite }) });
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } });
  const names = Object.keys(migrations).toSorted();
  await migrator.migrateTo(names[names.indexOf('0006-role-names') - 1]!);
  await sql`insert into roles (name) values ('Ärzte'), ('ärzte'), ('Pilot')`.execute(db);
  await sql`insert into users (id, name, email, metadata) values (gen_random_uuid(), 'ann', '', '{}'), (gen_random_uuid(), 'ben', '', '{}')`.execute(
    db,
  );
  await sql`insert into user_roles select id, 'ärzte' from users`.execute(db);
  await sql`insert into user_roles select id, 'Ärzte' from users where name = 'ann'`.execute(db);

  const { error } = await migrator.migrateToLatest();
  expect(error).toBeUndefined();
  const roles = await sql`select name, folded from roles order by folded`.execute(db);
  expect(roles.rows).toEqual([
    { name: 'admin', folded: 'admin' },
    { name: 'deactivated', folded: 'deactivated' },
    { name: 'Pilot', folded: 'pilot' },
    { name: 'Ärzte', folded: 'ärzte' },
  ]);
  const holders = await sql`
    select users.name, role from user_roles join users on users.id = user_id order by users.name`.execute(db);
  expect(holders.rows).toEqual([
    { name: 'ann', role: 'Ärzte' },
    { name: 'ben', role: 'Ärzte' },
  ]);
  await pglite.close();
});
