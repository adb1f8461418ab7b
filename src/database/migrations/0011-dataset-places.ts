import { sql, type Kysely } from 'kysely';

/**
 * What catalogs tell of a dataset without looking at its entries: how many have a place, and what they cover.
 *
 * `items` is kept by triggers, once for each statement, whoever changes entries. `version` is raised with it; the extents are
 * those of `summarized_version` and are computed when they are asked for, as a removal cannot be told from them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Rows of a transition table, counted: those behind the change for 1, those before it for -1. */
const counted = (rows: string, sign: '' | '-'): string =>
  `select dataset_id, ${sign}count(*) filter (where bounds is not null) as items from ${rows} group by dataset_id`;

/** In the order of ids, so that two statements that change the same datasets never wait for each other. */
const raise = (changes: string): string => `
  insert into dataset_places as place (dataset_id, items, version)
  select dataset_id, sum(items), 1 from (${changes}) change group by dataset_id order by dataset_id
  on conflict (dataset_id) do update set items = place.items + excluded.items, version = place.version + 1`;

/** A dataset that is being deleted with its entries has no row any more, and must not get one. */
const lower = (changes: string): string => `
  update dataset_places place set items = place.items + change.items, version = place.version + 1
  from (${changes}) change where change.dataset_id = place.dataset_id`;

const trigger = (event: 'insert' | 'update' | 'delete', tables: string, action: string): readonly string[] => [
  `create function count_places_on_${event}() returns trigger language plpgsql as $$
   begin
     ${action};
     return null;
   end $$`,
  `create trigger places_counted_on_${event} after ${event} on entries
   referencing ${tables} for each statement execute function count_places_on_${event}()`,
];

const statements = [
  `create table dataset_places (
     dataset_id uuid primary key references datasets on delete cascade,
     items bigint not null,
     version bigint not null,
     summarized_version bigint,
     summarized_at timestamptz,
     west float8,
     south float8,
     east float8,
     north float8,
     first_taken timestamptz,
     last_taken timestamptz
   )`,
  `insert into dataset_places (dataset_id, items, version)
   select dataset_id, count(*) filter (where bounds is not null), 1 from entries group by dataset_id`,
  ...trigger('insert', 'new table as added', raise(counted('added', ''))),
  ...trigger(
    'update',
    'old table as removed new table as added',
    raise(`${counted('added', '')} union all ${counted('removed', '-')}`),
  ),
  ...trigger('delete', 'old table as removed', lower(counted('removed', '-'))),
  // Files without a place, which a collection lists itself, however many have one.
  `create index entries_unplaced on entries (dataset_id, path) where bounds is null and hash is not null`,
];
