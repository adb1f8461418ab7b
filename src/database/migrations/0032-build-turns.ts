import { sql, type Kysely } from 'kysely';

/** Class and turn of each build: what runs at the same time, and whose turn it is. docs/builds.md */
const STATEMENTS = [
  `alter table jobs add column build_class text not null default 'raster', add column turn integer not null default 0`,
  `create index jobs_build_turns on jobs (build_class, state, turn)
     where tool_id = 'build' and state in ('Created', 'Enqueued', 'Scheduled', 'Processing')`,
  `create index jobs_build_turns_of_dataset on jobs (dataset_id, build_class, turn)
     where tool_id = 'build' and state in ('Created', 'Enqueued', 'Scheduled', 'Processing')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
