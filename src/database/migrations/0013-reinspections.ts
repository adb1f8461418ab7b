import { sql, type Kysely } from 'kysely';

/** Changes after which files that need others are to be inspected again, and what finds those files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table reinspections (
     dataset_id uuid not null references datasets on delete cascade,
     path text collate "C" not null,
     itself boolean not null,
     number integer not null default 1,
     noted_at timestamptz not null default now(),
     primary key (dataset_id, path)
   )`,
  `create index reinspections_age on reinspections (noted_at)`,
  `create table reinspection_holds (
     dataset_id uuid primary key references datasets on delete cascade,
     holder uuid not null,
     held_until timestamptz not null
   )`,
  // Datasets have millions of photos and a handful of these: a walk over them must not meet the others.
  `create index entries_dependent on entries (dataset_id, path)
     where hash is not null and name ~ '\\.(shp|obj|gltf|glb|ply)$'`,
  // Who names a file, for each of the two lists of names.
  ...['missingDependencies', 'dependencies'].map(
    (list) => `create index entries_${list.toLowerCase()} on entries using gin (dataset_id, (properties -> '${list}'))
      where properties ? '${list}'`,
  ),
];
