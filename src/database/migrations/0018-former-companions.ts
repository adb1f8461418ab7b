import { sql, type Kysely } from 'kysely';

/** With which files beside it a file was built that is served until another build stands. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table entries add column former_companions text collate "C"`,
  // Files from before 0017 have no fingerprint: shapefiles, of all that is built what had others beside it then.
  `insert into reinspections (dataset_id, path, itself)
     select dataset_id, path, true from entries
     where hash is not null and name ~ '\\.(shp|obj|gltf|glb|ply)$' and name like '%.shp' and companions = ''
     on conflict (dataset_id, path) do update set
       number = reinspections.number + 1, itself = true, noted_at = now()`,
];
