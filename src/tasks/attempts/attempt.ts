import { statfs } from 'node:fs/promises';
import type { Caller, DatasetGrant } from '../../access/index.ts';
import type { KeptToken } from '../../accounts/index.ts';
import type { Database } from '../../database/index.ts';
import { createMetadataValues, sidecars, type Datasets } from '../../datasets/index.ts';
import { fail } from '../../errors/index.ts';
import { ClaimLost, type Sealer } from '../../jobs/index.ts';
import type { Changes } from '../../database/index.ts';
import type { Organizations } from '../../organizations/index.ts';
import type { Dispatch } from '../dispatch/dispatch.ts';
import { taskEntries } from '../entries.ts';
import { nameFullDisk } from '../error-type.ts';
import { admitNewDataset, requireFreeSlug, tokenTooNarrow, type DatasetToMake } from '../made-dataset.ts';
import { countMadeBytes } from '../store/made-bytes.ts';
import { findArtifactFile } from '../store/rows.ts';
import { openSecrets, withoutSecrets } from '../submission/secrets.ts';
import { gateOf } from '../tool-gate.ts';
import type { PlatformSettings } from '../tool-settings.ts';
import type { AnyTool, ParkedWork, TaskEnd, Tool } from '../tool.ts';
import { KEPT_FOLDER, type Artifacts, type KeptFile } from './artifacts.ts';
import { isCancelled, parkCancelled, parkTask, succeedTask, type HeldTask } from './attempt-store.ts';
import { logLines } from './log-lines.ts';
import { takeBatchBack } from './batches.ts';
import type { NoteTaker } from './notes.ts';
import { createWriting, type Writing, type Written } from './writing.ts';
import type { WritingDependencies } from './writing-place.ts';
import { type Engine } from '../../engine/index.ts';

export interface AttemptDependencies extends WritingDependencies {
  readonly tools: readonly AnyTool[];
  readonly engine: Engine;
  readonly settings: PlatformSettings;
  readonly sealer: Sealer;
  readonly artifacts: Artifacts;
  readonly dispatch: Dispatch;
  readonly changes: Pick<Changes, 'announce'>;
  readonly datasets: Pick<Datasets, 'grantById'>;
  readonly organizations: Pick<Organizations, 'grant'>;
  /** A user as he is now; `undefined` when he is gone or deactivated. */
  readonly findCaller: (userId: string) => Promise<Caller | undefined>;
  /** An access token; `undefined` when it was revoked. */
  readonly findKeptToken: (tokenId: string) => Promise<KeptToken | undefined>;
}

/** What one attempt is told and tells. */
export interface AttemptContext {
  readonly task: HeldTask;
  readonly notes: NoteTaker;
  readonly signal: AbortSignal;
}

/** JSON of what a tool found out, in characters: some kilobytes are expected. */
const MAX_FACTS = 262_144;

/**
 * Does what a task asks for, and ends it as succeeded, or parks it. Nothing is left of it when it throws.
 *
 * @throws ClaimLost when the task is not this attempt's any more; what the tool throws
 */
export async function attemptTask(context: AttemptContext, dependencies: AttemptDependencies): Promise<void> {
  const { task, notes, signal } = context;
  const began = performance.now();
  const { storing, staging, engine, settings } = dependencies;
  const tool = requireRunnable(dependencies.tools, task);
  // What an attempt left that was cut off: its files must not come as well.
  if (task.batchId !== null) await takeBatchBack(storing.db, staging, task.batchId);
  const admitted = await admit(task, tool, dependencies);
  const { dataset } = admitted;
  await engine.withFolder(async (folder) => {
    await requireSpace(folder, settings.diskSafetyMarginBytes);
    const ownFolder = dependencies.artifacts.locate(task.id, KEPT_FOLDER);
    const writing = createWriting(dependencies, { task, ...admitted, folders: [folder, ownFolder], signal });
    let kept: KeptFile | undefined;
    let written: Written;
    try {
      notes.begin(logLines.start(tool.title, withoutSecrets(tool.parameters, task.parameters), task.parked !== null));
      const end = await run(tool, { ...context, dataset, folder, writing }, dependencies);
      if ('parked' in end) {
        await writing.takeBack();
        return await park(context, end, dependencies);
      }
      signal.throwIfAborted();
      kept = end.artifact && (await dependencies.artifacts.keep(task.id, end.artifact, signal));
      await admit(task, tool, dependencies);
      await context.notes.end();
      written = await succeed(context, { dataset, tool, end, kept, writing, began }, dependencies);
    } catch (thrown) {
      const cause = await nameFullDisk(thrown, folder);
      await writing.takeBack();
      // A connection that is lost while it commits leaves open whether it did: only what no row names goes.
      if (kept !== undefined && (await findArtifactFile(storing.db, task.id)) !== kept.file)
        await dependencies.artifacts.remove(task.id, kept.file);
      // The cancel removed what was there then; nobody goes on with what came since.
      if (signal.aborted && (await isCancelled(storing.db, task.id)))
        await dependencies.artifacts.remove(task.id, KEPT_FOLDER);
      throw cause;
    }
    // Should that fail, the sweep does it.
    await dependencies.artifacts.remove(task.id, KEPT_FOLDER).catch(() => undefined);
    await refresh(written, dataset, signal, dependencies);
  });
}

function requireRunnable(tools: readonly AnyTool[], { toolId, version }: HeldTask): Tool {
  const tool = tools.find((each) => each.id === toolId && each.version === version);
  if (tool !== undefined && 'run' in tool) return tool;
  throw fail('invalid-input', `This version of the service has no tool ${toolId} ${version} any more.`);
}

interface Admitted {
  readonly dataset: DatasetGrant;
  readonly caller: Caller | undefined;
  /** What it makes and writes into, instead of its own; undefined: nothing. */
  readonly makes: DatasetToMake | undefined;
}

/** The right to start the task, as it is now. @throws `forbidden`, `not-found`; `conflict` where what it makes is there by now */
async function admit(
  { userId, tokenId, subject, datasetId, parameters }: HeldTask,
  tool: Tool,
  { storing, datasets, organizations, findCaller, findKeptToken, settings }: AttemptDependencies,
): Promise<Admitted> {
  const caller = userId === null ? undefined : await findCaller(userId);
  if (caller === undefined && subject.startsWith('user '))
    throw fail('forbidden', 'The user who started the task is gone or deactivated.');
  const token = tokenId === null ? { datasetId: null } : await findKeptToken(tokenId);
  if (token === undefined)
    throw fail('forbidden', 'The access token that the task was started with was revoked. Start it anew.');
  const dataset = await datasets.grantById(datasetId, caller);
  if (dataset === undefined) throw fail('not-found', 'The dataset is gone, or may not be read any more.');
  const gate = gateOf(settings.tools, tool.id, { caller, organization: dataset.organization.slug });
  if (gate.disabled) throw fail('forbidden', gate.message ?? 'This tool is switched off here.');
  if (tool.access === 'write' && !dataset.permissions.canWrite)
    throw fail('forbidden', 'The user who started the task may not write in the dataset any more.');
  const wish = tool.makes?.(parameters) ?? null;
  if (wish !== null && token.datasetId !== null) throw tokenTooNarrow();
  const makes = wish === null ? undefined : await admitNewDataset(organizations, wish, dataset, caller);
  if (makes !== undefined) await requireFreeSlug(storing.db, makes);
  return { dataset, caller, makes };
}

async function requireSpace(folder: string, leastBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < leastBytes)
    throw fail('no-space', `Only ${bavail * bsize} bytes are free on the disk; a task begins with ${leastBytes}.`);
}

interface Running extends AttemptContext {
  readonly dataset: DatasetGrant;
  readonly folder: string;
  readonly writing: Writing;
}

function run(
  tool: Tool,
  { task, notes, signal, dataset, folder, writing }: Running,
  { storing, engine, sealer, artifacts }: AttemptDependencies,
): Promise<TaskEnd | ParkedWork> {
  const { db, blobs } = storing;
  const { id, slug, organization } = dataset;
  return tool.run({
    id: task.id,
    dataset: { id, slug, organization },
    parameters: openSecrets(tool.parameters, task.parameters, sealer, task.id),
    entries: taskEntries(db, id),
    engine,
    folder,
    signal,
    parked: task.parked,
    keptFolder: () => artifacts.keptFolder(task.id),
    requireRoom: writing.requireRoom,
    wasCancelled: () => isCancelled(db, task.id),
    locate({ path, hash }) {
      if (hash === null) throw new Error(`${path} is a folder and has no bytes`);
      return blobs.locate(hash);
    },
    metadata: (path, key) => createMetadataValues(db).ofEntry(id, path, key),
    neighbours: (path) => sidecars.neighbours(db, blobs, id, path),
    report: notes.report,
    log: notes.log,
    write: writing.write,
    writeMany: writing.writeMany,
    remove: writing.remove,
  });
}

/** Gives the place of the attempt back, as another machine does the work. */
async function park(
  { task, notes }: AttemptContext,
  work: ParkedWork,
  { storing, dispatch }: AttemptDependencies,
): Promise<void> {
  await notes.end();
  const isParked = await storing.db.transaction().execute(async (transaction) => {
    await dispatch.lock(transaction);
    const isHeld = await parkTask(transaction, task, work, notes.now());
    if (isHeld) await dispatch.next(transaction);
    return isHeld;
  });
  if (isParked) return;
  await parkCancelled(storing.db, task, work);
  throw new ClaimLost('The task was ended or goes on elsewhere');
}

interface Finished {
  readonly dataset: DatasetGrant;
  readonly tool: Tool;
  readonly end: TaskEnd;
  readonly kept: KeptFile | undefined;
  readonly writing: Writing;
  /** By the clock of `performance`. */
  readonly began: number;
}

async function succeed(
  { task, notes }: AttemptContext,
  { dataset, tool, end, kept, writing, began }: Finished,
  { storing, dispatch, settings }: AttemptDependencies,
): Promise<Written> {
  const { facts } = end;
  if (JSON.stringify(facts ?? {}).length > MAX_FACTS)
    throw new Error(`${tool.id} found out more than is kept of a task`);
  const artifact = kept && { ...kept, name: end.artifact!.name, hours: settings.artifactTtlHours };
  const finish = async (transaction: Database): Promise<Written> => {
    const written = await writing.apply(transaction);
    await dispatch.lock(transaction);
    const removed = written.went?.existing.length ?? 0;
    const seconds = (performance.now() - began) / 1000;
    notes.log(logLines.end({ artifact, writtenBytes: written.came?.bytes, removed, seconds }));
    const parameters = withoutSecrets(tool.parameters, task.parameters);
    const result = { artifact, facts, removed, parameters };
    if (!(await succeedTask(transaction, task, result, notes.now())))
      throw new ClaimLost('The task was ended or goes on elsewhere');
    await countMadeBytes(transaction, dataset.id, (kept?.size ?? 0) + (written.came?.bytes ?? 0));
    await dispatch.next(transaction);
    return written;
  };
  return storing.db.transaction().execute(finish);
}

/** What follows when the task has succeeded; nothing of that is undone when it fails. */
async function refresh(
  { came, went }: Written,
  dataset: DatasetGrant,
  signal: AbortSignal,
  { changes }: Pick<AttemptDependencies, 'changes'>,
): Promise<void> {
  if (came === undefined && went === undefined) return;
  changes.announce('files', came?.batch.datasetId ?? dataset.id);
  if (came) await came.finish(signal);
  if (went) await went.finish(signal);
}
