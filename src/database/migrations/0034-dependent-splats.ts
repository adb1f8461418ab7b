import { sql, type Kysely } from 'kysely';

/** Splats lie where files beside them say, as models do: the index of migration 0013 has their extensions as well. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index entries_dependent`.execute(db);
  await sql
    .raw(
      `create index entries_dependent on entries (dataset_id, path)
         where hash is not null and name ~ '\\.(shp|obj|gltf|glb|ply|spz|splat|ksplat|sog)$'`,
    )
    .execute(db);
}
