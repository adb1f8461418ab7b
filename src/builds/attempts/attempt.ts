import type { Database, SessionLock, SessionLocks } from '../../database/index.ts';
import {
  baseName,
  createMetadataValues,
  entryReading,
  inDataset,
  parentOf,
  sidecars,
  UNKNOWN_COMPANIONS,
} from '../../datasets/index.ts';
import type { EntryRow, SeenFiles } from '../../datasets/index.ts';
import type { Engine } from '../../engine/index.ts';
import { EXPIRE_SECONDS, type ReportProgress } from '../../jobs/index.ts';
import type { Settings } from '../../settings/index.ts';
import { lockName } from '../build-key.ts';
import { isComplete } from '../completeness.ts';
import type { BuildLog } from '../jobs/build-log.ts';
import type { JobRow } from '../jobs/job-store.ts';
import type { OutputFolders } from '../output-folders.ts';
import { BuildFailure, toBuildFailure, type BuildOutput, type OutputFacts, type Outputs } from '../outputs/index.ts';
import { checkKeyOf, type EntryKeyOptions } from './entry-key.ts';
import { requireFreeSpace } from './free-space.ts';
import type { BuildOutcome } from './outcome.ts';
import { publishOutput, removeLeftOvers } from './publish.ts';

export interface AttemptOptions extends EntryKeyOptions {
  readonly locks: SessionLocks;
  readonly folders: OutputFolders;
  readonly outputs: Outputs;
  readonly engine: Engine;
  readonly settings: Settings['builds'];
  /** Folder on whose file system the outputs are written. */
  readonly folder: string;
  readonly onError: (error: unknown) => void;
}

/** What one attempt is told and tells. */
export interface AttemptContext {
  readonly job: JobRow;
  /** Whether an attempt before this one was cut off: its process was killed. */
  readonly wasCutOff: boolean;
  /** Fires when the process stops or the job is cancelled. */
  readonly signal: AbortSignal;
  readonly log: BuildLog;
  readonly report: ReportProgress;
}

/**
 * Builds what a job asks for. Its outcome is a verdict; what is none (the process stops, the lock or the database is lost, a
 * disk fails) is thrown, and the attempt may be made again.
 */
export async function attemptBuild(context: AttemptContext, options: AttemptOptions): Promise<BuildOutcome> {
  const { job, signal, log } = context;
  const entry = await entryReading.ofKey(options.db, { ...job, types: options.outputs.types }, job.path);
  if (entry === undefined) return superseded(options.db, job);
  const lock = await options.locks.tryTake(lockName(job));
  if (lock === undefined) {
    log.line('Another process builds this at the moment.');
    return { kind: 'contended' };
  }
  try {
    const signals = AbortSignal.any([signal, lock.lost]);
    return await buildLocked({ ...context, signal: signals }, entry, lock, options).catch((cause: unknown) => {
      signals.throwIfAborted();
      const { reason, message } = toBuildFailure(cause);
      return { kind: 'failed', reason, message } as const;
    });
  } finally {
    await lock.release();
  }
}

/** The entry has other bytes or other files beside it by now, and the change asked for another build; or it is gone. */
async function superseded(db: Database, { datasetId, hash, path }: JobRow): Promise<BuildOutcome> {
  const later = await entryReading.ofKey(db, { datasetId, hash }, path);
  if (later !== undefined) return { kind: 'superseded' };
  return { kind: 'failed', reason: 'invalid-input', message: 'The file was deleted before it could be built.' };
}

async function buildLocked(
  { job, wasCutOff, signal, log, report }: AttemptContext,
  entry: EntryRow,
  lock: SessionLock,
  options: AttemptOptions,
): Promise<BuildOutcome> {
  const { db, blobs, engine, inspector, settings, onError } = options;
  const outputs = options.outputs.of(entry.type, entry.path);
  if (!job.forced && (await isComplete(options, job, outputs))) return { kind: 'complete' };
  if (wasCutOff) await removeLeftOvers(job, options);
  const seen: SeenFiles = new Map();
  const key = checkKeyOf(entry, job, seen, options);
  if (job.companions === UNKNOWN_COMPANIONS) {
    await key.correct(signal);
    return { kind: 'superseded' };
  }
  const limit = timeLimit(settings);
  await requireFreeSpace(options.folder, settings.minFreeDiskMB);
  const file = {
    path: blobs.locate(job.hash),
    name: baseName(entry.path),
    size: entry.size,
    neighbours: sidecars.neighbours(db, blobs, job.datasetId, entry.path, seen),
  };
  const { missing, outside, alike } = await inspector.requirements(file, signal);
  if (outside.length > 0)
    throw new BuildFailure('dependency-outside', `It names files outside of its dataset: ${outside.join(', ')}.`);
  if (missing.length > 0) {
    const paths = missing.flatMap((name) => inDataset(parentOf(entry.path), name));
    log.line(`Waits for ${paths.join(', ')}.`);
    for (const [name, other] of alike ?? [])
      log.line(`${other} is there, ${name} is asked for: names differ by upper and lower case.`);
    return { kind: 'deferred', path: entry.path, missing: paths };
  }
  const made = new Map<string, MadeOutput>();
  const metadata = (name: string): Promise<unknown> =>
    createMetadataValues(db).ofEntry(job.datasetId, entry.path, name);
  const source = {
    ...file,
    source: file.path,
    metadata,
    settings,
    made: (kind: string) => madeOutput(made, kind).folder,
    factsOf: (kind: string) => madeOutput(made, kind).facts,
  };
  const isStill = (transaction: Database): Promise<boolean> => {
    lock.lost.throwIfAborted();
    return key.holds(transaction);
  };
  for (const [index, output] of outputs.entries()) {
    const make = async (folder: string): Promise<OutputFacts | void> => {
      const step: ReportProgress = (percent, phase) =>
        report(percent === null ? null : (100 * index + percent) / outputs.length, phase);
      const facts = await makeInTime(
        output,
        { ...source, scratch: folder, engine, log: log.line },
        step,
        signal,
        limit,
      );
      signal.throwIfAborted();
      made.set(output.kind, { folder, facts: facts ?? {} });
      return facts;
    };
    const isNamed = await publishOutput({ ...job, type: entry.type }, output.kind, make, isStill, options).catch(
      (cause: unknown) => {
        signal.throwIfAborted();
        if (!output.optional) throw cause;
        log.line(`${output.kind} was left out: ${reasonOf(cause, onError)}`);
        return true;
      },
    );
    if (isNamed) continue;
    log.line('The file, or what lies beside it, is not what was to be built.');
    await key.correct(signal);
    return { kind: 'superseded' };
  }
  return { kind: 'built' };
}

/** In words for the owner of the file. What is no failure of the build is one of the service, which its log tells of. */
function reasonOf(cause: unknown, onError: (error: unknown) => void): string {
  try {
    return toBuildFailure(cause).message;
  } catch (fault) {
    onError(fault);
    return 'The service failed; see its log.';
  }
}

interface MadeOutput {
  readonly folder: string;
  readonly facts: OutputFacts;
}

function madeOutput(made: ReadonlyMap<string, MadeOutput>, kind: string): MadeOutput {
  const output = made.get(kind);
  if (output === undefined) throw new Error(`No output ${kind} was made before`);
  return output;
}

type Source = Omit<Parameters<BuildOutput['build']>[0], 'signal' | 'report'>;

/** Seconds before the queue takes an attempt away, in which it ends with a verdict instead. */
const TO_END_SECONDS = 300;

interface TimeLimit {
  readonly seconds: number;
  /** Fires when the time is over. */
  readonly over: AbortSignal;
}

/** The time for all outputs of one attempt, from now on. */
function timeLimit({ timeoutSeconds }: Settings['builds']): TimeLimit {
  const seconds = Math.min(timeoutSeconds, EXPIRE_SECONDS - TO_END_SECONDS);
  return { seconds, over: AbortSignal.timeout(seconds * 1000) };
}

/** @throws BuildFailure `timeout` when the time for the attempt is over */
async function makeInTime(
  output: BuildOutput,
  source: Source,
  report: ReportProgress,
  signal: AbortSignal,
  { seconds, over }: TimeLimit,
): Promise<OutputFacts | void> {
  try {
    return await output.build({
      ...source,
      signal: AbortSignal.any([signal, over]),
      report: ({ percent, phase }) => report(percent, phase),
    });
  } catch (cause) {
    if (!over.aborted || signal.aborted) throw cause;
    throw new BuildFailure('timeout', `The build took longer than ${seconds} seconds and was ended.`, cause);
  }
}
