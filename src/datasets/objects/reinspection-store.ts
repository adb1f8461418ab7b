import { sql } from 'kysely';
import { anyOf, type Database } from '../../database/index.ts';
import { mayMatter, type Change } from './dependants.ts';

/** A change whose dependants are to be inspected again. */
export interface Note extends Change {
  readonly number: number;
}

/** Notes taken at a time; those of a removal of very many files follow. */
const MOST_NOTES = 10_000;

/** Notes changes, if any file of the dataset can depend on them. @returns whether it did */
export async function insertNotes(db: Database, datasetId: string, changes: readonly Change[]): Promise<boolean> {
  const once = [...new Map(changes.map((change) => [change.path, change])).values()];
  const { rows } = await sql`
    insert into reinspections (dataset_id, path, itself)
    select ${datasetId}::uuid, change.path, change.itself
    from unnest(${once.map(({ path }) => path)}::text[], ${once.map(({ itself }) => itself)}::boolean[])
      as change (path, itself)
    where ${mayMatter(datasetId, once)}
    order by change.path
    on conflict (dataset_id, path) do update set
      number = reinspections.number + 1, itself = reinspections.itself or excluded.itself, noted_at = now()
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Notes of a dataset, of some paths or the first ones. */
export function findNotes(db: Database, datasetId: string, paths?: readonly string[]): Promise<Note[]> {
  return db
    .selectFrom('reinspections')
    .select(['path', 'itself', 'number'])
    .where('dataset_id', '=', datasetId)
    .$if(paths !== undefined, (query) => query.where('path', '=', anyOf(paths ?? [], 'text')))
    .orderBy('path')
    .limit(MOST_NOTES)
    .execute();
}

/** Crosses out what is done; a change that came meanwhile stays. */
export async function deleteNotes(db: Database, datasetId: string, notes: readonly Note[]): Promise<void> {
  await sql`
    delete from reinspections using unnest(${notes.map(({ path }) => path)}::text[],
      ${notes.map(({ number }) => number)}::integer[]) as done (path, number)
    where dataset_id = ${datasetId}::uuid and reinspections.path = done.path
      and reinspections.number = done.number`.execute(db);
}

/** A dataset whose notes nobody has settled for a while: its process ended, or could not. */
export async function nextForgotten(
  db: Database,
  olderThanMs: number,
  tried: readonly string[],
): Promise<string | undefined> {
  const row = await db
    .selectFrom('reinspections')
    .select('dataset_id as datasetId')
    .where('noted_at', '<', sql<Date>`now() - ${olderThanMs}::float8 * interval '1 millisecond'`)
    .where(({ not, eb }) => not(eb('dataset_id', '=', anyOf(tried, 'uuid'))))
    .orderBy('noted_at')
    .limit(1)
    .executeTakeFirst();
  return row?.datasetId;
}

/** Longer than any inspection takes; it is renewed in between. */
const HOLD = sql<Date>`now() + interval '5 minutes'`;

/** Makes a process the only one that inspects again in a dataset, or lets it stay so. @returns false when another one is, or the dataset is gone */
export async function holdDataset(db: Database, datasetId: string, holder: string): Promise<boolean> {
  const { rows } = await sql`
    insert into reinspection_holds (dataset_id, holder, held_until)
    select id, ${holder}::uuid, ${HOLD} from datasets where id = ${datasetId}::uuid
    on conflict (dataset_id) do update set holder = excluded.holder, held_until = excluded.held_until
      where reinspection_holds.holder = excluded.holder or reinspection_holds.held_until < now()
    returning 1`.execute(db);
  return rows.length > 0;
}

export async function releaseDataset(db: Database, datasetId: string, holder: string): Promise<void> {
  await db.deleteFrom('reinspection_holds').where('dataset_id', '=', datasetId).where('holder', '=', holder).execute();
}
