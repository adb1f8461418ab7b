import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import type { AnyTaskFilter, AnyTaskRow, Listed, Part, TaskImport } from '../service.ts';
import { listed, newestFirst } from './parts.ts';
import { presentRow, taskRows } from './rows.ts';

/** Named members only: an import's input also holds the sealed secret. */
const importFacts = sql<TaskImport | null>`case when jobs.tool_id in ('import-dataset', 'import-organization')
  and jobs.input is not null then
  jsonb_build_object(
    'source', jobs.input ->> 'source',
    'from', concat_ws('/', jobs.input ->> 'sourceOrganization', jobs.input ->> 'sourceDataset'),
    'to', concat_ws('/', jobs.input ->> 'destinationOrganization', jobs.input ->> 'destinationDataset'),
    'datasets', jsonb_array_length(jobs.result -> 'importedItems'),
    'files', (jobs.result ->> 'totalFiles')::bigint + (jobs.result ->> 'skippedFiles')::bigint,
    'failures', jsonb_array_length(jobs.result -> 'errors') + jsonb_array_length(jobs.result -> 'fileErrors')
  ) end`;

/** Tasks of all datasets and operations of the service, newest first. */
export async function listAnyTasks(
  db: Database,
  { toolId, state, userId }: AnyTaskFilter,
  part: Part,
): Promise<Listed<AnyTaskRow>> {
  const page = newestFirst(db, part)
    .$if(toolId !== undefined, (query) => query.where('tool_id', '=', toolId!.toLowerCase()))
    .$if(state !== undefined, (query) => query.where('state', '=', state!))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!));
  const rows = await taskRows(db, page)
    .leftJoin('datasets', 'datasets.id', 'jobs.dataset_id')
    .leftJoin('organizations', 'organizations.id', 'datasets.organization_id')
    .select(['organizations.slug as organizationSlug', 'datasets.slug as datasetSlug', importFacts.as('import')])
    .orderBy('jobs.created_at', 'desc')
    .orderBy('jobs.id', 'desc')
    .execute();
  return listed(rows.map(presentRow), part);
}

export async function countAnyTasks(db: Database, { toolId, state, userId }: AnyTaskFilter): Promise<number> {
  const { total } = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .$if(toolId !== undefined, (query) => query.where('tool_id', '=', toolId!.toLowerCase()))
    .$if(state !== undefined, (query) => query.where('state', '=', state!))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
    .executeTakeFirstOrThrow();
  return total;
}
