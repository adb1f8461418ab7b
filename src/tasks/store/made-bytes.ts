import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';

/** Counts what a task of a dataset made, for the organization that has it now. */
export async function countMadeBytes(transaction: Database, datasetId: string, bytes: number): Promise<void> {
  await sql`
    insert into task_bytes (organization_id, hour, bytes)
    select organization_id, date_trunc('hour', now()), ${bytes}::bigint from datasets
    where id = ${datasetId}::uuid and organization_id is not null
    on conflict (organization_id, hour) do update set bytes = task_bytes.bytes + excluded.bytes`.execute(transaction);
}

/** Bytes that tasks of an organization made within about a day, and those that are under way are about to make. */
export async function bytesOfToday(db: Database, organizationId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (coalesce((select sum(bytes) from task_bytes
        where organization_id = ${organizationId}::uuid and hour > now() - interval '1 day'), 0)
      + coalesce((select sum(estimated_bytes) from active_tasks()
          where organization_id = ${organizationId}::uuid), 0))::bigint as bytes`.execute(db);
  return rows[0]!.bytes;
}

/** Forgets what counts no more. */
export async function forgetMadeBytes(db: Database): Promise<void> {
  await sql`delete from task_bytes where hour < now() - interval '2 days'`.execute(db);
}
