import { sql } from 'kysely';
import type { DatasetGrant } from '../../access/index.ts';
import { recordAudit, type Actor, type AuditAction } from '../../audit/index.ts';
import { cancelBuilds, clearEndedJobs, type BuildRequests } from '../../builds/index.ts';
import { UUID, type Database } from '../../database/index.ts';
import { datasetLocks } from '../../datasets/index.ts';
import { fail } from '../../errors/index.ts';
import { FINAL_STATES, type JobQueue } from '../../jobs/index.ts';
import type { Artifacts } from '../attempts/artifacts.ts';
import { requireTool } from '../catalog.ts';
import type { Dispatch } from '../dispatch/dispatch.ts';
import type { TaskControl } from '../service.ts';
import { requireRoom } from '../submission/limits.ts';
import { secretNames } from '../submission/secrets.ts';
import type { PlatformSettings } from '../tool-settings.ts';
import type { AnyTool } from '../tool.ts';
import {
  deleteEnded,
  hasPendingBuilds,
  holdForControl,
  isOneOfTasks,
  markDeleted,
  putBack,
  type ControlledTask,
} from './control-store.ts';
import { tellEnded } from './ended.ts';
import { undoTask, type UndoDependencies } from './undo.ts';

export interface ControlDependencies extends UndoDependencies {
  readonly tools: readonly AnyTool[];
  readonly settings: PlatformSettings;
  readonly dispatch: Dispatch;
  readonly queue: Pick<JobQueue, 'cancel'>;
  readonly artifacts: Artifacts;
  readonly builds: Pick<BuildRequests, 'one'>;
}

/** Where a task is looked for: in a dataset, or anywhere for administrators. */
export type Place = DatasetGrant | undefined;

/** What is done with one task, wherever it is. */
export interface OneTask {
  /** @returns false when it was Deleted already */
  cancel(place: Place, id: string, actor: Actor): Promise<boolean>;
  retry(place: Place, id: string, actor: Actor): Promise<void>;
  remove(place: Place, id: string, actor: Actor): Promise<void>;
}

export function createOneTask(dependencies: ControlDependencies): OneTask {
  const { storing, dispatch, queue, artifacts, ending } = dependencies;
  const { db } = storing;
  const hold = async (transaction: Database, place: Place, id: string, ofAnyKind = false): Promise<ControlledTask> => {
    // Builds have no turn among the tasks, and the end of a task may have locked jobs of builds before it locks the tasks.
    if (UUID.test(id) && (await isOneOfTasks(transaction, id))) await dispatch.lock(transaction);
    const task = UUID.test(id) ? await holdForControl(transaction, id, place?.id) : undefined;
    if (task === undefined) throw fail('not-found', 'There is no task of that id.');
    if (ofAnyKind || task.isTask || task.toolId === 'build') return task;
    throw fail('conflict', 'This is an operation of the service, which ends by itself.');
  };
  return {
    async cancel(place, id, actor) {
      const task = await db.transaction().execute(async (transaction) => {
        const held = await hold(transaction, place, id);
        if (held.state === 'Deleted') return undefined;
        const versions = dependencies.tools.filter(({ id: toolId }) => toolId === held.toolId);
        const secrets = versions.flatMap((tool) => secretNames(tool.parameters));
        await markDeleted(transaction, held.id, `Cancelled by ${actor.name}.`, secrets);
        await tell(transaction, actor, 'task.cancel', place, held);
        if (held.isTask) await dispatch.next(transaction);
        return held;
      });
      if (task === undefined) return false;
      if (task.isTask) await tellEnded(db, queue);
      else if (!isEnded(task)) await cancelBuilds(queue, [task.id]);
      await artifacts.remove(task.id);
      return true;
    },

    async retry(place, id, actor) {
      await db.transaction().execute(async (transaction) => {
        // The dataset is locked first, as by those who submit tasks and ask for builds.
        const datasetId = await findDatasetOf(transaction, id);
        if (datasetId !== null) await datasetLocks.require(transaction, { id: datasetId });
        const task = await hold(transaction, place, id);
        if (task.state !== 'Failed')
          throw fail('conflict', `Only what failed can be tried again; this is ${task.state}.`);
        await tell(transaction, actor, 'task.retry', place, task);
        if (!task.isTask) return retryBuild(dependencies, transaction, task);
        const tool = requireTool(dependencies.tools, task.toolId);
        const organization = await organizationOf(transaction, task.datasetId!);
        const { subject, estimatedBytes } = task;
        await requireRoom(transaction, dependencies.settings, {
          tool,
          subject: subject!,
          organization,
          estimatedBytes,
        });
        await putBack(transaction, task.id, actor.token ?? null);
        await dispatch.next(transaction);
      });
    },

    async remove(place, id, actor) {
      const task = await db.transaction().execute(async (transaction) => {
        const held = await hold(transaction, place, id, true);
        if (!isEnded(held))
          throw fail(
            place === undefined ? 'not-found' : 'invalid-input',
            `The task is ${held.state}; cancel it first.`,
          );
        await deleteEnded(transaction, held.id);
        await tell(transaction, actor, place === undefined ? 'system.task-delete' : 'task.delete', place, held);
        return held;
      });
      await artifacts.remove(task.id);
      if (task.batchId !== null) await ending.forget(task.batchId);
    },
  };
}

export function createControl(dependencies: ControlDependencies, one: OneTask): TaskControl {
  const { db } = dependencies.storing;
  return {
    ...one,

    async clear(dataset, { toolId, state, without }, actor) {
      const ofTool = toolId === undefined ? sql`true` : sql`tool_id = ${toolId.toLowerCase()}`;
      const ofOthers = without === undefined ? sql`true` : sql`tool_id <> ${without.toLowerCase()}`;
      const inState = state === undefined ? sql`true` : sql`state = ${state}`;
      // What they made is found by nobody any more, and goes with the next sweep: nobody waits for thousands of files here.
      const among = sql<boolean>`dataset_id = ${dataset.id}::uuid and ${ofTool} and ${ofOthers} and ${inState}`;
      return clearEndedJobs(db, among, async (transaction, count) => {
        const subject = nameOf(dataset);
        const details = {
          tasks: count,
          ...(toolId === undefined ? {} : { tool: toolId }),
          ...(state === undefined ? {} : { state }),
          ...(without === undefined ? {} : { without }),
        };
        await recordAudit(transaction, { actor, action: 'task.clear', subject, details });
      });
    },

    undo: (dataset, id, caller, actor) => undoTask(dependencies, dataset, id, { caller, actor }),
  };
}

const isEnded = ({ state }: ControlledTask): boolean => FINAL_STATES.some((final) => final === state);

const nameOf = ({ organization, slug }: Pick<DatasetGrant, 'organization' | 'slug'>): string =>
  `${organization.slug}/${slug}`;

async function tell(
  transaction: Database,
  actor: Actor,
  action: AuditAction,
  place: Place,
  { id, datasetName, toolId, path }: ControlledTask,
): Promise<void> {
  const subject = place === undefined ? (datasetName ?? id) : nameOf(place);
  await recordAudit(transaction, { actor, action, subject, details: { task: id, tool: toolId, path } });
}

async function retryBuild(
  { builds }: ControlDependencies,
  transaction: Database,
  { datasetId, path, userId }: ControlledTask,
): Promise<void> {
  if (await hasPendingBuilds(transaction, datasetId!))
    throw fail('conflict', 'Files of this dataset wait for others; they are built by themselves when those are there.');
  await builds.one(transaction, { id: datasetId! }, path!, true, userId);
}

/** The dataset of a job; null when it has none, or is not there. */
async function findDatasetOf(db: Database, id: string): Promise<string | null> {
  if (!UUID.test(id)) return null;
  const row = await db.selectFrom('jobs').select('dataset_id').where('id', '=', id).executeTakeFirst();
  return row?.dataset_id ?? null;
}

/** @throws `not-found` when the dataset is being removed */
async function organizationOf(
  db: Database,
  datasetId: string,
): Promise<{ readonly id: string; readonly slug: string }> {
  const row = await db
    .selectFrom('datasets')
    .innerJoin('organizations', 'organizations.id', 'datasets.organization_id')
    .select(['organizations.id', 'organizations.slug'])
    .where('datasets.id', '=', datasetId)
    .executeTakeFirst();
  if (row === undefined) throw fail('not-found', 'The dataset of the task is gone.');
  return row;
}
