import Type from 'typebox';
import { recordAudit, type Actor } from '../../audit/index.ts';
import type { Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import { route, type Route } from '../../http/index.ts';
import type { BatchEnding } from '../../datasets/index.ts';
import type { Operations } from '../../jobs/index.ts';
import type { OutputFolders } from '../../builds/index.ts';
import { forgetJobs } from '../forget-jobs.ts';
import { CLEAN_UP_TOOL, listDatasetNames, type CleanUpScope } from './clean-up-operation.ts';
import { BatchFault, BatchName, removeBatches } from './batches.ts';
import { cleanDataset } from './dataset-clean-up.ts';
import { removeEmptyDatasets, type DeleteDatasets } from './empty-datasets.ts';

export interface CleanUpDependencies {
  readonly db: Database;
  readonly operations: Operations;
  readonly folders: OutputFolders;
  readonly deleteDatasets: DeleteDatasets;
  readonly jobRetentionDays: number;
  readonly batches: Pick<BatchEnding, 'remove'>;
  /** Hours after its last use that a batch is given up. */
  readonly batchHours: number;
  /** Takes what went wrong with one of many. */
  readonly onError: (fault: unknown) => void;
}

const CleanUpBody = Type.Object({
  datasets: Type.Record(
    Type.String({ description: '`organization/dataset`' }),
    Type.Object({ removedEntries: Type.Array(Type.String()), removedBuilds: Type.Array(Type.String()) }),
  ),
  errors: Type.Record(Type.String(), Type.String()),
  jobId: Type.Union([Type.String(), Type.Null()]),
  jobIds: Type.Array(Type.String()),
  async: Type.Boolean(),
});

const Removed = <K extends string, S extends Type.TSchema>(done: K, item: S, errors: string) =>
  Type.Object({ [done]: Type.Array(item), [errors]: Type.Array(Type.Object({}, { additionalProperties: true })) });

// Empty texts reach the handler: an organization without a name must not mean all of them.
const slug = (description: string) => Type.Optional(Type.String({ minLength: 0, maxLength: 200, description }));

/** What removes things nobody needs. */
export function cleanUpRoutes(parts: CleanUpDependencies): Route[] {
  const { db, deleteDatasets, jobRetentionDays } = parts;
  const cleanUp = route({
    method: 'POST',
    path: '/sys/cleanup',
    access: 'admin',
    tag: 'System',
    summary: 'Remove outputs and stored files that nothing refers to',
    description:
      'Of one dataset at once; of an organization, or of everything, as one job: 202, and `GET /sys/jobs/{jobId}`.',
    body: Type.Object({
      organizationSlug: slug('Only datasets of this organization'),
      datasetSlug: slug('Only this dataset of the organization'),
    }),
    response: { 200: CleanUpBody, 202: CleanUpBody },
    handle: async ({ body, actor, reply }) => {
      const { organizationSlug, datasetSlug } = body;
      const scope = { organizationSlug: organizationSlug?.toLowerCase(), datasetSlug: datasetSlug?.toLowerCase() };
      const answer = await startCleanUp(parts, scope, actor());
      void reply.code(answer.async ? 202 : 200);
      return answer;
    },
  });
  const cleanUpJobs = route({
    method: 'POST',
    path: '/sys/cleanup-jobindices',
    access: 'admin',
    tag: 'System',
    summary: 'Remove records of jobs that ended long ago',
    description: 'All of them, in steps of 2,000; each step leaves a line in the audit log.',
    query: Type.Object({
      retentionDays: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 36_500, description: 'Days to keep; the setting unless told' }),
      ),
    }),
    response: { 200: Type.Object({ deletedCount: Type.Integer(), retentionDays: Type.Integer() }) },
    handle: async ({ query: { retentionDays = jobRetentionDays }, actor }) => {
      const who = actor();
      const deletedCount = await forgetJobs(db, retentionDays, (transaction, jobs) => {
        const details = { jobs, retentionDays };
        return recordAudit(transaction, { actor: who, action: 'system.cleanup', subject: 'job records', details });
      });
      return { deletedCount, retentionDays };
    },
  });
  return [
    cleanUp,
    cleanUpJobs,
    ...[cleanUp, cleanUpJobs].map((each) => ({ ...each, path: each.path.replace('/sys/', '/system/'), alias: true })),
    route({
      method: 'POST',
      path: '/sys/cleanupdatasets',
      access: 'admin',
      tag: 'System',
      summary: 'Remove datasets that have been empty for a day',
      response: { 200: Removed('removedDatasets', Type.String(), 'removeDatasetErrors') },
      handle: async ({ actor }) => {
        const removed = await removeEmptyDatasets(db, deleteDatasets, actor());
        // All or none are removed: what fails, fails the whole call.
        return { removedDatasets: removed.map((each) => each.slug), removeDatasetErrors: [] };
      },
    }),
    route({
      method: 'POST',
      path: '/sys/cleanupbatches',
      access: 'admin',
      tag: 'System',
      summary: 'Remove upload batches that were given up, and what is told of ended ones',
      description:
        'Batches (share, push) that were not used for `Uploads.BatchHours` are rolled back and removed, committed ones forgotten. One that is in use stays.',
      response: {
        200: Type.Object({ removedBatches: Type.Array(BatchName), removeBatchErrors: Type.Array(BatchFault) }),
      },
      handle: ({ actor }) => removeBatches(parts, actor()),
    }),
  ];
}

type Scope = { readonly organizationSlug?: string | undefined; readonly datasetSlug?: string | undefined };

async function startCleanUp(
  { db, folders, operations }: CleanUpDependencies,
  scope: Scope,
  actor: Actor,
): Promise<Type.Static<typeof CleanUpBody>> {
  const datasets = await requireDatasets(db, scope);
  const none = { datasets: {}, errors: {}, jobId: null, jobIds: [], async: false };
  if (scope.datasetSlug !== undefined) {
    const dataset = datasets[0]!;
    const { removedEntries, removedBuilds } = await cleanDataset({ db, folders }, dataset, actor);
    const cleaned = { removedEntries: [...removedEntries], removedBuilds: [...removedBuilds] };
    return { ...none, datasets: { [dataset.name]: cleaned } };
  }
  const { organizationSlug } = scope;
  if (organizationSlug !== undefined && datasets.length === 0) return none;
  const input: CleanUpScope = organizationSlug === undefined ? {} : { organizationSlug };
  const jobId = await db.transaction().execute(async (transaction) => {
    const id = await operations.start(transaction, CLEAN_UP_TOOL, input, actor.id ?? null);
    const subject = organizationSlug ?? 'everything';
    await recordAudit(transaction, { actor, action: 'system.cleanup', subject, details: { jobId: id } });
    return id;
  });
  return { ...none, jobId, jobIds: [jobId], async: true };
}

/** @throws `invalid-input` for a dataset without an organization, `not-found` for what is not there */
async function requireDatasets(db: Database, scope: Scope) {
  const { organizationSlug, datasetSlug } = scope;
  if (organizationSlug === '' || datasetSlug === '')
    throw fail('invalid-input', `${organizationSlug === '' ? 'organizationSlug' : 'datasetSlug'} must not be empty`);
  if (organizationSlug === undefined) {
    if (datasetSlug !== undefined) throw fail('invalid-input', 'The organizationSlug field is required.');
    return [];
  }
  const organization = await db
    .selectFrom('organizations')
    .select('id')
    .where('slug', '=', organizationSlug)
    .executeTakeFirst();
  if (organization === undefined) throw fail('not-found', `There is no organization ${organizationSlug}.`);
  const datasets = await listDatasetNames(db, scope);
  if (datasetSlug !== undefined && datasets.length === 0)
    throw fail('not-found', `There is no dataset ${organizationSlug}/${datasetSlug}.`);
  return datasets;
}
