import { sql, type Kysely } from 'kysely';

/**
 * What entries are searched by, as columns of their own: name, words of the properties, time and place.
 *
 * `name` is the last part of the path and `words` the texts of the properties, both folded to lower case by the service,
 * which knows all of Unicode where the collation "C" knows only ASCII. `taken_at` is the capture time, else the time of the
 * file. `bounds` is the box around the footprint, longitudes and latitudes; one that crosses the antimeridian has all
 * longitudes. The extensions are part of every PostgreSQL distribution and of the embedded database; the owner of a
 * database may create them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Trigrams find a part of a name; the other two put the dataset before the name or the place in one index.
  ...['pg_trgm', 'btree_gin', 'btree_gist'].map((extension) => `create extension if not exists ${extension}`),
  `alter table entries
     add column name text collate "C" not null default '',
     add column words text collate "C",
     add column taken_at timestamptz,
     add column bounds box`,
  `update entries set
     name = lower(substring(path from '[^/]*$')),
     taken_at = case when hash is null then null
       when coalesce((properties ->> 'captureTime')::numeric, 0) > 0
         then to_timestamp((properties ->> 'captureTime')::numeric / 1000)
       else to_timestamp(mtime) end,
     bounds = (
       select box(point(min((position ->> 0)::float8), min((position ->> 1)::float8)),
                  point(max((position ->> 0)::float8), max((position ->> 1)::float8)))
       from jsonb_array_elements(coalesce(polygon_geom #> '{coordinates,0}', jsonb_build_array(point_geom -> 'coordinates'))) position
       where jsonb_typeof(position) = 'array')`,
  `create index entries_name on entries using gin (dataset_id, name gin_trgm_ops)`,
  `create index entries_words on entries using gin (dataset_id, words gin_trgm_ops) where words is not null`,
  `create index entries_taken on entries (dataset_id, taken_at, path) where hash is not null`,
  `create index entries_bounds on entries using gist (dataset_id, bounds) where bounds is not null`,
  // Walks over what has a place, in the order of paths.
  `create index entries_placed on entries (dataset_id, path) where bounds is not null`,
  // Folders of a dataset, and entries of one type, in the order of paths.
  `create index entries_type on entries (dataset_id, type, path)`,
];
