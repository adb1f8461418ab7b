import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { ensureDefaultAdministrator, type DefaultAdministrator } from '../accounts/index.ts';
import { buildPlaces, startBuildWorker } from '../builds/index.ts';
import { REMOVAL_TOOL } from '../datasets/index.ts';
import type { Engine } from '../engine/index.ts';
import { fail } from '../errors/index.ts';
import { closerOf, createFaults, createServer, type Faults } from '../http/index.ts';
import { startOperationWorker } from '../jobs/index.ts';
import { allKinds, type Kinds } from '../kinds/index.ts';
import { ensureFirstOrganizations } from '../organizations/index.ts';
import { readVersion, type Settings } from '../settings/index.ts';
import { createSystem, type System } from '../system/index.ts';
import { describeTools } from '../tasks/index.ts';
import { createTools } from '../tools/index.ts';
import { schedulesOf } from './schedules.ts';
import { assembleContent, type Content } from './content.ts';
import { openFoundation, type ApplicationParts, type Context, type Foundation } from './foundation.ts';
import { createLifetime } from './lifetime.ts';
import { assembleRoutes, type Answering } from './routes.ts';
import { assembleServices, type Services } from './services.ts';

/** Everything of one process, assembled and running but not listening. */
export interface Application extends Answering {
  readonly server: FastifyInstance;
  /** The administrator of the settings; `undefined` when there are users, and none of that name. */
  readonly administrator: DefaultAdministrator | undefined;
  readonly version: string;
  /** Takes faults that nothing caught, for programs that run this in a process of its own. */
  readonly faults: Faults;
  /** Gets ready for what takes long the first time, when the service answers already. */
  warmUp(): void;
  /** Ends everything in order: requests, jobs, children, database. */
  close(): Promise<void>;
}

/** Bodies in memory take a sixteenth of it: what is made of them takes several times as much for a moment. */
const BODY_PART = 16;
const PROJECT = resolve(import.meta.dirname, '../..');

export interface ApplicationOptions extends Partial<ApplicationParts> {
  /** How often the process was started again after a fault. */
  readonly restarts?: number;
  /** Number of the process, where several answer on one port; it labels the metrics. */
  readonly processNumber?: number | undefined;
}

/** Assembles and starts the service, from the ground up. What has begun ends again when a later part cannot. */
export async function createApplication(
  settings: Settings,
  { restarts = 0, processNumber, ...parts }: ApplicationOptions = {},
): Promise<Application> {
  let log: FastifyInstance['log'] | undefined;
  const lifetime = createLifetime();
  const context: Context = {
    settings,
    lifetime,
    parts: { kinds: allKinds, createTools, ...parts },
    version: await readVersion(),
    dataDir: resolve(settings.dataDir),
    processId: randomUUID(),
    // Before there is a log, a start that a fault prevents tells of itself.
    reporter: (what) => (error) => log?.error({ err: error }, what),
    originOf: (request) => originOf(settings, request),
  };
  const faults = createFaults(restarts, context.reporter('fault outside of every request'));
  try {
    const foundation = await openFoundation(context);
    const content = assembleContent(context, foundation);
    const services = await assembleServices(context, foundation, content);
    const system = assembleSystem(context, foundation, content, services, { faults, processNumber });
    const answering = assembleRoutes(context, foundation, content, services, system);
    const server = await openServer(context, foundation, answering, system, faults);
    log = server.log;
    await startWork(context, foundation, content, services, system, log);
    // Last, so that nothing can fail between making a random password and showing it.
    const administrator = await ensureDefaultAdministrator(
      foundation.db,
      settings.defaultAdmin,
      ensureFirstOrganizations,
    );
    if (administrator?.user.mustChangePassword)
      log.warn(`${administrator.user.name} still has the password of the first start; change it on /account.`);
    const warmUp = (): void => {
      services.ogc.warmUp().catch(context.reporter('the threads that draw maps were not made ready'));
    };
    return { ...answering, server, administrator, version: context.version, faults, warmUp, close: lifetime.close };
  } catch (cause) {
    await lifetime.close().catch(() => undefined); // The first fault is the one that tells.
    throw cause;
  }
}

function assembleSystem(
  context: Context,
  foundation: Foundation,
  content: Content,
  services: Services,
  { faults, processNumber }: { readonly faults: Faults; readonly processNumber: number | undefined },
): System {
  const { settings, version, dataDir, processId, reporter } = context;
  const { memory, database, queue, operations, blobs, folders, engine } = foundation;
  const { ogc, tasks } = services;
  return createSystem({
    settings,
    version,
    dataDir,
    processId,
    processNumber,
    reporter,
    memory,
    database,
    queue,
    buildQueue: content.buildQueue,
    buildConcurrency: foundation.buildRoom.concurrency,
    operations,
    blobs,
    folders,
    engine,
    threads: ogc.threads,
    outputs: content.outputs,
    pending: content.pending,
    batches: content.ending,
    storedBytes: content.storedBytes,
    deleteDatasets: content.administration.deleteAll,
    viewers: context.parts.kinds.viewers,
    drawnKinds: () => drawnKinds(context.parts.kinds, engine),
    taskTools: describeTools(tasks.tasks.tools, settings.processingPlatform.tools),
    schedules: schedulesOf(context, foundation, content, services),
    faults: faults.counts,
  });
}

/** Names of the kinds whose thumbnails need no program, or one that is installed. */
async function drawnKinds({ drawn }: Kinds, engine: Engine): Promise<readonly string[]> {
  const found = await Promise.all(
    drawn.map(async ({ program }) => program === undefined || (await engine.has(program))),
  );
  return drawn.filter((_, index) => found[index]).map(({ kind }) => kind);
}

async function openServer(
  { settings, version, lifetime }: Context,
  { changes, memory }: Foundation,
  { routes, access }: Answering,
  { answered }: System,
  faults: Faults,
): Promise<FastifyInstance> {
  const webFolder = join(PROJECT, 'web', 'dist');
  const server = await createServer({
    settings,
    routes,
    version,
    access,
    answered,
    notices: changes,
    faults,
    bodyMemoryBytes: Math.floor(memory.limitBytes / BODY_PART),
    changed: ({ rights, datasetId }) => {
      if (rights) changes.announce('access', '');
      if (datasetId !== undefined) changes.announce('files', datasetId);
    },
    webFolder: existsSync(join(webFolder, 'index.html')) ? webFolder : undefined,
  });
  lifetime.ends(closerOf(server, settings.shutdownSeconds * 1000));
  return server;
}

/** Starts the background work: jobs, tasks, schedules. */
async function startWork(
  { settings, lifetime, reporter }: Context,
  { database, db, queue, folders, blobs, engine, buildFolder, buildRoom }: Foundation,
  { inspector, outputs, pending, removal, builds }: Content,
  { imports, tasks }: Services,
  system: System,
  log: FastifyInstance['log'],
): Promise<void> {
  const { settleLost } = await startOperationWorker({
    db,
    queue,
    operations: { ...system.operations, ...imports.operations, [REMOVAL_TOOL]: removal.operation },
    onError: reporter('operations'),
  });
  await removal.requeue();
  await pending.importControls();
  if (buildRoom.concurrency > 0) {
    await startBuildWorker({
      db,
      queue,
      places: buildPlaces(buildRoom),
      locks: database.locks,
      folders,
      blobs,
      engine,
      inspector,
      outputs,
      settings: settings.builds,
      folder: buildFolder,
      settle: pending.settle,
      observer: builds.observer,
      onError: reporter('build worker'),
    });
    await pending.work();
  }
  await tasks.work();
  lifetime.ends(await system.start(lifetime.signal, settleLost, (report, what) => log.info(report, what)));
}

function originOf(settings: Settings, request: { readonly protocol: string; readonly host: string }): URL {
  const origin = settings.externalUrl ?? `${request.protocol}://${request.host}`;
  if (!URL.canParse(origin)) throw fail('invalid-input', 'The Host header of the request names no host.');
  return new URL(origin);
}
