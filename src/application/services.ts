import { findCaller, findKeptToken } from '../accounts/index.ts';
import { assembleOgc } from '../ogc/index.ts';
import { createCloudPictures } from '../kinds/pointcloud/index.ts';
import { createLookedTiles, createRasterMaps, createRasterTiles } from '../kinds/raster/index.ts';
import { createProjections } from '../projections/index.ts';
import { taskPlaces } from '../system/index.ts';
import { createTasks } from '../tasks/index.ts';
import { createImports, createProcessingNodes, createRemoteFiles, createTransfers } from '../transfers/index.ts';
import { createVectorTiles } from '../kinds/vector/index.ts';
import type { Content } from './content.ts';
import type { Context, Foundation } from './foundation.ts';

export type Services = Awaited<ReturnType<typeof assembleServices>>;

const MIB = 1024 * 1024;
/** Share of the memory for drawn tiles that those of point clouds have: there are more rasters, and their maps are looked at for longer. */
const CLOUD_SHARE = 1 / 4;
/** Tiles of rasters in looks that are not the usual one. People try one or two looks on a map. */
const LOOK_SHARE = 1 / 8;

/** What is done with the files of datasets: tiles, OGC services, transfers, imports, tasks. */
export async function assembleServices(context: Context, foundation: Foundation, content: Content) {
  const { settings, dataDir, processId, lifetime, originOf } = context;
  const { memory, processors, database, db, changes, blobs, folders, answeringEngine, operations, secret } = foundation;
  const { builds, datasets, metadata, organizations, objects, staging, ending, storedBytes, pushes, stamps, quota } =
    content;
  const { metadataValues } = content;

  const cachedBytes = Math.min(settings.tiles.cacheMB * MIB, memory.tileCacheBytes);
  const cloudBytes = Math.floor(cachedBytes * CLOUD_SHARE);
  const lookBytes = Math.floor(cachedBytes * LOOK_SHARE);
  const tiles = createRasterTiles({
    limits: {
      cachedBytes: cachedBytes - cloudBytes - lookBytes,
      openFiles: settings.tiles.openFiles,
      drawnAtOnce: 2 * processors,
    },
    memory: memory.pictures,
  });
  lifetime.ends(() => tiles.close());
  const clouds = createCloudPictures({ engine: answeringEngine, cachedBytes: cloudBytes });
  const projections = createProjections(answeringEngine);
  const { threads, blockCacheBytes } = memory;
  const rasterMaps = createRasterMaps({ projections, limits: { threads, blockCacheBytes } });
  lifetime.ends(() => rasterMaps.close());
  const lookedTiles = createLookedTiles({
    maps: rasterMaps,
    drawnAtOnce: 2 * threads,
    cachedBytes: lookBytes,
    memory: memory.pictures,
  });
  const drawn = { tiles, lookedTiles, clouds };
  const drawers = context.parts.kinds.drawers(drawn);
  const tileDrawers = context.parts.kinds.tileDrawers(drawn);
  const vectorTiles = createVectorTiles(builds, changes);
  lifetime.ends(() => vectorTiles.close());
  const ogc = assembleOgc({
    database,
    blobs,
    folders,
    outputs: content.outputs,
    metadataValues,
    engine: answeringEngine,
    projections,
    rasterTiles: tiles,
    rasterMaps,
    vectorTiles,
    originOf,
    maxExportBytes: settings.maxExportSizeBytes,
    minFreeBytes: settings.builds.minFreeDiskMB * MIB,
    memory,
  });
  lifetime.ends(() => ogc.close());

  const transfers = await createTransfers({
    database,
    blobs,
    objects,
    staging,
    ending,
    storedBytes,
    pushes,
    stamps,
    datasets,
    organizations,
    quota,
    settings,
    dataDir,
    processId,
    memory,
  });
  lifetime.ends(() => transfers.close());
  const imports = createImports({
    db,
    blobs,
    operations,
    organizations,
    datasets,
    metadata,
    metadataValues,
    objects,
    settings,
    secret,
  });
  const processingNodes = createProcessingNodes(settings.processingPlatform);
  const tasks = assembleTasks(context, foundation, content, processingNodes);
  return { drawers, tileDrawers, rasterTiles: tiles, vectorTiles, ogc, transfers, imports, processingNodes, tasks };
}

function assembleTasks(
  { settings, reporter, parts }: Context,
  { db, queue, changes, engine, secret }: Foundation,
  { storing, staging, ending, pathRemoval, storedBytes, artifacts, datasets, organizations, builds, rescan }: Content,
  processingNodes: ReturnType<typeof createProcessingNodes>,
) {
  const platform = settings.processingPlatform;
  const { requests } = builds;
  return createTasks({
    storing,
    engine,
    staging,
    ending,
    removal: pathRemoval,
    bytes: storedBytes,
    queue,
    artifacts,
    changes,
    datasets,
    organizations,
    secret,
    builds: requests,
    settings: platform,
    places: taskPlaces,
    tools: parts.createTools(
      {
        processingNodes,
        builds: requests,
        rescan,
        remoteFiles: createRemoteFiles({ settings }),
        maxExportSizeBytes: settings.maxExportSizeBytes,
        ...platform,
        minFreeDiskBytes: settings.builds.minFreeDiskMB * MIB,
      },
      parts.kinds,
    ),
    findCaller: (userId) => findCaller(db, userId),
    findKeptToken: (tokenId) => findKeptToken(db, tokenId),
    onError: reporter('tasks'),
  });
}
