import { join } from 'node:path';
import type { DatasetGrant } from '../access/index.ts';
import { recordAudit, type Actor } from '../audit/index.ts';
import { createLookup, type Changes } from '../database/index.ts';
import { baseName, datasetLocks, type DatasetRef, type EntryObserver } from '../datasets/index.ts';
import { fail } from '../errors/index.ts';
import { clearBuildJobs, findJob, findJobLog, listBuildJobs, type JobPage, type JobRow } from './jobs/job-store.ts';
import { timesLeft } from './jobs/time-left.ts';
import { createObserver, type ObserverOptions } from './observer.ts';
import { companionsOf } from '../inspection/index.ts';
import { createBuildRequests, type BuildRequests } from './requests.ts';
import type { ViewFile } from './outputs/index.ts';
import { findEntryOutput, findOutput, findOutputBelow, type EntryOutput } from './output-store.ts';

/** A finished file of an output. */
export interface OutputFile {
  /** Absolute path. */
  readonly path: string;
  /** Changes whenever the output is built anew. */
  readonly version: string;
}

export interface FoundOutput extends OutputFile {
  /** What it is put together of, where it is a file of a view; its path is the folder that it is made of then. */
  readonly view?: ViewFile;
  /** Path of the entry it is found for; null when it is no entry's any more. */
  readonly entryPath: string | null;
  /** Whether the hash alone determines it: no other file beside the source has a say. */
  readonly isOfHash: boolean;
}

/** Whose outputs are meant, where several files of a dataset have the same bytes. */
export interface OutputOwner {
  /** That of the file at this path. */
  readonly path?: string | undefined;
  /** Else that of one which is, or lies below, this path: what a token for one path may see. */
  readonly below?: string | undefined;
}

export interface Builds {
  /** What happens when entries change. */
  readonly observer: EntryObserver;
  readonly requests: BuildRequests;
  /** Asks for one build in a transaction of its own, as `requests.one`. */
  request(dataset: DatasetRef, path: string, force: boolean, userId: string): Promise<void>;
  /** Newest first, with the seconds until each ends where they can be estimated. */
  list(dataset: DatasetRef, page: JobPage): Promise<TimedJob[]>;
  /** A job of the dataset with its log. @throws `not-found` */
  job(dataset: DatasetRef, id: string): Promise<TimedJob & { readonly log: string }>;
  /** Forgets the jobs that have ended. @returns how many */
  clear(dataset: DatasetGrant, actor: Actor): Promise<number>;
  /** A file below `build/{hash}/`, e.g. `cog/cog.tif`; `undefined` when it is not (yet) built. */
  find(dataset: DatasetRef, hash: string, file: string, owner?: OutputOwner): Promise<FoundOutput | undefined>;
  /** An entry with one file of its outputs, such as `cog/cog.tif`. @throws `not-found` when there is no such entry */
  findFor(dataset: DatasetRef, path: string, file: string): Promise<BuiltEntry>;
}

/** A build job, and the seconds until it ends; null where they cannot be estimated. */
export interface TimedJob extends JobRow {
  readonly secondsLeft: number | null;
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

export function createBuilds(options: ObserverOptions & { readonly changes: Changes }): Builds {
  const { db, folders, outputs, changes } = options;
  const built = createLookup<EntryOutput>(changes, 'files', REMEMBERED);
  const ofBytes = createLookup<NonNullable<Awaited<ReturnType<typeof findOutput | typeof findOutputBelow>>>>(
    changes,
    'files',
    REMEMBERED,
  );
  const observer = createObserver(options);
  const requests = createBuildRequests({ ...options, queue: options.buildQueue, observer, now: Date.now });
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

  /** One that is not built may be left out. Programs read built files by hundreds of ranges. */
  const outputOf = async (dataset: DatasetRef, hash: string, kind: string, { path, below }: OutputOwner) => {
    if (path === undefined)
      return ofBytes.get(dataset.id, JSON.stringify([kind, hash, below ?? null]), async () => {
        const output = await (below
          ? findOutputBelow(db, dataset.id, hash, kind, below)
          : findOutput(db, dataset.id, hash, kind));
        return output?.version ? output : undefined;
      });
    const entry = await findBuilt(dataset, path, kind);
    if (entry.hash !== hash) throw fail('not-found', `The file ${path} has other bytes by now.`);
    return entry;
  };

  const withTimes = async (jobs: readonly JobRow[]): Promise<TimedJob[]> => {
    const times = await timesLeft(db, jobs, Date.now());
    return jobs.map((job) => ({ ...job, secondsLeft: times.get(job.id) ?? null }));
  };

  return {
    observer,

    requests,

    async request(dataset, path, force, userId) {
      await db.transaction().execute(async (transaction) => {
        // First, as everybody else who asks for builds does: two who wait for each other would end each other's transactions.
        await datasetLocks.lock(transaction, dataset.id);
        await requests.one(transaction, dataset, path, force, userId);
      });
    },

    list: async (dataset, page) => withTimes(await listBuildJobs(db, dataset.id, page)),

    async job(dataset, id) {
      const job = await findJob(db, id);
      const log = job && (await findJobLog(db, dataset.id, id));
      if (job === undefined || log === undefined) throw fail('not-found', 'There is no such build job in the dataset.');
      const [timed] = await withTimes([job]);
      return { ...timed!, log };
    },

    clear: (dataset, actor) =>
      clearBuildJobs(db, dataset.id, (transaction, jobs) => {
        const subject = `${dataset.organization.slug}/${dataset.slug}`;
        return recordAudit(transaction, { actor, action: 'dataset.builds-clear', subject, details: { jobs } });
      }),

    async find(dataset, hash, file, owner = {}) {
      const [kind, ...names] = checkOutputPath(hash, file);
      const view = outputs.view(kind);
      const output = await outputOf(dataset, hash, view?.after ?? kind, owner);
      if (!output?.version) return undefined;
      const { version, path: source } = output;
      const isOfHash = source !== null && companionsOf(baseName(source)).length === 0;
      const [folder, found] = [folders.locate(dataset.id, version), { version, entryPath: source, isOfHash }];
      if (view === undefined) return { path: join(folder, ...names), ...found };
      const opened = await view.open(folder, names.join('/'));
      return opened && { path: folder, view: opened, ...found };
    },

    async findFor(dataset, path, file) {
      const [kind = '', ...names] = file.split('/');
      const { version, type, hash, polygonGeometry } = await findBuilt(dataset, path, kind);
      return {
        type,
        hash,
        polygonGeometry,
        file: version === null ? undefined : { path: join(folders.locate(dataset.id, version), ...names), version },
      };
    },
  };
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
