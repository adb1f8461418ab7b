import { join } from 'node:path';
import { createLookup, type Changes, type Database } from '../database/index.ts';
import { requireEntry, type BuildState, type DatasetRef, type EntryObserver } from '../datasets/index.ts';
import { fail } from '../http/index.ts';
import type { JobQueue } from '../jobs/index.ts';
import { BUILD_QUEUE, enqueueBuild } from './enqueue.ts';
import { activeBuildJobs, deleteBuildJobs, listBuildJobs, newestBuildJobs, type JobRow } from './job-store.ts';
import type { OutputFolders } from './output-folders.ts';
import { builtHashes, findEntryOutput, findOutput, removeOutputs, type EntryOutput } from './output-store.ts';
import { outputsFor } from './outputs/index.ts';

/** A finished file of an output. */
export interface OutputFile {
  /** Absolute path. */
  readonly path: string;
  /** Changes whenever the output is built anew. */
  readonly version: string;
}

export interface Builds {
  /** What happens when entries change. */
  readonly observer: EntryObserver;
  /** Asks for a build; with `force` also of what is built already. Nothing happens for files that need none. */
  request(dataset: DatasetRef, path: string, force: boolean, userId: string): Promise<void>;
  list(dataset: DatasetRef, page: number, pageSize: number): Promise<JobRow[]>;
  /** A file below `build/{hash}/`, e.g. `cog/cog.tif`; `undefined` when it is not (yet) built. */
  find(dataset: DatasetRef, hash: string, file: string): Promise<OutputFile | undefined>;
  /** An entry with one file of its outputs, such as `cog/cog.tif`. @throws `not-found` when there is no such entry */
  findFor(dataset: DatasetRef, path: string, file: string): Promise<BuiltEntry>;
}

/** An entry, and the derived file if it is built. */
export interface BuiltEntry {
  readonly type: number;
  readonly hash: string | null;
  readonly polygonGeometry: object | null;
  readonly file: OutputFile | undefined;
}

/** Datasets, and files of each, whose outputs are remembered between the requests of a map view: some 200 bytes each. */
const REMEMBERED = { groups: 500, answers: 1000 };

/** @param onError told of faults that come too late to fail a request */
export function createBuilds(
  db: Database,
  queue: JobQueue,
  folders: OutputFolders,
  changes: Changes,
  onError: (error: unknown) => void,
): Builds {
  const built = createLookup<EntryOutput>(changes, 'files', REMEMBERED);
  const findBuilt = async (dataset: DatasetRef, path: string, kind: string): Promise<EntryOutput> => {
    let unbuilt: EntryOutput | undefined;
    const found = await built.get(dataset.id, `${kind}/${path}`, async () => {
      const output = await findEntryOutput(db, dataset.id, path, kind);
      if (output?.version) return output;
      unbuilt = output;
      return undefined;
    });
    const entry = found ?? unbuilt;
    if (entry === undefined) throw fail('not-found', `There is no entry ${path} in the dataset.`);
    return entry;
  };
  const enqueue = (transaction: Database, dataset: DatasetRef, path: string, hash: string, userId: string | null) =>
    enqueueBuild(transaction, queue, { datasetId: dataset.id, path, hash, userId });

  const observer: EntryObserver = {
    async written(transaction, dataset, entry, userId) {
      if (entry.hash === null || outputsFor(entry.type).length === 0) return;
      const built = await builtHashes(transaction, dataset.id, [entry.hash]);
      if (!built.has(entry.hash)) await enqueue(transaction, dataset, entry.path, entry.hash, userId);
    },

    async rebuild(transaction, dataset, { path, hash, type }, userId) {
      if (hash !== null && outputsFor(type).length > 0) await enqueue(transaction, dataset, path, hash, userId);
    },

    async unused(transaction, dataset, hashes) {
      const removed = await removeOutputs(transaction, dataset.id, hashes);
      const stopped = await deleteBuildJobs(transaction, dataset.id, hashes);
      const tidy = async (): Promise<void> => {
        if (stopped.length > 0) await queue.cancel(BUILD_QUEUE, stopped);
        for (const { datasetId, version } of removed) await folders.remove(datasetId, version);
      };
      // What it leaves is harmless: a deleted job builds nothing, and the clean-up finds folders nobody names.
      return () => tidy().catch(onError);
    },

    async datasetsDeleted(transaction, datasetIds) {
      const active = await activeBuildJobs(transaction, datasetIds);
      const tidy = async (): Promise<void> => {
        if (active.length > 0) await queue.cancel(BUILD_QUEUE, active);
        for (const id of datasetIds) await folders.removeDataset(id);
      };
      // As above: a job whose row is gone builds nothing.
      return () => tidy().catch(onError);
    },

    async states(dataset, entries) {
      const candidates = entries.filter(({ hash, type }) => hash !== null && outputsFor(type).length > 0);
      const hashes = [...new Set(candidates.map(({ hash }) => hash!))];
      const built = await builtHashes(db, dataset.id, hashes);
      const newest = new Map((await newestBuildJobs(db, dataset.id, hashes)).map((job) => [job.hash!, job]));
      return new Map(
        hashes.flatMap((hash) => {
          const state = buildState(newest.get(hash), built.has(hash));
          return state ? [[hash, state] as const] : [];
        }),
      );
    },
  };

  return {
    observer,

    async request(dataset, path, force, userId) {
      const entry = await requireEntry(db, dataset, path);
      if (entry.hash === null || outputsFor(entry.type).length === 0) return;
      const { hash } = entry;
      if (!force && (await builtHashes(db, dataset.id, [hash])).has(hash)) return;
      await db.transaction().execute((transaction) => enqueue(transaction, dataset, path, hash, userId));
    },

    list: (dataset, page, pageSize) => listBuildJobs(db, dataset.id, page, pageSize),

    async find(dataset, hash, file) {
      const [kind, ...names] = checkOutputPath(hash, file);
      const output = await findOutput(db, dataset.id, hash, kind);
      return output && { path: join(folders.locate(dataset.id, output.version), ...names), version: output.version };
    },

    async findFor(dataset, path, file) {
      const [kind = '', ...names] = file.split('/');
      const { version, ...entry } = await findBuilt(dataset, path, kind);
      return {
        ...entry,
        file: version === null ? undefined : { path: join(folders.locate(dataset.id, version), ...names), version },
      };
    },
  };
}

/** Order of the states: an active job, then built, then what the last job left. */
function buildState(job: JobRow | undefined, built: boolean): BuildState | undefined {
  const none = { missingDependencies: [], progress: null, error: null } as const;
  if (job?.state === 'Processing') return { ...none, status: 'building', progress: job.progress };
  if (job && ['Created', 'Enqueued', 'Scheduled'].includes(job.state)) return { ...none, status: 'queued' };
  if (built) return undefined;
  if (job?.state === 'Failed') return { ...none, status: 'failed', error: job.error };
  return { ...none, status: 'queued' };
}

/** Names of a path below `build/{hash}/`. @throws `invalid-input` for what can name no output file */
function checkOutputPath(hash: string, file: string): [string, ...string[]] {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw fail('invalid-input', 'The hash must be 64 lower-case hexadecimal digits.');
  const names = file.split('/');
  const wrong =
    names.length < 2 || names.some((name) => name === '' || name === '.' || name === '..' || /[\\*?\0]/.test(name));
  if (wrong) throw fail('invalid-input', 'Name a file of an output, such as cog/cog.tif.');
  return names as [string, ...string[]];
}
