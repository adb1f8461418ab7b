import { sql, type Kysely } from 'kysely';

/**
 * Roles are told apart by their names folded by the service, in every language. The database folds ASCII letters only, so
 * names that differ in the letter case of others may both be there: users of the second get the first.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table roles add column folded text collate "C"`.execute(db);
  const { rows } = await sql<{ name: string }>`select name from roles order by name`.execute(db);
  const kept = new Map<string, string>();
  for (const { name } of rows) {
    // As roles are folded at this version; what folds differently later needs a migration of its own.
    const folded = name.normalize('NFKC').toLowerCase();
    const twin = kept.get(folded);
    if (twin === undefined) {
      kept.set(folded, name);
      await sql`update roles set folded = ${folded} where name = ${name}`.execute(db);
    } else {
      await sql`
        insert into user_roles (user_id, role) select user_id, ${twin} from user_roles where role = ${name}
        on conflict do nothing`.execute(db);
      await sql`delete from roles where name = ${name}`.execute(db);
    }
  }
  await sql`alter table roles alter column folded set not null, add unique (folded)`.execute(db);
}
