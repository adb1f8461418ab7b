import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import {
  accessTokenRoutes,
  createAccessTokens,
  createIdentity,
  createQuota,
  ensureDefaultAdministrator,
  findCaller,
  findKeptToken,
  loadOrCreateSecret,
  resetPassword,
  withAccessTokens,
  type DefaultAdministrator,
} from './accounts/index.ts';
import { openFileBlobStore } from './blobs/index.ts';
import {
  assemblePending,
  BUILD_QUEUE,
  buildRoutes,
  createJobEvents,
  createBuilds,
  createMarkers,
  createOutputFolders,
  everyOutput,
  PENDING_QUEUE,
  startBuildWorker,
} from './builds/index.ts';
import { openDatabase, tidyEmbedded } from './database/index.ts';
import {
  createDatasetAdministration,
  createDatasets,
  batchRoutes,
  createIndexFiles,
  createMetadata,
  createObjects,
  createReinspection,
  createPushes,
  createRemoval,
  createStamps,
  createUploadBatches,
  giveUpBatches,
  refillSearchColumns,
  REMOVAL_TOOL,
  datasetAdministrationRoutes,
  datasetRoutes,
  indexFileRoutes,
  rescanRoutes,
  metadataChangeRoutes,
  metadataRoutes,
  neighboursOf,
  objectRoutes,
  stampRoutes,
} from './datasets/index.ts';
import { createEngine } from './engine/index.ts';
import { closerOf, createServer, fail, rememberAccess, type AccessControl, type Route } from './http/index.ts';
import { createOperations, openJobQueue, OPERATION_QUEUES, startOperationWorker } from './jobs/index.ts';
import { assembleOrganizations, ensureFirstOrganizations, userHoldings } from './organizations/index.ts';
import { assembleOgc } from './ogc/index.ts';
import { createPictures, createRasterTiles, openThumbnailCache, rasterRoutes } from './raster/index.ts';
import type { Settings } from './settings/index.ts';
import { stacRoutes } from './stac/index.ts';
import { createSystem, relocationRoutes, taskPlaces } from './system/index.ts';
import {
  createTasks,
  describeTools,
  openArtifacts,
  removeTasksOf,
  TASK_QUEUE,
  taskAdministrationRoutes,
  taskEventRoute,
  taskRoutes,
} from './tasks/index.ts';
import { createTools, signedInTools } from './tools/index.ts';
import {
  createImports,
  createProcessingNodes,
  createRemoteFiles,
  createTransfers,
  importRoutes,
  processingNodeRoutes,
} from './transfers/index.ts';
import { createVectorTiles, vectorRoutes } from './vector/index.ts';

/** Everything of one process, assembled and running but not listening. */
export interface Application {
  readonly server: FastifyInstance;
  readonly routes: readonly Route[];
  /** Who callers are and what they may do, as the server decides it. */
  readonly access: AccessControl;
  /** The administrator of the settings; `undefined` when there are users, and none of that name. */
  readonly administrator: DefaultAdministrator | undefined;
  readonly version: string;
  /** Ends everything in order: requests, jobs, children, database. */
  close(): Promise<void>;
}

const PROJECT = resolve(import.meta.dirname, '..');
const MIB = 1024 * 1024;

/** The composition root: the only place that knows every module. */
export async function createApplication(settings: Settings): Promise<Application> {
  const version = await readVersion();
  const dataDir = resolve(settings.dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const closing = new AbortController();
  const closers: (() => Promise<unknown>)[] = [];
  /** Every step is taken, whatever another one met: children and the database must not stay behind. */
  const close = async (): Promise<void> => {
    closing.abort(new Error('The service is stopping'));
    const faults: unknown[] = [];
    for (const step of closers.splice(0).reverse()) await step().catch((fault: unknown) => faults.push(fault));
    if (faults.length > 0) throw new AggregateError(faults, 'The service could not end in order.');
  };
  let log: FastifyInstance['log'] | undefined;
  /** Takes faults that belong to no request. Before there is a log, a start that they prevent tells of itself. */
  const reporter =
    (what: string) =>
    (error: unknown): void =>
      log?.error({ err: error }, what);

  try {
    const database = await openDatabase({ url: settings.databaseUrl, folder: dataDir });
    closers.push(() => database.close());
    const { db, changes } = database;
    const blobs = await openFileBlobStore(join(dataDir, 'blobs'));
    const buildFolder = join(dataDir, 'builds');
    const folders = createOutputFolders(buildFolder);
    const engine = createEngine({
      children: settings.engine.children,
      callTimeoutMs: settings.engine.callTimeoutSeconds * 1000,
      memoryLimitBytes: settings.engine.memoryLimitMB * MIB,
      programIdleTimeoutMs: settings.builds.idleTimeoutSeconds * 1000,
      programMinFreeBytes: settings.builds.minFreeDiskMB * MIB,
      scratchFolder: join(dataDir, 'reading'),
    });
    closers.push(() => engine.close());
    // Of its own, so that who waits for a map does not wait behind files that were uploaded.
    const answeringEngine = createEngine({
      children: settings.engine.children,
      callTimeoutMs: settings.engine.callTimeoutSeconds * 1000,
      memoryLimitBytes: settings.engine.memoryLimitMB * MIB,
      scratchFolder: join(dataDir, 'answering'),
    });
    closers.push(() => answeringEngine.close());

    const secret = settings.secret ?? (await loadOrCreateSecret(dataDir));
    const holdings = { ...userHoldings(settings), giveUp: giveUpBatches };
    const origin = (request: { readonly protocol: string; readonly host: string }) => originOf(settings, request);
    const identity = createIdentity({ db, settings, secret, holdings, originOf: origin });
    const accessTokens = createAccessTokens(db);

    const queue = await openJobQueue(
      database,
      [BUILD_QUEUE, PENDING_QUEUE, TASK_QUEUE, ...OPERATION_QUEUES],
      reporter('job queue'),
    );
    closers.push(() => queue.close());
    const operations = createOperations(db, queue);
    const outputs = everyOutput;
    const markers = createMarkers(buildFolder);
    const builds = createBuilds({ db, queue, folders, outputs, markers, changes, onError: reporter('builds') });
    const pending = assemblePending({
      ...{ db, queue, locks: database.locks, outputs, folder: buildFolder, now: Date.now },
      legacyFolder: join(dataDir, 'pending-cache'),
      onError: reporter('pending builds'),
    });
    const datasets = createDatasets(db, settings.datasetThumbnailCandidates);
    const stamps = createStamps(db, join(dataDir, 'stamps'), reporter('stamps'));
    const indexFiles = createIndexFiles(db, join(dataDir, 'indexes'), reporter('index files'));
    const artifacts = openArtifacts(join(dataDir, 'tasks'));
    const tasksOfDatasets = removeTasksOf({ queue, artifacts, onError: reporter('tasks') });
    const removal = createRemoval({
      ...{ db, operations, files: [stamps, indexFiles] },
      observers: [builds.observer, tasksOfDatasets],
    });
    const administration = createDatasetAdministration(db, removal);
    const metadata = createMetadata(db);
    const organizations = assembleOrganizations(db, settings, administration);
    const quota = createQuota(settings.enableStorageLimiter);
    const reinspection = createReinspection({
      ...{ db, blobs, engine, observer: builds.observer },
      report: reporter('reinspection'),
    });
    closers.push(() => reinspection.close());
    const storing = { db, blobs, engine, observer: builds.observer, quota, reinspection };
    const objects = createObjects(storing);
    const batches = createUploadBatches({ ...storing, removal });
    const pushes = createPushes({ ...storing, ...batches, stamps });
    const tiles = createRasterTiles({
      limits: { cachedBytes: settings.tiles.cacheMB * MIB, openFiles: settings.tiles.openFiles },
    });
    closers.push(() => tiles.close());

    const vectorTiles = createVectorTiles(builds, changes);
    closers.push(() => vectorTiles.close());
    const ogc = assembleOgc({
      ...{ database, blobs, folders, engine: answeringEngine, rasterTiles: tiles, vectorTiles, originOf: origin },
      maxExportBytes: settings.maxExportSizeBytes,
    });
    closers.push(() => ogc.close());

    const processId = randomUUID();
    const transfers = await createTransfers({
      ...{ database, blobs, objects, batches, pushes, stamps, datasets, organizations, quota, settings },
      ...{ dataDir, processId },
    });
    closers.push(() => transfers.close());
    const imports = createImports({
      ...{ db, blobs, operations, organizations, datasets, metadata, objects, settings, secret },
    });

    const platform = settings.processingPlatform;
    const processingNodes = createProcessingNodes(platform);
    const rescan = { db, blobs, engine, observer: builds.observer, report: reporter('rescan') };
    const { tasks, upkeep, parking, ...taskWorker } = createTasks({
      ...{
        storing,
        batches,
        queue,
        artifacts,
        changes,
        datasets,
        organizations,
        settings: platform,
        secret,
        places: taskPlaces,
      },
      tools: createTools({
        processingNodes,
        ...{ builds: builds.requests, rescan, maxExportSizeBytes: settings.maxExportSizeBytes },
        ...platform,
        remoteFiles: createRemoteFiles({ settings }),
      }),
      builds: builds.requests,
      findCaller: (userId) => findCaller(db, userId),
      findKeptToken: (tokenId) => findKeptToken(db, tokenId),
      onError: reporter('tasks'),
    });

    const system = createSystem({
      settings,
      version,
      dataDir,
      database,
      queue,
      operations,
      blobs,
      folders,
      outputs,
      pending,
      engine,
      threads: ogc.threads,
      deleteDatasets: administration.deleteAll,
      batches: batches.ending,
      processId,
      taskTools: describeTools(tasks.tools, platform.tools),
      chores: [
        { everyMs: 60_000, run: transfers.tidy, onError: reporter('transfers') },
        { everyMs: 60_000, run: reinspection.settle, onError: reporter('reinspection') },
        { everyMs: 60_000, run: () => refillSearchColumns(db), onError: reporter('search columns') },
        { everyMs: 300_000, run: () => pending.sweep(closing.signal), onError: reporter('pending builds') },
        { everyMs: 5000, run: upkeep.dispatch, onError: reporter('tasks') },
        { everyMs: 1000, run: () => parking.look(closing.signal), onError: reporter('tasks') },
        { everyMs: 30_000, run: upkeep.settle, onError: reporter('tasks') },
        { everyMs: 60_000, run: upkeep.sweep, onError: reporter('tasks') },
        { everyMs: 3_600_000, run: removal.resume, onError: reporter('removal') },
        ...(database.embedded
          ? [
              {
                everyMs: 60_000,
                run: async () => void (await tidyEmbedded(db)),
                onError: reporter('embedded database'),
              },
            ]
          : []),
      ],
      reporter,
    });

    const jobEvents = createJobEvents({ db, changes, closing: closing.signal });
    const routes: Route[] = [
      ...system.routes,
      ...relocationRoutes(db, administration),
      ...identity.routes,
      ...accessTokenRoutes(accessTokens, {
        dataset: datasets.grant,
        entryPath: async (dataset, path) => (await objects.get(dataset, path)).path,
        originOf: origin,
      }),
      ...organizations.routes,
      ...datasetRoutes(datasets, origin),
      ...datasetAdministrationRoutes(datasets, administration),
      ...stampRoutes(stamps),
      ...batchRoutes(db),
      ...rescanRoutes(rescan),
      ...indexFileRoutes(indexFiles),
      ...metadataRoutes(db, metadata),
      ...metadataChangeRoutes(metadata),
      ...objectRoutes(objects, datasets.grant),
      ...transfers.routes,
      ...buildRoutes(builds, jobEvents),
      ...taskRoutes({
        ...{ tasks, tools: platform.tools },
        signedInTools: signedInTools(settings),
      }),
      taskEventRoute(jobEvents),
      ...taskAdministrationRoutes(tasks.administration),
      ...stacRoutes(db, blobs, origin),
      ...importRoutes(imports),
      ...processingNodeRoutes(processingNodes),
      ...vectorRoutes(vectorTiles, origin),
      ...ogc.routes,
      ...rasterRoutes(
        createPictures({
          ...{ builds, blobs, engine, tiles, candidates: settings.datasetThumbnailCandidates },
          cache: openThumbnailCache(join(dataDir, 'thumbnails')),
          neighbours: (dataset, path) => neighboursOf(db, blobs, dataset.id, path),
        }),
      ),
    ].map(transfers.limited);
    const access = rememberAccess(
      {
        authenticate: withAccessTokens(identity.authenticate, accessTokens),
        organization: organizations.grant,
        dataset: datasets.grant,
        holds: datasets.holds,
      },
      changes,
    );
    const webFolder = join(PROJECT, 'web', 'dist');
    const server = await createServer({
      settings,
      routes,
      version,
      access,
      answered: system.answered,
      changed: ({ rights, datasetId }) => {
        if (rights) changes.announce('access', '');
        if (datasetId !== undefined) changes.announce('files', datasetId);
      },
      webFolder: existsSync(join(webFolder, 'index.html')) ? webFolder : undefined,
    });
    log = server.log;
    closers.push(closerOf(server, settings.shutdownSeconds * 1000));

    const { settleLost } = await startOperationWorker({
      db,
      queue,
      operations: { ...system.operations, ...imports.operations, [REMOVAL_TOOL]: removal.operation },
      onError: reporter('operations'),
    });
    await removal.resume();
    await pending.importControls();
    if (settings.builds.workers > 0) {
      await startBuildWorker({
        ...{ db, queue, locks: database.locks, folders, blobs, engine, outputs, settings: settings.builds },
        ...{ folder: buildFolder, settle: pending.settle, observer: builds.observer },
        onError: reporter('build worker'),
      });
      await pending.work();
    }
    await taskWorker.work();
    closers.push(await system.start(closing.signal, settleLost, (report, what) => server.log.info(report, what)));
    // Last, so that nothing can fail between making a random password and showing it.
    const administrator = await ensureDefaultAdministrator(db, settings.defaultAdmin, ensureFirstOrganizations);
    if (administrator?.user.mustChangePassword) {
      server.log.warn(`${administrator.user.name} still has the password of the first start; change it on /account.`);
    }
    return { server, routes, access, administrator, version, close };
  } catch (cause) {
    await close().catch(() => undefined); // The first fault is the one that tells.
    throw cause;
  }
}

/** Gives a user a new random password. @returns it; `undefined` when there is no such user */
export async function giveNewPassword(settings: Settings, userName: string): Promise<string | undefined> {
  const database = await openDatabase({ url: settings.databaseUrl, folder: resolve(settings.dataDir) });
  try {
    return await resetPassword(database.db, userName);
  } finally {
    await database.close();
  }
}

function originOf(settings: Settings, request: { readonly protocol: string; readonly host: string }): URL {
  const origin = settings.externalUrl ?? `${request.protocol}://${request.host}`;
  if (!URL.canParse(origin)) throw fail('invalid-input', 'The Host header of the request names no host.');
  return new URL(origin);
}

async function readVersion(): Promise<string> {
  const manifest = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}
