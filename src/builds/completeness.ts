import type { BlobStore } from '../blobs/index.ts';
import type { Database } from '../database/index.ts';
import { EntryType } from '../formats/index.ts';
import type { JobQueue } from '../jobs/index.ts';
import { enqueueBuild } from './enqueue.ts';
import { folderSize } from './folder-size.ts';
import type { OutputFolders } from './output-folders.ts';
import { outputs, outputsFor } from './outputs/index.ts';

export interface CompletenessReport {
  /** Files that have outputs. */
  readonly filesChecked: number;
  /** Those of which an output, or a part of one, is missing. */
  readonly incomplete: number;
  /** Builds that were asked for; others were on their way already. */
  readonly jobsEnqueued: number;
  /** Files whose own bytes are missing: nothing can be built of them. The first hundred, as `organization/dataset/path`. */
  readonly missingFiles: readonly string[];
}

export interface CompletenessOptions {
  readonly db: Database;
  readonly queue: Pick<JobQueue, 'send'>;
  readonly folders: OutputFolders;
  readonly blobs: BlobStore;
}

interface BuildableFile {
  readonly datasetId: string;
  readonly path: string;
  readonly hash: string;
  readonly type: EntryType;
  readonly organizationSlug: string;
  readonly datasetSlug: string;
}

/** Files looked at by one statement. */
const BATCH = 500;
const MAX_NAMED = 100;

/**
 * Looks at the outputs of all files of all datasets, on the disk as well, and asks for builds of what is missing.
 *
 * @param report told after every batch how many files were looked at
 */
export async function checkCompleteness(
  options: CompletenessOptions,
  userId: string | null,
  report: (filesChecked: number) => void,
  signal: AbortSignal,
): Promise<CompletenessReport> {
  const { db, queue, blobs } = options;
  let [filesChecked, incomplete, jobsEnqueued] = [0, 0, 0];
  const missingFiles: string[] = [];
  let last: BuildableFile | undefined;
  for (;;) {
    const files = await listBuildable(db, last);
    for (const file of files) {
      signal.throwIfAborted();
      filesChecked += 1;
      if (await isComplete(options, file)) continue;
      incomplete += 1;
      if (await blobs.has(file.hash)) {
        const { datasetId, path, hash } = file;
        const asked = await db
          .transaction()
          .execute((transaction) => enqueueBuild(transaction, queue, { datasetId, path, hash, userId }));
        if (asked) jobsEnqueued += 1;
      } else if (missingFiles.length < MAX_NAMED)
        missingFiles.push(`${file.organizationSlug}/${file.datasetSlug}/${file.path}`);
    }
    report(filesChecked);
    last = files.at(-1);
    if (files.length < BATCH) return { filesChecked, incomplete, jobsEnqueued, missingFiles };
  }
}

/** Files of all datasets that have outputs, by dataset and path, behind one of them. */
function listBuildable(db: Database, after: BuildableFile | undefined): Promise<BuildableFile[]> {
  return db
    .selectFrom('entries')
    .innerJoin('datasets', 'datasets.id', 'entries.dataset_id')
    .innerJoin('organizations', 'organizations.id', 'datasets.organization_id')
    .select([
      'entries.dataset_id as datasetId',
      'entries.path',
      'entries.hash',
      'entries.type',
      'organizations.slug as organizationSlug',
      'datasets.slug as datasetSlug',
    ])
    .where('entries.type', 'in', buildableTypes())
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

function buildableTypes(): EntryType[] {
  return Object.values(EntryType).filter((type) => outputs.some(({ appliesTo }) => appliesTo(type)));
}

/** Whether every output of a file is named and all its bytes are on the disk. */
async function isComplete({ db, folders }: CompletenessOptions, file: BuildableFile): Promise<boolean> {
  const named = await db
    .selectFrom('outputs')
    .select(['kind', 'version', 'size_bytes as sizeBytes'])
    .where('dataset_id', '=', file.datasetId)
    .where('hash', '=', file.hash)
    .execute();
  for (const { kind } of outputsFor(file.type)) {
    const output = named.find((candidate) => candidate.kind === kind);
    if (output === undefined) return false;
    if ((await folderSize(folders.locate(file.datasetId, output.version))) !== output.sizeBytes) return false;
  }
  return true;
}
