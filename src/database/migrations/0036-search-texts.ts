import { sql, type Kysely } from 'kysely';

/**
 * What organizations and datasets are found by: their names, and all texts that people wrote about them, folded as the service
 * folds names of entries. Triggers keep them, in the transaction of whatever changes, whoever changes it.
 *
 * The rows are tables of their own: the one of a dataset is written anew with every upload.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(foldFunction()).execute(db);
  for (const statement of tables) await sql.raw(statement).execute(db);
  await sql`select note_organization_texts(array(select id from organizations))`.execute(db);
  await fillDatasets(db);
  for (const statement of triggers) await sql.raw(statement).execute(db);
}

/** Datasets that one statement fills: some ten milliseconds. */
const BATCH = 1000;
const NONE = '00000000-0000-0000-0000-000000000000';

async function fillDatasets(db: Kysely<unknown>): Promise<void> {
  for (let last = NONE; ;) {
    const { rows } = await sql<{ id: string }>`
      select id from datasets where id > ${last}::uuid order by id limit ${BATCH}::integer`.execute(db);
    if (rows.length === 0) return;
    await sql`select note_dataset_texts(${rows.map(({ id }) => id)}::uuid[])`.execute(db);
    last = rows.at(-1)!.id;
  }
}

const LAST_CODE_POINT = 0x10ffff;
/** Of this letter alone the small one is two characters, which `translate` cannot write. */
const DOTTED_I = 'İ';
/**
 * Letters that stay as they are. `translate` looks through its list for each letter of a text: those that are frequent stand in
 * front of the 1,462 others, which makes a German text of 4,096 letters take 3 ms in place of 99 (PGlite).
 */
const FREQUENT = ' etaonirshdlucmfpgwybvkxjqz\n.,-_0123456789äöüßéèàáíóñçåæøč';

/**
 * `fold` of `search-columns.ts` in the database, whose own `lower` knows only ASCII in the collation "C". The letters are those
 * of the Node.js that migrates.
 */
function foldFunction(): string {
  const pairs = Array.from({ length: LAST_CODE_POINT - 0x7f }, (_, index) => index + 0x80)
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((point) => String.fromCodePoint(point))
    .map((letter) => [letter, letter.toLowerCase().replaceAll('ς', 'σ')] as const)
    .filter(([letter, small]) => letter !== small && letter !== DOTTED_I);
  const letters = FREQUENT + pairs.map(([letter]) => letter).join('');
  const small = FREQUENT + pairs.map(([, one]) => one).join('');
  return `create function fold_text(given text) returns text language sql immutable parallel safe as $$
    select case when octet_length(given) = length(given) then lower(given collate "C")
      else translate(replace(lower(given collate "C"), '${DOTTED_I}', '${DOTTED_I.toLowerCase()}'), '${letters}', '${small}') end $$`;
}

/** Longest text that is searched, in characters; of it each value has at most a fourth. */
const MAX_TEXT = 4096;

const tables = [
  `create table organization_texts (
     organization_id uuid primary key references organizations on delete cascade,
     name text collate "C" not null,
     words text collate "C" not null
   )`,
  `create table dataset_texts (
     dataset_id uuid primary key references datasets on delete cascade,
     name text collate "C" not null,
     words text collate "C" not null
   )`,
  `create index organization_texts_words on organization_texts using gin (words gin_trgm_ops)`,
  `create index dataset_texts_words on dataset_texts using gin (words gin_trgm_ops)`,
  // Line ends keep words of two texts apart: nobody types them.
  `create function note_organization_texts(ids uuid[]) returns void language sql as $$
     insert into organization_texts as present (organization_id, name, words)
     select id, fold_text(name), fold_text(left(concat_ws(E'\\n', name, slug, description), ${MAX_TEXT}))
     from organizations where id = any(ids) order by id
     on conflict (organization_id) do update set name = excluded.name, words = excluded.words
       where (present.name, present.words) is distinct from (excluded.name, excluded.words) $$`,
  // Of several names the last one counts, as where a dataset is shown.
  `create function note_dataset_texts(ids uuid[]) returns void language sql as $$
     insert into dataset_texts as present (dataset_id, name, words)
     select datasets.id, fold_text(coalesce(told.name, slug)),
       fold_text(left(concat_ws(E'\\n', coalesce(told.name, slug), slug, told.texts), ${MAX_TEXT}))
     from datasets cross join lateral (
       select (array_agg(value order by changed_at desc, id desc) filter (where key = 'name')) [1] as name,
         string_agg(value, E'\\n' order by key, changed_at, id) filter (where key <> 'name') as texts
       from (
         select id, key, changed_at, left(case jsonb_typeof(data)
           when 'array' then (select string_agg(element, E'\\n') from jsonb_array_elements_text(data) element)
           when 'object' then null else data #>> '{}' end, ${MAX_TEXT / 4}) as value
         from dataset_metadata
         where dataset_id = datasets.id and path = '' and key in ('name', 'tagline', 'description', 'tags', 'keywords')
       ) meta where value is not null
     ) told
     where datasets.id = any(ids) order by datasets.id
     on conflict (dataset_id) do update set name = excluded.name, words = excluded.words
       where (present.name, present.words) is distinct from (excluded.name, excluded.words) $$`,
];

const rowTrigger = (table: 'organization' | 'dataset', change: string): readonly string[] => [
  `create trigger ${table}_texts_noted after insert or ${change} on ${table}s
   for each row execute function note_${table}_row()`,
];

const triggers = [
  ...(['organization', 'dataset'] as const).map(
    (table) => `create function note_${table}_row() returns trigger language plpgsql as $$
     begin
       perform note_${table}_texts(array[new.id]);
       return null;
     end $$`,
  ),
  ...rowTrigger('organization', 'update of slug, name, description'),
  ...rowTrigger('dataset', 'update of slug'),
  // After "metadata_noted_…", whose update takes the dataset: two changes of it wait for each other.
  `create function note_metadata_texts() returns trigger language plpgsql as $$
   begin
     perform note_dataset_texts(array(select distinct dataset_id from changes where path = ''));
     return null;
   end $$`,
  ...[
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ].map(
    ([change, rows]) => `create trigger metadata_texts_noted_${change} after ${change} on dataset_metadata
     referencing ${rows} table as changes for each statement execute function note_metadata_texts()`,
  ),
];
