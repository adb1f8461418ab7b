import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { loadOrCreateSecret } from '../accounts/index.ts';
import { openFileBlobStore } from '../blobs/index.ts';
import { BUILD_QUEUES, createOutputFolders, PENDING_QUEUE, type BuildRoom } from '../builds/index.ts';
import { openDatabase, type OpenDatabase } from '../database/index.ts';
import { createEngine } from '../engine/index.ts';
import { createMemoryBudget, defaultLimitBytes, machineBytes } from '../memory/index.ts';
import { createOperations, openJobQueue, OPERATION_QUEUES } from '../jobs/index.ts';
import type { Kinds } from '../kinds/index.ts';
import type { createTools } from '../tools/index.ts';
import type { Settings } from '../settings/index.ts';
import { TASK_QUEUE } from '../tasks/index.ts';
import type { Lifetime } from './lifetime.ts';

/** What a service is made of beside its frameworks. */
export interface ApplicationParts {
  /** The kinds of data that it knows. */
  readonly kinds: Kinds;
  readonly createTools: typeof createTools;
  /** The database, where its opening has begun already. */
  readonly database?: Promise<OpenDatabase>;
}

/** What every part of one process is told. */
export interface Context {
  readonly settings: Settings;
  readonly version: string;
  /** Absolute path of the folder that all processes share. */
  readonly dataDir: string;
  /** Tells this process from the others. */
  readonly processId: string;
  readonly lifetime: Lifetime;
  readonly parts: ApplicationParts;
  /** Takes faults that belong to no request, and the part of the service that met them. */
  readonly reporter: (what: string) => (error: unknown) => void;
  /** The origin that clients know the service by. */
  readonly originOf: (request: { readonly protocol: string; readonly host: string }) => URL;
}

export type Foundation = Awaited<ReturnType<typeof openFoundation>>;

const MIB = 1024 * 1024;
/** Builds take minutes, and maps are looked at meanwhile: a tenth of the weight of a process that answers. */
const BUILD_NICENESS = 10;

/** What all modules stand on: database, files, processing children, the queue of jobs. */
export async function openFoundation({ settings, dataDir, lifetime, reporter, parts }: Context) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // Several processes that answer on one port share the machine.
  const { processes } = settings;
  const processors = Math.max(1, Math.floor(availableParallelism() / processes));
  const { maxMB } = settings.memory;
  const memory = createMemoryBudget({
    limitBytes: maxMB === undefined ? defaultLimitBytes(machineBytes() / processes) : maxMB * MIB,
    embedded: settings.databaseUrl === undefined,
    processors,
  });
  const database = await (parts.database ?? openDatabase({ url: settings.databaseUrl, folder: dataDir, processes }));
  lifetime.ends(() => database.close());
  const blobs = await openFileBlobStore(join(dataDir, 'blobs'));
  lifetime.ends(async () => blobs[Symbol.asyncDispose]());
  const buildFolder = join(dataDir, 'builds');

  const buildRoom: BuildRoom = {
    // All builds are those of one process.
    concurrency: settings.builds.concurrency ?? availableParallelism(),
    memoryBytes: machineBytes() - processes * memory.limitBytes,
  };
  const limits = {
    callTimeoutMs: settings.engine.callTimeoutSeconds * 1000,
    memoryLimitBytes: settings.engine.memoryLimitMB * MIB,
  };
  const readingChildren = Math.ceil(settings.engine.children / processes);
  const engine = createEngine({
    ...limits,
    // A build may read a whole raster for an hour: uploads are inspected beside it.
    children: readingChildren + buildRoom.concurrency,
    programIdleTimeoutMs: settings.builds.idleTimeoutSeconds * 1000,
    programMinFreeBytes: settings.builds.minFreeDiskMB * MIB,
    programNiceness: BUILD_NICENESS,
    scratchFolder: join(dataDir, 'reading'),
  });
  lifetime.ends(() => engine.close());
  // An engine of its own, so that a request for a map does not wait behind files that were uploaded.
  const answeringEngine = createEngine({
    ...limits,
    children: readingChildren,
    scratchFolder: join(dataDir, 'answering'),
  });
  lifetime.ends(() => answeringEngine.close());

  const secret = settings.secret ?? (await loadOrCreateSecret(dataDir));
  const queues = [...BUILD_QUEUES, PENDING_QUEUE, TASK_QUEUE, ...OPERATION_QUEUES];
  const queue = await openJobQueue(database, queues, reporter('job queue'));
  lifetime.ends(() => queue.close());
  return {
    memory,
    processors,
    database,
    db: database.db,
    changes: database.changes,
    blobs,
    secret,
    buildFolder,
    buildRoom,
    folders: createOutputFolders(buildFolder),
    engine,
    answeringEngine,
    answeringChildren: readingChildren,
    queue,
    operations: createOperations(database.db, queue),
  };
}
