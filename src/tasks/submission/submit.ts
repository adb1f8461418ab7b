import { randomUUID } from 'node:crypto';
import type { DatasetGrant } from '../../access/index.ts';
import { subjectName } from '../../accounts/index.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Database } from '../../database/index.ts';
import { datasetLocks, sidecars, type EntryRow } from '../../datasets/index.ts';
import { fail, failUnauthorized } from '../../errors/index.ts';
import { EntryType } from '../../inspection/index.ts';
import type { Sealer } from '../../jobs/index.ts';
import type { Organizations } from '../../organizations/index.ts';
import { actorOf } from '../actor.ts';
import { isKept, type Artifacts } from '../attempts/artifacts.ts';
import { logLines } from '../attempts/log-lines.ts';
import { createNoteTaker, type Notes } from '../attempts/notes.ts';
import { requireTool } from '../catalog.ts';
import type { Dispatch } from '../dispatch/dispatch.ts';
import { taskEntries } from '../entries.ts';
import { admitNewDataset, requireFreeSlug, type DatasetToMake } from '../made-dataset.ts';
import { maySee } from '../ownership.ts';
import type { Submission, Submitted, TaskCaller } from '../service.ts';
import { findTaskRow } from '../store/rows.ts';
import { gateOf } from '../tool-gate.ts';
import type { PlatformSettings } from '../tool-settings.ts';
import type { AnyTool, HandingTool, TaskEntries, TaskPlan } from '../tool.ts';
import { findEqualTask, type EqualTask } from './equal-task.ts';
import { taskKey } from './key.ts';
import { requireRoom, requireSmall } from './limits.ts';
import { refuseParameter } from '../refuse-parameter.ts';
import { readParameters, type Parameters } from './parameters.ts';
import { digestSecrets, sealSecrets, withoutSecrets } from './secrets.ts';
import { insertTask, revisionOf, type NewTask } from './task-store.ts';

export interface SubmitDependencies {
  readonly db: Database;
  readonly dispatch: Dispatch;
  /** In order. */
  readonly tools: readonly AnyTool[];
  readonly settings: PlatformSettings;
  readonly sealer: Sealer;
  readonly artifacts: Pick<Artifacts, 'locate'>;
  readonly organizations: Pick<Organizations, 'grant'>;
}

/** A task that is to be, as far as it is known before it is stored. */
interface Wish {
  readonly dataset: DatasetGrant;
  readonly caller: TaskCaller;
  readonly tool: AnyTool;
  readonly parameters: Parameters;
  readonly plan: TaskPlan;
  /** The dataset that it makes. */
  readonly makes: DatasetToMake | undefined;
  readonly key: string;
  readonly force: boolean;
}

/** Starts a task, or finds one that is the same. @throws as `Tasks.submit` */
export async function submitTask(
  dependencies: SubmitDependencies,
  dataset: DatasetGrant,
  caller: TaskCaller,
  request: Submission,
): Promise<Submitted> {
  const { db, tools, settings } = dependencies;
  const tool = requireTool(tools, request.toolId, request.version);
  const { disabled, message } = gateOf(settings.tools, tool.id, {
    caller: caller.user,
    organization: dataset.organization.slug,
  });
  if (disabled) throw fail('forbidden', message ?? 'This tool is switched off here.');
  requireAccess(tool, dataset, caller);
  const parameters = readParameters(tool.parameters, request);
  const plan = await tool.plan({ dataset, parameters, entries: taskEntries(db, dataset.id, parameters) });
  const made = tool.makes?.(parameters) ?? null;
  const makes =
    made === null ? undefined : await admitNewDataset(dependencies.organizations, made, dataset, caller.user);
  const key = await keyOf(dependencies, dataset, tool, parameters, plan);
  const wish: Wish = { dataset, caller, tool, parameters, plan, makes, key, force: request.force ?? false };
  const { id, isNew } = 'run' in tool ? await start(dependencies, wish) : await handOver(dependencies, wish, tool);
  const task = await findTaskRow(db, id, dataset.id);
  if (task === undefined) throw fail('not-found', 'The dataset was deleted meanwhile.');
  return { task, deduplicated: !isNew, estimatedBytes: plan.estimatedBytes };
}

function requireAccess(tool: AnyTool, { permissions }: DatasetGrant, { user }: TaskCaller): void {
  if (tool.access === 'read' || permissions.canWrite) return;
  if (user === undefined) throw failUnauthorized('Bearer');
  throw fail('forbidden', `${tool.title} takes the right to write in this dataset. Ask the owner of the organization.`);
}

async function keyOf(
  { db, sealer }: SubmitDependencies,
  { id: datasetId }: DatasetGrant,
  tool: AnyTool,
  parameters: Parameters,
  { reads }: TaskPlan,
): Promise<string> {
  return taskKey({
    toolId: tool.id,
    version: tool.version,
    datasetId,
    reads:
      reads === 'dataset'
        ? { revision: await revisionOf(db, datasetId) }
        : [
            ...reads,
            ...(await sidecars.beside(
              db,
              datasetId,
              reads.filter(hasCompanions).map(({ path }) => path),
            )),
          ],
    parameters: digestSecrets(tool.parameters, parameters, sealer),
  });
}

/** Photographs, of which a task may read ten thousand, are read alone: what has a place by a file beside it is a raster. */
const hasCompanions = ({ type }: EntryRow): boolean => type !== EntryType.Image && type !== EntryType.GeoImage;

interface Started {
  readonly id: string;
  readonly isNew: boolean;
}

async function start({ db, dispatch, settings, sealer, artifacts }: SubmitDependencies, wish: Wish): Promise<Started> {
  const { dataset, caller, tool, parameters, plan, makes, key, force } = wish;
  await caller.readmit();
  return db.transaction().execute(async (transaction) => {
    // Before the lock, as tasks that end do: behind a large upload into this dataset no task of another one waits.
    await datasetLocks.require(transaction, dataset);
    await dispatch.lock(transaction);
    const isAnswer = async ({ id, userId, file }: EqualTask): Promise<boolean> =>
      maySee({ toolId: tool.id, userId }, dataset, caller.user) &&
      (file === null || (await isKept(artifacts.locate(id, file))));
    const isSought = settings.dedupEnabled && !force;
    const search = { key, datasetId: dataset.id, hours: settings.dedupLookbackHours };
    const equal = isSought ? await findEqualTask(transaction, search, isAnswer) : undefined;
    if (equal !== undefined) return { id: equal, isNew: false };
    await requireFree(taskEntries(transaction, dataset.id), plan, tool);
    if (makes !== undefined) await requireFreeSlug(transaction, makes);
    requireSmall(settings, plan.estimatedBytes);
    const { organization } = dataset;
    const subject = subjectName(caller.user?.id, caller.address);
    await requireRoom(transaction, settings, { tool, subject, organization, estimatedBytes: plan.estimatedBytes });
    const id = randomUUID();
    const sealed = sealSecrets(tool.parameters, parameters, sealer, id);
    await insertTask(transaction, newTask(wish, id, sealed));
    await tell(transaction, wish, id);
    await dispatch.next(transaction);
    return { id, isNew: true };
  });
}

/** Refuses early what would be refused at the end: the way to a file that is there and is not to be replaced. */
async function requireFree(entries: TaskEntries, { creates }: TaskPlan, { parameters }: AnyTool): Promise<void> {
  if (creates === undefined || (await entries.find(creates)) === undefined) return;
  const words = `There is ${creates} already. Choose another path, or ask to replace it.`;
  throw Object.hasOwn(parameters.properties, 'outputPath')
    ? refuseParameter('outputPath', words, 'conflict')
    : fail('conflict', words);
}

/** The work of the tool is done by another module, whose job is the task. Without one the task has ended with its submission. */
async function handOver({ db }: SubmitDependencies, wish: Wish, tool: HandingTool): Promise<Started> {
  const { dataset, caller, parameters } = wish;
  await caller.readmit();
  return db.transaction().execute(async (transaction) => {
    await datasetLocks.require(transaction, dataset);
    const userId = caller.user?.id ?? null;
    const { jobId, isNew, result } = await tool.handOver({ transaction, dataset, parameters, userId });
    const id = jobId ?? randomUUID();
    if (jobId === null) await insertTask(transaction, newTask(wish, id, parameters), logOf(tool, parameters, result));
    if (jobId === null || isNew) await tell(transaction, wish, id);
    return { id, isNew: jobId === null || isNew };
  });
}

/** The log of a task that has ended with its submission. */
function logOf({ title, parameters: schema }: AnyTool, parameters: Parameters, result: string): Notes {
  const limits = { maxLines: 2, maxBytes: Infinity, everyMs: 0 };
  const notes = createNoteTaker({ lines: [], cursor: 0 }, limits, () => Promise.resolve());
  notes.begin(logLines.start(title, withoutSecrets(schema, parameters), false));
  notes.log(result);
  return notes.now();
}

/** Says in the audit log who started what. */
async function tell(transaction: Database, { dataset, caller, tool, plan }: Wish, id: string): Promise<void> {
  const subject = `${dataset.organization.slug}/${dataset.slug}`;
  const details = { task: id, tool: tool.id, path: plan.path };
  await recordAudit(transaction, { actor: actorOf(caller), action: 'task.start', subject, details });
}

const newTask = ({ dataset, caller, tool, plan, key }: Wish, id: string, parameters: Parameters): NewTask => ({
  id,
  datasetId: dataset.id,
  toolId: tool.id,
  version: tool.version,
  key,
  parameters,
  path: plan.path,
  userId: caller.user?.id ?? null,
  tokenId: caller.user?.scope?.tokenId ?? null,
  subject: subjectName(caller.user?.id, caller.address),
  estimatedBytes: plan.estimatedBytes,
});
