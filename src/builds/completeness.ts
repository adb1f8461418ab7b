import { join } from 'node:path';
import type { BlobStore } from '../blobs/index.ts';
import type { Database } from '../database/index.ts';
import { datasetLocks } from '../datasets/index.ts';
import type { EntryType } from '../inspection/index.ts';
import { keyText, type BuildKey } from './build-key.ts';
import { rememberCheck } from './completeness-due.ts';
import type { BuildQueue } from './jobs/build-queue.ts';
import { newestBuildJobs, wasCancelled } from './jobs/job-store.ts';
import { fileSize } from './folder-access.ts';
import { folderSize } from './folder-size.ts';
import type { OutputFolders } from './output-folders.ts';
import { keyOutputs, outputsOfKeys, type OutputRow } from './output-store.ts';
import { requiredPaths, type BuildOutput, type Outputs } from './outputs/index.ts';
import { pendingPaths } from './pending/pending-store.ts';

export interface CompletenessReport {
  /** Files that have outputs. */
  readonly filesChecked: number;
  /** Those of which an output, or a part of one, is missing. */
  readonly incomplete: number;
  /** Builds that were asked for; others were on their way already. */
  readonly jobsEnqueued: number;
  /** Files whose own bytes are missing: nothing can be built of them. The first hundred, as `organization/dataset/path`. */
  readonly missingFiles: readonly string[];
  /** Files that could not be looked at: a disk that fails, say. */
  readonly filesFailed: number;
}

export interface CompletenessOptions {
  readonly db: Database;
  readonly queue: Pick<BuildQueue, 'enqueue'>;
  readonly folders: OutputFolders;
  readonly blobs: BlobStore;
  readonly outputs: Outputs;
  /** Told why a file could not be looked at. */
  readonly onError: (error: unknown) => void;
}

interface BuildableFile extends BuildKey {
  readonly path: string;
  readonly type: EntryType;
  readonly organizationSlug: string;
  readonly datasetSlug: string;
}

/** Files looked at by one statement. */
const BATCH = 500;
const MAX_NAMED = 100;
/** Faults that are told; a disk that fails would otherwise fill the log with a line for each file. */
const MAX_TOLD = 100;

type NamedOutput = OutputRow & { readonly sizeBytes: number };
type Finding = 'complete' | 'incomplete' | 'enqueued' | 'missing';

/**
 * Looks at the outputs of all files of all datasets, on the disk as well, asks for builds of what is missing, and remembers
 * when. Builds that wait for something are left to the coordinator. A file that cannot be looked at holds up no other.
 *
 * @param userId who asks for the check; null for the service itself, which leaves cancelled builds to people
 * @param report told after every batch how many files were looked at
 */
export async function checkCompleteness(
  options: CompletenessOptions,
  userId: string | null,
  report: (filesChecked: number) => void,
  signal: AbortSignal,
): Promise<CompletenessReport> {
  const { db, outputs, onError } = options;
  const begun = new Date();
  let [filesChecked, incomplete, jobsEnqueued, filesFailed] = [0, 0, 0, 0];
  const missingFiles: string[] = [];
  let last: BuildableFile | undefined;
  for (;;) {
    const files = await listBuildable(db, outputs.types, last);
    const named = Map.groupBy(await outputsOfKeys(db, files), inDataset);
    for (const file of files) {
      signal.throwIfAborted();
      filesChecked += 1;
      try {
        const finding = await examine(options, file, named.get(inDataset(file)) ?? [], userId);
        if (finding !== 'complete') incomplete += 1;
        if (finding === 'enqueued') jobsEnqueued += 1;
        if (finding === 'missing' && missingFiles.length < MAX_NAMED)
          missingFiles.push(`${file.organizationSlug}/${file.datasetSlug}/${file.path}`);
      } catch (cause) {
        filesFailed += 1;
        if (filesFailed <= MAX_TOLD) onError(cause);
      }
    }
    report(filesChecked);
    last = files.at(-1);
    if (files.length < BATCH) break;
  }
  // Only now: a check that was cut short is made again.
  await rememberCheck(db, begun);
  return { filesChecked, incomplete, jobsEnqueued, missingFiles, filesFailed };
}

const inDataset = (key: BuildKey): string => `${key.datasetId} ${keyText(key)}`;

/** Looks at one file, and asks for a build of it if that is of use. */
async function examine(
  { db, queue, folders, blobs, outputs }: CompletenessOptions,
  { datasetId, path, hash, companions, type }: BuildableFile,
  named: readonly NamedOutput[],
  userId: string | null,
): Promise<Finding> {
  if (await areWhole(folders, named, outputs.of(type, path))) return 'complete';
  if (!(await blobs.has(hash))) return 'missing';
  if ((await pendingPaths(db, datasetId, [path])).has(path)) return 'incomplete';
  if (userId === null && (await isCancelled(db, { datasetId, hash, companions }))) return 'incomplete';
  const job = { datasetId, path, hash, companions, userId };
  const enqueued = await db
    .transaction()
    .execute(async (transaction) =>
      (await datasetLocks.lock(transaction, datasetId)) ? queue.enqueue(transaction, [job]) : 0,
    );
  return enqueued > 0 ? 'enqueued' : 'incomplete';
}

async function isCancelled(db: Database, { datasetId, hash, companions }: BuildKey): Promise<boolean> {
  const jobs = await newestBuildJobs(db, datasetId, [hash]);
  return wasCancelled(jobs.find((job) => job.companions === companions));
}

/** Files of all datasets that have outputs, by dataset and path, behind one of them. */
function listBuildable(
  db: Database,
  types: readonly EntryType[],
  after: BuildableFile | undefined,
): Promise<BuildableFile[]> {
  return db
    .selectFrom('entries')
    .innerJoin('datasets', 'datasets.id', 'entries.dataset_id')
    .innerJoin('organizations', 'organizations.id', 'datasets.organization_id')
    .select([
      'entries.dataset_id as datasetId',
      'entries.path',
      'entries.hash',
      'entries.companions',
      'entries.type',
      'organizations.slug as organizationSlug',
      'datasets.slug as datasetSlug',
    ])
    .where('entries.type', 'in', types)
    .where('entries.hash', 'is not', null)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('entries.dataset_id', 'entries.path'), '>', tuple(after!.datasetId, after!.path)),
      ),
    )
    .orderBy('entries.dataset_id')
    .orderBy('entries.path')
    .limit(BATCH)
    .$castTo<BuildableFile>()
    .execute();
}

/**
 * Whether every output of a key that is not optional is named, the files it must have are on the disk and not empty, and
 * nothing else is missing of it.
 */
export async function isComplete(
  { db, folders }: Pick<CompletenessOptions, 'db' | 'folders'>,
  key: BuildKey,
  outputs: readonly BuildOutput[],
): Promise<boolean> {
  return areWhole(folders, await keyOutputs(db, key), outputs);
}

/** @param named the outputs of one key that have a row */
async function areWhole(
  folders: OutputFolders,
  named: readonly NamedOutput[],
  outputs: readonly BuildOutput[],
): Promise<boolean> {
  for (const wanted of outputs) {
    const { kind, optional } = wanted;
    if (optional) continue;
    const output = named.find((candidate) => candidate.kind === kind);
    if (output === undefined) return false;
    const folder = folders.locate(output.datasetId, output.version);
    for (const file of requiredPaths(wanted)) if ((await fileSize(join(folder, file))) === 0) return false;
    if ((await folderSize(folder)) !== output.sizeBytes) return false;
  }
  return true;
}
