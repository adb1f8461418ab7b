import { sql, type Kysely } from 'kysely';

/**
 * Tells every process what changed (`NOTIFY`), so that each may remember what it looked up: `access` when rights may have
 * changed, `files <dataset>` when entries or outputs of a dataset were replaced or removed. New rows need no notice: what
 * was not there is never remembered. Counters of a dataset change with every upload and are none of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...functions, ...triggers]) await sql.raw(statement).execute(db);
}

const functions = [
  `create function notify_access() returns trigger language plpgsql as $$
   begin
     perform pg_notify('alidade', 'access');
     return null;
   end $$`,
  `create function notify_files() returns trigger language plpgsql as $$
   begin
     perform pg_notify('alidade', 'files ' || changed.dataset_id) from (select distinct dataset_id from changes) changed;
     return null;
   end $$`,
];

const accessChanges = [
  'update or delete on users',
  'insert or delete on user_roles',
  'update or delete on organizations',
  'insert or update or delete on organization_members',
  'delete on datasets',
  'update of slug, visibility, organization_id on datasets',
];

const triggers = [
  ...accessChanges.map(
    (change, index) =>
      `create trigger access_changed_${index} after ${change} for each statement execute function notify_access()`,
  ),
  ...['entries', 'outputs'].flatMap((table) => [
    `create trigger ${table}_updated after update on ${table}
     referencing old table as changes for each statement execute function notify_files()`,
    `create trigger ${table}_deleted after delete on ${table}
     referencing old table as changes for each statement execute function notify_files()`,
  ]),
];
